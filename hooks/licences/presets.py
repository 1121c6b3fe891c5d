"""The licences that a book can name, each with the notice it requires.

`mkdocs.yml` names the licence of all books (`extra: {licence: cc-by-4.0}`), and the front matter of a book's
first page that of one. The notices follow section 3(a)(1) of the Creative Commons licences, section III of
the ORC License, and sections 6, 8 and 10 of the OGL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules_py.base.errors import format_missing, format_unexpected_field, format_value_error, join_or
from rules_py.base.suggest import KnownNames

WHAT = "The text and rules of this book."
OWN_TERMS = ("what", "terms")
"""The fields of a licence that the author words."""
FIELDS = ("preset", "author", "year", "based_on", "reserved", "open")
"""The fields of a licence with a preset.

based_on  the works that it is based on, each with its author and licence
reserved  what is not licensed, such as names: Reserved Material (ORC), Product Identity (OGL)
open      what is licensed: Expressly Designated Licensed Material (ORC), Open Game Content (OGL)
"""


@dataclass(frozen=True)
class Work:
    """A book as the notice of its licence names it."""

    title: str
    author: str
    year: str = ""
    based_on: tuple[str, ...] = ()
    reserved: str = ""
    open: str = ""

    @property
    def copyright(self) -> str:
        """The copyright notice, such as "© 2026 Ann Example"."""
        return " ".join(filter(None, ("©", self.year, self.author)))

    @property
    def sources(self) -> str:
        """The works that it is based on, "" for none."""
        return "; ".join(self.based_on)


@dataclass(frozen=True)
class Licence:
    """The licence of one book.

    id         its preset, such as "cc-by-4.0"
    title      that of the book
    name       such as "CC BY 4.0"
    address    of the official text; "" for none
    copyright  such as "© 2026 Ann Example"; "" for the public domain
    notice     the paragraphs that every copy of the book has to contain, as plain text
    """

    id: str
    title: str
    name: str
    address: str
    copyright: str
    notice: tuple[str, ...]

    def terms(self) -> dict[str, str]:
        """Return it in the form of a licence that the author words, with what an export adds."""
        return {
            "what": WHAT,
            "terms": self.name,
            "notice": "\n".join(self.notice),
            "address": self.address,
            "copyright": self.copyright,
        }


@dataclass(frozen=True)
class Preset:
    """A licence that books can name.

    notice       the paragraphs of its notice for a book
    needs        the fields that it requires, each with what is expected
    is_attached  whether each copy needs its text in full, in the file LICENSE
    """

    name: str
    address: str
    notice: Callable[[Work], list[str]]
    needs: Mapping[str, str]
    is_attached: bool = False


def _creative_commons(name: str, full_name: str, address: str) -> Preset:
    def notice(work: Work) -> list[str]:
        years = f" © {work.year}" if work.year else ""
        return [
            f"{work.title}{years} by {work.author} is licensed under {full_name} ({name}). "
            f"To view a copy of this license, visit {address}",
            *([f"It is based on {work.sources}"] if work.based_on else []),
            *([f"The license does not cover {work.reserved}"] if work.reserved else []),
        ]

    return Preset(name, address, notice, _AUTHOR)


def _public_domain(work: Work) -> list[str]:
    by = f" by {work.author}" if work.author else ""
    return [
        f"{work.title}{by} is marked CC0 1.0 Universal: it is dedicated to the public domain. "
        f"To view a copy of this mark, visit {_CC0}",
        *([f"It is based on {work.sources}"] if work.based_on else []),
    ]


def _orc(work: Work) -> list[str]:
    """Return the four statements that section III of the ORC License requires."""
    credit = f"{work.title}, {work.copyright}"
    origin = f"the original work of {work.author}"
    if work.based_on:
        origin = f"based on the following Licensed Material: {work.sources}"
    reserved = "all elements designated as Reserved Material under the ORC License"
    if work.reserved:
        reserved = f"{work.reserved}, and {reserved}"
    designated = "This product contains no Expressly Designated Licensed Material."
    if work.open:
        designated = (
            "The following elements are owned by the Licensor and would otherwise constitute Reserved "
            f"Material and are hereby designated as Licensed Material: {work.open}"
        )
    return [
        "ORC Notice: This product is licensed under the ORC License located at the Library of Congress at "
        f"TX 9-307-067 and available online at various locations including {_ORC} and others. "
        "All warranties are disclaimed as set forth therein.",
        f"Attribution: This product is {origin}. If you use our Licensed Material in your own published "
        f"works, please credit us as follows: {credit}.",
        "Reserved Material: Reserved Material elements in this product include, but may not be limited to: "
        f"{reserved}.",
        f"Expressly Designated Licensed Material: {designated}",
    ]


def _mit(work: Work) -> list[str]:
    years = f" {work.year}" if work.year else ""
    return [
        work.title,
        f"Copyright (c){years} {work.author}",
        *_paragraphs((_TEXTS / "mit.txt").read_text("utf-8")),
    ]


def _ogl(work: Work) -> list[str]:
    """Return what sections 6 and 8 of the OGL require beside its text, which the file LICENSE contains."""
    return [
        f"{work.title}, {work.copyright}. This product is published under the Open Game License "
        "Version 1.0a, Copyright 2000, Wizards of the Coast, Inc.",
        f"Open Game Content: {work.open}",
        f"Product Identity: {work.reserved}",
        *([f"It is based on {work.sources}"] if work.based_on else []),
    ]


def _all_rights_reserved(work: Work) -> list[str]:
    return [
        f"{work.title} {work.copyright}. All rights reserved.",
        *([f"It is based on {work.sources}"] if work.based_on else []),
    ]


def _paragraphs(text: str) -> list[str]:
    return [" ".join(each.split()) for each in re.split(r"\n\s*\n", text) if each.strip()]


_TEXTS = Path(__file__).parent / "texts"
_AUTHOR = {"author": "the name to credit; `site_author` in mkdocs.yml names it for all books"}
_CC = "https://creativecommons.org/licenses"
_CC0 = "https://creativecommons.org/publicdomain/zero/1.0/"
_ORC = "https://azoralaw.com/orclicense/"
_OGL_NEEDS = {
    "open": "the designation of Open Game Content, such as: all rules, but no names of people and places",
    "reserved": "the designation of Product Identity, such as: all names of people and places",
}
PRESETS: Mapping[str, Preset] = {
    "cc-by-4.0": _creative_commons(
        "CC BY 4.0", "Creative Commons Attribution 4.0 International", f"{_CC}/by/4.0/"
    ),
    "cc-by-sa-4.0": _creative_commons(
        "CC BY-SA 4.0", "Creative Commons Attribution-ShareAlike 4.0 International", f"{_CC}/by-sa/4.0/"
    ),
    "cc0-1.0": Preset("CC0 1.0", _CC0, _public_domain, {}),
    "orc": Preset("ORC License", _ORC, _orc, _AUTHOR),
    "mit": Preset("MIT License", "https://opensource.org/license/mit", _mit, _AUTHOR),
    "ogl-1.0a": Preset("Open Game License 1.0a", "", _ogl, {**_AUTHOR, **_OGL_NEEDS}, is_attached=True),
    "all-rights-reserved": Preset("All rights reserved", "", _all_rights_reserved, _AUTHOR),
}
_OGL_TITLE = "open game license version 1.0a"


def faults(licence: object) -> Iterator[tuple[str, str]]:
    """Yield the mistakes in a licence as written, each with the name of its field."""
    fields = _with_preset(licence)
    if fields is None:
        yield from _faults_of_own_terms(licence)
        return
    for name, value in fields.items():
        if name not in FIELDS:
            yield name, format_unexpected_field("licence", str(name), FIELDS)
        elif name == "based_on":
            if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
                yield (
                    name,
                    format_value_error("licence: based_on", value, "a list of texts, such as [Kairn by Ann]"),
                )
        elif name != "preset" and not isinstance(value, str) and not (name == "year" and type(value) is int):
            yield name, format_value_error(f"licence: {name}", value, "a text")
    key = fields["preset"]
    if not isinstance(key, str) or key not in PRESETS:
        expected = KnownNames(f"{join_or(PRESETS)}, or lines for {join_or(OWN_TERMS)}", PRESETS)
        yield "preset", format_value_error("", key, expected, "licence")


def lacks(licence: object, author: str, attached: str) -> Iterator[str]:
    """Yield what a licence without other mistakes lacks.

    `author` is that of the site or the game, and `attached` the text of the file LICENSE, "" without one.
    """
    fields = _with_preset(licence)
    if fields is None:
        return
    key = fields["preset"]
    preset = PRESETS[key]
    for name, expected in preset.needs.items():
        if not fields.get(name) and not (name == "author" and author):
            yield format_missing(f"licence {key}", name, expected)
    if preset.is_attached and _OGL_TITLE not in " ".join(attached.split()).casefold():
        yield (
            f"licence {key} needs its text in every copy. Save it as LICENSE beside mkdocs.yml, with your "
            "copyright notice in its section 15."
        )


def _with_preset(licence: object) -> Mapping[str, Any] | None:
    """Return the fields of a licence with a preset, or None if the author words it."""
    if isinstance(licence, Mapping):
        return licence if "preset" in licence else None
    return {"preset": licence}


def _faults_of_own_terms(licence: Any) -> Iterator[tuple[str, str]]:
    for name, value in licence.items():
        if name not in OWN_TERMS:
            yield name, format_unexpected_field("licence", str(name), (*OWN_TERMS, "preset"))
        elif not isinstance(value, str):
            yield name, format_value_error(f"licence: {name}", value, "a text")


def licence_of(licence: object, title: str, author: str, attached: str) -> Licence | None:
    """Return the licence as written for a book with this title, or None if the author words it.

    `author` is the default, and `attached` the text of the file LICENSE.
    """
    fields = _with_preset(licence)
    if fields is None:
        return None
    key = fields["preset"]
    work = Work(
        title,
        str(fields.get("author") or author),
        str(fields.get("year") or ""),
        tuple(map(str, fields.get("based_on") or ())),
        str(fields.get("reserved") or ""),
        str(fields.get("open") or ""),
    )
    preset = PRESETS[key]
    notice = [*preset.notice(work), *(_paragraphs(attached) if preset.is_attached else ())]
    owned = "" if key == "cc0-1.0" else work.copyright
    return Licence(key, title, preset.name, preset.address, owned, tuple(notice))


_SPELT_OUT = (
    (r"https?://creativecommons\.org/licenses/([a-z-]+)/(\d\.\d)\S*", r"cc-\1-\2"),
    (r"https?://creativecommons\.org/publicdomain/zero/1\.0\S*", "cc0-1.0"),
    (r"creative commons zero|\bcc ?0\b", "cc0"),
    (r"creative commons", "cc"),
    (r"attribution", "by"),
    (r"share[- ]?alike", "sa"),
    (r"non[- ]?commercial", "nc"),
    (r"no[- ]?deriv\w*", "nd"),
    (r"open rpg creative", "orc"),
    (r"open gaming? licen[cs]e|open game content", "ogl"),
    (r"\b(?:the|licen[cs]e|version|international|universal|unported|generic)\b|\bv(?=\d)", " "),
)


def preset_of(name: str) -> str:
    """Return the preset of a licence as others write its name or address, or "" if there is none.

    >>> preset_of("Creative Commons Attribution-ShareAlike 4.0 International")
    'cc-by-sa-4.0'
    """
    text = name.lower()
    for pattern, short in _SPELT_OUT:
        text = re.sub(pattern, short, text)
    squeezed = re.sub(r"[^a-z0-9]", "", text)
    keys_by_letters = {re.sub(r"[^a-z0-9]", "", key): key for key in PRESETS}
    return keys_by_letters.get(squeezed, "")
