"""What becomes of a result: handed in, verified, confirmed, accepted, ruled; one file per step."""
