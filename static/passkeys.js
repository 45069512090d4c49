// Creates and uses passkeys. The result is put into the form's hidden field, and the form is submitted.
//
// The attribute data-passkey says what a form does: "add" creates a passkey, "use" uses one of the passkeys that the
// page names, and "login" first loads the options from the form's address.
"use strict";

(() => {
  const MESSAGES = {
    InvalidStateError: "This device already has a passkey for your account.",
    NotAllowedError: "Nothing was sent: the request was cancelled or took too long. Try again.",
    SecurityError: "Passkeys need HTTPS and the site's own name in the address.",
  };

  function show(form, text) {
    form.querySelector("[role=status]").textContent = text;
  }

  const optionsOfPage = () => JSON.parse(document.getElementById("passkey-options").textContent);

  async function fetchOptions(form) {
    const response = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (response.status === 429) throw new Error("Too many attempts. Wait a minute and try again.");
    if (!response.ok) throw new Error("We can't reach the site. Try again.");
    return response.json();
  }

  async function makePasskey(form) {
    const options = optionsOfPage().creation_options;
    const selection = options.publicKey.authenticatorSelection;
    const logsIn = form.elements.passwordless.checked;
    // A passkey that replaces the password is stored on the device, which checks a PIN, finger or face.
    selection.residentKey = logsIn ? "required" : "discouraged";
    selection.requireResidentKey = logsIn;
    if (logsIn) selection.userVerification = "required";
    return window.webauthnJSON.create(options);
  }

  async function usePasskey(form) {
    const page = form.dataset.passkey === "login" ? await fetchOptions(form) : optionsOfPage();
    return window.webauthnJSON.get(page.request_options);
  }

  async function submitWithPasskey(form) {
    const button = form.querySelector("button");
    button.disabled = true;
    show(form, "");
    try {
      const credential = await (form.dataset.passkey === "add" ? makePasskey(form) : usePasskey(form));
      form.elements.credential.value = JSON.stringify(credential);
      form.submit();
    } catch (error) {
      show(form, MESSAGES[error.name] ?? (error.name === "Error" ? error.message : "The browser couldn't do that. Try again."));
      button.disabled = false;
    }
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (!window.webauthnJSON?.supported()) {
      form.querySelector("button").disabled = true;
      show(form, "This browser doesn't support passkeys.");
      continue;
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submitWithPasskey(form);
    });
  }

  // After Back, the buttons of a cached page are still disabled.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const form of document.querySelectorAll("form[data-passkey]")) form.querySelector("button").disabled = false;
  });
})();
