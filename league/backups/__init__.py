"""The whole database as one file, and back: the same file for SQLite and PostgreSQL."""
