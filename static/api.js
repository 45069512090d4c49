// Opens Swagger UI with the API's schema, and adds the CSRF token to its requests. Its colours are light or dark, as the
// operating system is set.
"use strict";

(() => {
  const place = document.getElementById("api");
  const dark = matchMedia("(prefers-color-scheme: dark)");

  function applyColours() {
    document.documentElement.classList.toggle("dark-mode", dark.matches);
  }

  function cookie(name) {
    const pair = document.cookie.split("; ").find((text) => text.startsWith(`${name}=`));
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : "";
  }

  // Requests that change data need the token from the cookie if a user is logged in. The token is only sent to this
  // site.
  function addToken(request) {
    const token = cookie(place.dataset.csrfCookie);
    const reads = ["GET", "HEAD", "OPTIONS"].includes((request.method || "GET").toUpperCase());
    if (token && !reads && new URL(request.url, location.href).origin === location.origin) {
      request.headers["X-CSRFToken"] = token;
    }
    return request;
  }

  // Operations that need no token get no lock and the text "no token". By default, Swagger UI shows a lock wherever a
  // token is possible.
  const labelOpenOperations = () => ({
    wrapComponents: {
      OperationSummary: (Original, system) => (props) => {
        const operation = props.operationProps;
        const isOpen = operation.get("security")?.some((scheme) => scheme.isEmpty());
        const summary = `${operation.getIn(["op", "summary"]) || operation.get("summary")} · no token`;
        const shown = isOpen ? operation.delete("security").setIn(["op", "summary"], summary) : operation;
        return system.React.createElement(Original, { ...props, operationProps: shown });
      },
    },
  });

  applyColours();
  dark.addEventListener("change", applyColours);
  SwaggerUIBundle({
    domNode: place,
    url: place.dataset.schema,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [labelOpenOperations],
    layout: "BaseLayout",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: "none",
    validatorUrl: null, // the validator would send the schema's address to another site
    requestInterceptor: addToken,
  });
})();
