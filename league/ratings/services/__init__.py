"""What changes ratings: wishes, computing, and two players who are one."""
