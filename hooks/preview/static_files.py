"""Static files, which the preview server copies again only if they have changed."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from hooks.base.adapter import File, Files
from hooks.base.site_folders import ASSETS

_copied: dict[str, object] = {}
"""The source of each copy, by its path."""


def clean(site: str) -> None:
    """Remove the former build's files, except assets: copies, and tables named after their content."""
    for path in Path(site).iterdir():
        if path.is_dir() and path.name != ASSETS:
            shutil.rmtree(path)
        elif path.is_file():
            path.unlink()


def reuse(files: Files) -> None:
    """Have this build copy only changed files, and remove copies of files that are gone."""
    static = {file.abs_dest_path: file for file in files if not file.is_documentation_page()}
    for path in _copied.keys() - static.keys():
        Path(path).unlink(missing_ok=True)
        del _copied[path]
    for file in static.values():
        file.copy_file = partial(_copy, file)  # type: ignore[method-assign]


def _copy(file: File, dirty: bool = False) -> None:
    source = _source(file)
    if _copied.get(file.abs_dest_path) != source or not Path(file.abs_dest_path).exists():
        File.copy_file(file, dirty)
        _copied[file.abs_dest_path] = source


def _source(file: File) -> object:
    """Return what the file's copy is made from: its content, or the path, time and size of a file."""
    if file.abs_src_path is None:
        return file.content_bytes
    stat = Path(file.abs_src_path).stat()
    return file.abs_src_path, stat.st_mtime_ns, stat.st_size
