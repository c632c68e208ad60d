"""Ratings as services, pages and the recheck read them."""
