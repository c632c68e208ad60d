"""Events and those who take part in them, as pages, the API and services read them."""
