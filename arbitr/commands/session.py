"""Logging in and out, and who one is."""

import argparse
import getpass
import sys
from typing import Any

from arbitr.client import Client
from arbitr.logins import Login, forget, keep, login_for


def add_commands(commands: Any) -> None:
    login = commands.add_parser(
        "login", help="keep a token that you made under My settings, API tokens"
    )
    login.add_argument("address", nargs="?", default="", help="such as https://arbitr.example")
    login.set_defaults(run=_login)
    logout = commands.add_parser("logout", help="forget the token")
    logout.set_defaults(run=_logout)
    me = commands.add_parser("me", help="whose token it is and what it may do")
    me.set_defaults(run=_me)


def _login(client: Client, options: argparse.Namespace) -> int:
    """The token is asked for, or read from input; never an argument, which others could see."""
    site = login_for(options.address or options.site).site
    asks = sys.stdin.isatty()
    token = getpass.getpass(f"Token for {site}: ") if asks else sys.stdin.readline()
    login = Login(site, token.strip())
    fresh = Client(site, token=login.token, language=options.language)
    try:
        me = fresh.me()
    finally:
        fresh.connection.close()
    keep(login)
    print(f"Logged in to {site} as {me['name']}. The token may: {', '.join(me['scopes'])}.")
    return 0


def _logout(client: Client, options: argparse.Namespace) -> int:
    site = client.connection.site
    print(f"Forgotten for {site}." if forget(site) else f"There was no token for {site}.")
    return 0


def _me(client: Client, options: argparse.Namespace) -> int:
    me = client.me()
    print(f"{me['name']} at {client.connection.site}; the token may: {', '.join(me['scopes'])}")
    return 0
