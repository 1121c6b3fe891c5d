"""Environments of Python as `site_build.sh` makes them, but with nothing fetched a second time."""

import hashlib
import subprocess
import sys
import sysconfig
from pathlib import Path


def make_environment(folder: Path) -> Path:
    """Make one with what ours has, and give the path of its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    packages = next(folder.glob("lib/*/site-packages"))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin/python"


def seems_made_from_lock(repository: Path) -> None:
    """Have the script there take its .venv for what its lock pins."""
    total = hashlib.sha256()
    for name in ("requirements.lock", "pyproject.toml"):
        total.update(f"{name}\0{hashlib.sha256((repository / name).read_bytes()).hexdigest()}\n".encode())
    (repository / ".venv/.made-from").write_text(f"{total.hexdigest()} in {repository}")
