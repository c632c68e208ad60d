"""Series as pages, the API and services read them."""
