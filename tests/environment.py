"""Virtual environments as `site_build.sh` makes them, but without downloads."""

import hashlib
import subprocess
import sys
import sysconfig
from pathlib import Path


def make_environment(folder: Path) -> Path:
    """Make a virtual environment with our packages; return the path of its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    packages = next(folder.glob("lib/*/site-packages"))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin/python"


def mark_as_locked(repository: Path) -> None:
    """Make the script of a repository accept its .venv as matching its lock file."""
    total = hashlib.sha256()
    for name in ("requirements.lock", "pyproject.toml"):
        total.update(f"{name}\0{hashlib.sha256((repository / name).read_bytes()).hexdigest()}\n".encode())
    (repository / ".venv/.made-from").write_text(f"{total.hexdigest()} in {repository}")
