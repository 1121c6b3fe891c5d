#!/usr/bin/env bash
# Builds, serves and tests the book; `./site_build.sh help` lists the commands. All that knows how comes with Diceleaf, in
# the version that requirements.lock pins: here that is unpacked into .cache.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

version=$(sed -n 's/^diceleaf==\([^ ]*\).*/\1/p' requirements.lock)
wheel=wheels/diceleaf-$version-py3-none-any.whl
digest=$(sed -n '/^diceleaf==/{n;s/.*sha256:\([0-9a-f]*\).*/\1/p;}' requirements.lock)
package=$PWD/.cache/diceleaf-$version-${digest:0:12}
if [ ! -d "$package" ]; then
  python=$(command -v python3 || command -v python) || {
    echo "site_build.sh: needs Python 3.11 or newer on PATH; install it (Debian: apt-get install python3 python3-venv)" >&2
    exit 1
  }
  [ -f "$wheel" ] || "$python" -m pip download -qq --no-deps --dest wheels "diceleaf==$version"
  "$python" -c '
import hashlib, os, pathlib, sys, zipfile
wheel, folder = map(pathlib.Path, sys.argv[1:])
if hashlib.sha256(wheel.read_bytes()).hexdigest() not in pathlib.Path("requirements.lock").read_text():
    sys.exit(f"site_build.sh: {wheel} is not the file that requirements.lock pins; ./site_build.sh needs that one")
begun = folder.with_name(f"{folder.name}.{os.getpid()}")
try:
    zipfile.ZipFile(wheel).extractall(begun)
    begun.rename(folder)
except OSError as error:
    if not folder.is_dir():  # else another ./site_build.sh was faster
        sys.exit(f"site_build.sh: could not unpack {wheel} into {folder.parent}: {error.strerror}")' "$wheel" "$package"
fi
DICELEAF_BOOK=$PWD exec bash "$package/hooks/scaffold/shared/site_build.sh" "$@"
