"""Puts our JavaScript modules together with esbuild."""

import subprocess
from pathlib import Path

_HERE = Path(__file__).parent


class ModulesError(RuntimeError):
    """The modules can't be put together; says why."""


def bundle_modules(form: str, folder: Path) -> str:
    """Do what `bundle_modules.mjs` does in the form "classic" or "modules"; returns what it prints.

    Raises ModulesError.
    """
    command: list[str | Path] = ["node", _HERE / "bundle_modules.mjs", form, folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ModulesError(f"{folder}: {done.stderr.strip()}")
    return done.stdout
