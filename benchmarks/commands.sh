# What is done in Diceleaf's own repository alone; a part of site_build.sh.

usage_of_more() {
  cat <<'TEXT'

In Diceleaf's own repository `test` includes browsers: --quick leaves out what needs one or builds a site,
--all-browsers runs in three also what goes the same way in each, --all-pages looks at every page where else
one of each kind will do. There are also:

  bench        measure the odds beside icepool and dyce, an author's waits, the start of the engine,
               with Lighthouse how quickly pages can be read, and how quickly desks answer in Pyodide
  mutate [--seed 7] [--count 100] [paths]
               put slips into a sample of rules_py's lines and count how many the tests notice
  fuzz [--seed 1] [--count 1000000]
               try drawn and changed inputs at every door of the rules and the pages; each must be answered, soon
TEXT
}

is_one_more() { case $1 in bench | mutate | fuzz) true ;; *) false ;; esac; }

# The three browsers of the tests and what drives them. Tests of a browser that can't be had are skipped, or
# fail where CI=true.
find_browsers() {
  local missing=()
  have chromium-headless-shell && have chromedriver || missing+=(chromium-headless-shell chromium-driver)
  have firefox-esr || have firefox || missing+=(firefox-esr)
  have WebKitWebDriver || missing+=(webkit2gtk-driver)
  have Xvfb || missing+=(xvfb)
  [ ${#missing[@]} = 0 ] || apt_install "${missing[@]}" ||
    say "tests of some browsers can't run, or take longer: install ${missing[*]} (Debian: apt-get install ${missing[*]})"
}

# Finds them while the environment is made and the first tests run; those that need one wait until the file is gone.
find_browsers_meanwhile() {
  BROWSERS_TO_COME=$(mktemp)
  export BROWSERS_TO_COME
  (
    trap 'rm -f "$BROWSERS_TO_COME"' EXIT
    find_browsers
  ) &
}

bench() {
  locked build
  find_browsers
  say "measuring the odds beside icepool and dyce"
  "$venv_python" benchmarks/odds.py
  say "measuring how long an author waits"
  "$venv_python" benchmarks/loop.py
  say "measuring the start of the engine"
  "$venv_python" benchmarks/start.py
  say "measuring how quickly pages can be read"
  locked make_node_modules benchmarks/lighthouse
  "$venv_python" benchmarks/reading.py
  say "measuring how quickly desks answer in Pyodide, and how long any request holds it"
  "$venv_python" benchmarks/in_pyodide.py
}

mutate() {
  locked make_python_environment
  say "putting slips into the rules; the first run also learns which test reaches which line"
  "$venv_python" -m tests.mutation "$@"
}

fuzz() {
  locked make_environment
  say "trying inputs at every door of the rules and of the pages"
  "$venv_python" -m tests.fuzz "$@"
}
