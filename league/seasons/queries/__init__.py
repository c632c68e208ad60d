"""Seasons as pages, API and services need them."""
