// Opens Swagger UI on the schema, in the colours of the system; what it sends is proven to come from this page.
"use strict";

(() => {
  const place = document.getElementById("api");
  const dark = matchMedia("(prefers-color-scheme: dark)");

  function follow() {
    document.documentElement.classList.toggle("dark-mode", dark.matches);
  }

  function cookie(name) {
    const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
    return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
  }

  // Whoever is logged in changes something only with the token of the cookie; other sites are told nothing.
  function prove(request) {
    const token = cookie(place.dataset.csrfCookie);
    const reads = ["GET", "HEAD", "OPTIONS"].includes((request.method || "GET").toUpperCase());
    if (token && !reads && new URL(request.url, location.href).origin === location.origin) {
      request.headers["X-CSRFToken"] = token;
    }
    return request;
  }

  follow();
  dark.addEventListener("change", follow);
  SwaggerUIBundle({
    domNode: place,
    url: place.dataset.schema,
    presets: [SwaggerUIBundle.presets.apis],
    layout: "BaseLayout",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: "none",
    validatorUrl: null, // it would send the schema's address elsewhere
    requestInterceptor: prove,
  });
})();
