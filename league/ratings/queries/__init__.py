"""Ratings as services, pages and the audit read them."""
