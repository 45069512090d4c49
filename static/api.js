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

  // What needs no token has no lock, and says so. By itself Swagger UI locks all that may be sent one.
  const openToAll = () => ({
    wrapComponents: {
      OperationSummary: (Original, system) => (props) => {
        const told = props.operationProps;
        const isOpen = told.get("security")?.some((one) => one.isEmpty());
        const summary = `${told.getIn(["op", "summary"]) || told.get("summary")} · no token`;
        const shown = isOpen ? told.delete("security").setIn(["op", "summary"], summary) : told;
        return system.React.createElement(Original, { ...props, operationProps: shown });
      },
    },
  });

  follow();
  dark.addEventListener("change", follow);
  SwaggerUIBundle({
    domNode: place,
    url: place.dataset.schema,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [openToAll],
    layout: "BaseLayout",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: "none",
    validatorUrl: null, // it would send the schema's address elsewhere
    requestInterceptor: prove,
  });
})();
