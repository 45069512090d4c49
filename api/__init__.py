"""What the pages can do, for programs: thin views over the same queries, services and exports."""
