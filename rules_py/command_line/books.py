"""Commands for a book in its own repository: new, coverage, import and eject.

They need `hooks`, which isn't part of rules_py, and import it only when they run.
"""

from __future__ import annotations

import argparse
import shlex
from contextlib import suppress
from importlib import import_module

from rules_py.base.errors import Fault, InputError
from rules_py.base.paths import BOOK, FROM_PAGES, PACKAGE
from rules_py.base.wording import pluralize


def read_pages() -> None:
    """Update the games that the pages of the book declare, if the pages or Diceleaf have changed."""
    stamp = FROM_PAGES / "made"
    built_at = stamp.stat().st_mtime_ns if stamp.is_file() else 0
    docs = BOOK / "docs"
    pages = (docs, *(path for path in docs.rglob("*") if path.is_dir() or path.suffix == ".md"))
    language = (PACKAGE / "rules_py" / "authoring" / "mechanics").glob("*.py")
    if any(path.stat().st_mtime_ns > built_at for path in (*pages, *language) if path.exists()):
        with suppress(ImportError):  # the package can be installed without the site build
            from_pages = import_module("hooks.directives.from_pages")
            try:
                from_pages.write()
            except from_pages.AuthorError as error:
                raise InputError(Fault("pages", "bad_page", None, "", str(error))) from error


def make_book(arguments: argparse.Namespace) -> None:
    new = import_module("hooks.scaffold")  # not part of rules_py, which doesn’t depend on the site
    if arguments.update:
        print(*(new.update(arguments.folder) or ["Already up to date."]), sep="\n")
        return
    game = new.make(
        arguments.folder,
        arguments.title,
        plain=arguments.plain,
        licence=arguments.licence,
        author=arguments.author,
        git=arguments.git,
    )
    print(f"Created a sample book in {arguments.folder}.")
    if arguments.plain:
        print(f"Its rules, dice, tables and character sheet are in docs/{game}.")
    else:
        print(f"Its rules are in rules_py/systems/{game}, its text in docs/{game}.")
    print(f"The game’s ID is the folder’s name, {game}; its calculator is {game}.kindle.")
    renamed = "that folder" if arguments.plain else "those two folders"
    print(f"To change the ID, rename {renamed} and replace it everywhere it is used.")
    print(f"To preview the book: cd {shlex.quote(str(arguments.folder))} && ./site_build.sh serve")


def print_coverage(arguments: argparse.Namespace) -> None:
    reported = import_module("hooks.contracts.coverage").report(arguments.games)
    print(*(line for each in reported for line in each.lines()), sep="\n")


def import_book(arguments: argparse.Namespace) -> None:
    try:
        importing = import_module("hooks.importing")  # imports packages that only this command uses
    except ModuleNotFoundError as error:
        message = f"import needs the package {error.name}. Run pip install 'diceleaf[import]'."
        raise InputError(Fault("import", "missing_package", error.name, "", message)) from error
    level = int(arguments.split[1:] or 0)
    options = importing.Options(
        arguments.into, arguments.title, level, arguments.dice, arguments.mark, dry_run=arguments.dry_run
    )
    result = importing.run(arguments.source, options)
    if arguments.dry_run:
        print(result.report, end="")
        return
    pages = pluralize(len(result.pages), "page", "pages")
    print(f"Imported {result.words:,} words into {pages} in {result.into / result.folder}.")
    print(result.comparison)
    tasks = pluralize(sum(each.needs_action for each in result.messages), "thing", "things")
    print(f"IMPORT.md lists {tasks} to do. To preview the book, run ./site_build.sh serve in {result.into}.")


def print_mechanic(arguments: argparse.Namespace) -> None:
    from_pages = import_module("hooks.directives.from_pages")
    print(from_pages.python_of(arguments.page, arguments.title), end="")
