"""Pages. Each view names who may open it, asks queries, calls one service."""
