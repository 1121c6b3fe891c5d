"""The files of an import: Markdown with its front matter, and other files that name licence and author."""

from __future__ import annotations

import codecs
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from hooks.importing.report import Line, Note
from hooks.licences.presets import PRESETS, preset_of
from rules_py.base.errors import InputError

MARKDOWN = (".md", ".markdown", ".mdx")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UNREADABLE = "\ufffd"
_CONTROLS = bytes({*range(32)} - {*b"\t\n\v\f\r"})
_SPACES = re.compile(r"[\v\f\x85\u2028\u2029]")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""Characters that YAML and XML don't have."""
_CHECKED = 8192
"""The bytes at the start of a file that show whether it is text."""
_NOT_PAGES = re.compile(
    r"(?:readme|licen[cs]e|copying|contributing|changelog|code[-_]of[-_]conduct|todo|security|authors)(?:\.\w+)*",
    re.IGNORECASE,
)
_SKIPPED = ("node_modules", "_site", "site", "venv", "_layouts", "_sass")
_FRONT = re.compile(
    r"\s*```metadata[ \t]*\n(?P<metadata>.*?)\n```[ \t]*(?:\n|\Z)"
    r"|---[ \t]*\n(?P<yaml>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)"
    r"|\+\+\+[ \t]*\n(?P<toml>.*?)\n\+\+\+[ \t]*(?:\n|\Z)",
    re.DOTALL,
)
"""The front matter of a file. Homebrewery has a block for it, and Hugo's may be TOML."""
_FIELD = re.compile(r"(?P<name>\w[\w-]*): +(?P<value>.+?) *$", re.MULTILINE)
_FRONT_LINES = re.compile(r"(?:(?:\w[\w -]*:(?: .*)?|[ \t].*|- .*|#.*)?(?:\n|\Z))+")
_LICENCES = (
    (r"CC[- ]BY(?:[- ](?:SA|NC|ND))*(?:[- ]?\d\.\d)?", None),
    (r"Creative Commons Attribution[- –](?:\w+[- –])*?(?:\d\.\d|(?=Licen[cs]e))", None),
    (r"\bORC License\b", "ORC"),
    (r"Open Game Licen[cs]e", "Open Game License"),
    (r"\bMIT License\b", "MIT"),
    (r"GNU General Public License", "GPL"),
    (r"CC0(?: \d\.\d)?", None),
)
_COPYRIGHT = re.compile(r"(?:©|\([cC]\)|\bCopyright\b)[^\n]*\d{4}[^\n]{2,120}|©[^\n]{4,120}")

_OWNER = re.compile(
    r"^(?:(?:©|\([cC]\)|[Cc]opyright)\s*)*(?:\d{4}(?:\s*[-–,]\s*(?:\d{4}|present))*,?\s+)?(?:by\s+)?"
)
_OF_THE_LICENCE = re.compile(
    r"Free Software Foundation|copyright (?:holder|notice|owner|law|licen|interest|and)|\bthe copyright", re.I
)

_NAME = r"((?!Creative Commons)[A-Z][\w’'-]+(?: [A-Z][\w.’'-]*\w)*)"
_BY = re.compile(rf"\bby {_NAME}")
_BYLINE = re.compile(
    r"(?:^[ >#*_]*(?:[Ww]ritten |[Dd]esigned |[Aa] game )?[Bb]y|[.!?] (?:Written |Designed )?By) [*_]*"
    rf"{_NAME}"
)
_TOP = 20
"""The lines of the first page in which its author is named."""
_SHORT = 2000
"""The length from which a file LICENSE contains the text of a licence, whose "by" names no author."""


@dataclass
class Source:
    """A file of Markdown: its path from the root, its front matter, and its lines below that.

    notes  on mistakes in the front matter
    """

    path: str
    front: Mapping[str, Any]
    lines: list[Line]
    notes: Sequence[Note] = ()

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True)
class Origin:
    """The licence and the credit that a source names, each "" if it doesn't."""

    licence: str
    credit: str

    @property
    def preset(self) -> str:
        """The preset of the licence, or "" if there is none."""
        return preset_of(self.licence)

    @property
    def author(self) -> str:
        """The credit as a name: "Ada Fern" for "© 2024 Ada Fern"."""
        return _OWNER.sub("", self.credit)

    @property
    def is_complete(self) -> bool:
        """True if a book can state the licence with only its preset and the author."""
        preset = PRESETS.get(self.preset)
        return preset is not None and {*preset.needs} <= {"author"} and bool(self.author or not preset.needs)


@dataclass
class Sources:
    """The pages below the root, the other files, and `about`, the Markdown on the project itself.

    path   the file or folder that is imported
    notes  on files that can't be read
    """

    path: Path
    root: Path
    pages: list[Source]
    files: list[str] = field(default_factory=list)
    about: list[str] = field(default_factory=list)
    notes: Sequence[Note] = ()

    def hints(self) -> list[str]:
        """Return the dialects that other files than the pages indicate."""
        hints = []
        if (self.root / "_config.yml").is_file():
            hints.append("jekyll")
        if (self.root / ".obsidian").is_dir():
            hints.append("obsidian")
        if (self.root / "mkdocs.yml").is_file() or (self.root.parent / "mkdocs.yml").is_file():
            hints.append("material")
        return hints

    def licence(self) -> str:
        """Return the licence that the source names, or "".

        That of the front matter comes first, and one for texts before one for programs.
        """
        if value := self._field("licence", "license", "rights"):
            return value
        texts = self._texts()
        for pattern, name in _LICENCES:
            for text in texts:
                if match := re.search(pattern, text):
                    return name or " ".join(match[0].split())
        return ""

    def credit(self) -> str:
        """Return the author in the front matter, a line of copyright, LICENSE or a byline; or ""."""
        if value := self._field("author", "authors"):
            return value
        for text in self._texts():
            for match in _COPYRIGHT.finditer(text):
                line = re.sub(r"[*_`]|!?\[(.*?)\]\([^)]*\)", r"\1", match[0])
                if not _OF_THE_LICENCE.search(line) and re.search(r"[^\W\d_]", _OWNER.sub("", line)):
                    return " ".join(line.split()).strip(" .,|")
        short = [text for text in self._texts(only="licen") if len(text) < _SHORT]
        bylines = [line.text for page in self.pages[:1] for line in page.lines[:_TOP]]
        matches = [*map(_BY.search, short), *map(_BYLINE.search, bylines)]
        return next((match[1] for match in matches if match), "")

    def _field(self, *names: str) -> str:
        """Return the first of these fields in the front matter of the pages, the main page's first, or ""."""
        pages = sorted(self.pages, key=lambda page: PurePosixPath(page.path).stem.lower() != "index")
        for value in (page.front.get(name) for page in pages for name in names):
            texts = value if isinstance(value, list) else [value]
            if text := ", ".join(each.strip() for each in texts if isinstance(each, str)):
                return text
        return ""

    def _texts(self, only: str = "") -> Sequence[str]:
        """Return the texts that may name a licence, the likeliest first, or those of files named `only`."""
        names = [
            *self.about,
            *(each for each in self.files if _NOT_PAGES.fullmatch(PurePosixPath(each).name)),
        ]
        first = sorted(
            names, key=lambda name: ("licen" not in name.lower() and "copying" not in name.lower(), len(name))
        )
        texts = [(self.root / name).read_text("utf-8", "replace") for name in first if only in name.lower()]
        if only:
            return texts
        legal = [
            page.text for page in self.pages if re.search("legal|licen|credit|about|index", page.path.lower())
        ]
        ends = [page.text[:3000] + page.text[-3000:] for page in self.pages]
        return [*texts, *legal, *ends]


def read(path: Path) -> Sources:
    """Return the sources in a file or folder. Raises InputError if there is no Markdown in it."""
    return _read_file(path) if path.is_file() else _read_folder(path)


def _read_file(path: Path) -> Sources:
    files = sorted(_neighbours(path)) if path.suffix.lower() in MARKDOWN and _is_text(path) else []
    page = _read(path.parent, path.name) if files else None
    if page is None or not page.text.strip():
        raise InputError.at("source", str(path), "a file of Markdown", code="bad_file")
    others = [name for name in files if not _is_markdown(name)]
    about = [name for name in files if _is_about(name) and name not in (*others, path.name)]
    return Sources(path, path.parent, [page], others, about)


def _read_folder(path: Path) -> Sources:
    paths = sorted(_files(path))
    names = [name for name in paths if _is_markdown(name)]
    others = [name for name in paths if name not in {*names}]
    about = [name for name in names if _is_about(name)]
    texts = [name for name in names if name not in {*about} and _is_text(path / name)]
    pages = [page for page in (_read(path, name) for name in texts) if page.text.strip()]
    if not pages:
        raise InputError.at("source", str(path), "a file or folder of Markdown", code="bad_file")
    notes = [
        Note("by hand", name, 0, "file without text, left out", "Save it as text in UTF-8")
        for name in names
        if name not in {*about, *texts}
    ]
    return Sources(path, path, pages, others, about, notes)


def _neighbours(path: Path) -> list[str]:
    """Return the files in a file's folder, and one level below."""
    paths = (each for pattern in ("*", "*/*") for each in path.parent.glob(pattern))
    return [each.relative_to(path.parent).as_posix() for each in paths if each.is_file()]


def _is_markdown(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in MARKDOWN


def _is_about(name: str) -> bool:
    return bool(_NOT_PAGES.fullmatch(PurePosixPath(name).name))


def _files(root: Path) -> list[str]:
    """Return the files below a folder, without hidden files, those of programs and broken links."""
    paths = []
    for folder, folders, names in root.walk():
        folders[:] = [name for name in folders if not name.startswith(".") and name not in _SKIPPED]
        relative = folder.relative_to(root)
        files = (name for name in names if not name.startswith(".") and (folder / name).is_file())
        paths += [(relative / name).as_posix() for name in files]
    return paths


def _is_text(path: Path) -> bool:
    """Return whether a file has few control characters, unlike pictures and programs."""
    start = path.read_bytes()[:_CHECKED]
    text = start.translate(None, _CONTROLS)
    return start.startswith(_UTF_16) or 20 * len(text) >= 19 * len(start)


def _decode(content: bytes) -> str:
    """Return a text in UTF-8, UTF-16 or the encoding of older Windows programs.

    In UTF-8, broken characters are replaced by _UNREADABLE.
    """
    if content.startswith(_UTF_16):
        return content.decode("utf-16", "replace")
    text = content.decode("utf-8-sig", "replace")
    unreadable = len(re.findall(f"{_UNREADABLE}+", text))
    readable = len(re.findall(rf"[^\0-\x7f{_UNREADABLE}]", text)) if unreadable else 0
    return text if readable >= unreadable else content.decode("cp1252", "replace")


def _read(root: Path, name: str) -> Source:
    text = _decode((root / name).read_bytes())
    text = _CONTROL.sub("", _SPACES.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n")))
    front: Mapping[str, Any] = {}
    start = 0
    notes: list[Note] = []
    if match := _FRONT.match(text):
        loaded = _toml(match["toml"]) if match["toml"] is not None else _yaml(match, name, notes)
        if loaded is not None:
            front = loaded
            start = text.count("\n", 0, match.end())
            text = text[match.end() :]
    lines = [Line(line.expandtabs(4), number) for number, line in enumerate(text.split("\n"), start + 1)]
    notes += [
        Note("by hand", name, line.number, f"character that can't be read, shown as {_UNREADABLE}")
        for line in lines
        if _UNREADABLE in line.text
    ]
    return Source(name, front, lines, notes)


def _toml(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _yaml(match: re.Match[str], name: str, notes: list[Note]) -> dict[str, Any] | None:
    """Return the fields of a front matter, or None if it is none; add a note on fields that can't be read."""
    text = match["yaml"] if match["metadata"] is None else match["metadata"]
    try:
        loaded = yaml.safe_load(text)
    except yaml.YAMLError as error:
        if not _FRONT_LINES.fullmatch(text):
            return None
        mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
        what = "front matter that isn't valid YAML; the lines that can be read are used"
        line = mark.line + 2 if mark else 2
        notes.append(Note("by hand", name, line, what, "Correct it and import again"))
        return _readable_fields(text)
    return {} if not text.strip() else loaded if isinstance(loaded, dict) else None


def _readable_fields(text: str) -> dict[str, object]:
    """Return the fields of invalid front matter that can be read on their own, such as `title: A: B`."""
    values: dict[str, object] = {}
    for match in _FIELD.finditer(text):
        try:
            value = yaml.safe_load(match["value"])
        except yaml.YAMLError:
            continue
        values[match["name"]] = match["value"] if isinstance(value, dict) else value
    return values
