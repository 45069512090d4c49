"""The views: serialize in, ask a query or tell a service, serialize out."""
