"""Start Arbitr as the server of a playing venue.

python venue.py [--port 8000] [--data folder] [--open file]
"""

from scripts.start import main

main("venue", data="venue-data")
