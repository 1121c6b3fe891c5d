# Commands that only Diceleaf's own repository has; a part of site_build.sh.

usage_of_more() {
  cat <<'TEXT'

In Diceleaf's own repository `test` includes three browsers:

    test unit       run the tests of the core and of the files that have changed (less than a minute)
    test contracts  run the tests of every calculator, sheet, tracker and book
    test site       run the tests that need a browser or a built site
    test --quick    run all tests but those of `site`
    test --all-browsers --all-pages
                    run every browser test in all three browsers, and visit every page

There are also:

  bench        measure odds, build, engine start-up, page load and requests; see benchmarks/README.md
  fuzz [--seed 1] [--count 1000000]
               send random and altered inputs to every entry point; each must be answered in time
TEXT
}

is_one_more() { case $1 in bench | fuzz) true ;; *) false ;; esac; }

# Installs the three browsers of the tests and their drivers. Tests of a browser that can't be installed are
# skipped, or fail if CI=true.
find_browsers() {
  local missing=()
  have chromium-headless-shell && have chromedriver || missing+=(chromium-headless-shell chromium-driver)
  have firefox-esr || have firefox || missing+=(firefox-esr)
  have WebKitWebDriver || missing+=(webkit2gtk-driver)
  have Xvfb || missing+=(xvfb)
  [ ${#missing[@]} = 0 ] || apt_install "${missing[@]}" ||
    say "tests of some browsers can't run, or take longer: install ${missing[*]} (Debian: apt-get install ${missing[*]})"
}

# Installs them in the background of the first tests; tests that need a browser wait until the file is removed.
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
  say "measuring the first roll on a slow network"
  "$venv_python" benchmarks/first_roll.py
  say "measuring how quickly pages can be read"
  locked make_node_modules benchmarks/lighthouse
  "$venv_python" benchmarks/reading.py
  say "measuring how quickly desks answer in Pyodide, and how long any request holds it"
  "$venv_python" benchmarks/in_pyodide.py
}

fuzz() {
  locked make_environment
  say "sending inputs to every entry point of the rules and the pages"
  "$venv_python" -m tests.fuzz "$@"
}
