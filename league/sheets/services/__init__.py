"""What a table does with its score sheet: open it, write on it, hand it in."""
