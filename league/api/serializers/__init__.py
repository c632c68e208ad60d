"""Rows as JSON. Names of people are those that the public sees, unless a class says otherwise."""
