"""Start Arbitr with a demo on this computer: python run.py [--port 8000] [--data data]"""

from scripts.start import main

main("embedded", data="data")
