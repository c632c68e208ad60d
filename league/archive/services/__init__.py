"""Sealing events, and events that come as archives."""
