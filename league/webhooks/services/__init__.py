"""What a club's admins set up, the news that is told, and how it is delivered."""
