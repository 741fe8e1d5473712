#!/usr/bin/env bash
# build_test.sh SOURCES FOLDER: scripts/build.sh asks CMake again when a package of setup.sh's tables has come or gone, and not
# otherwise. cmake, ninja and dpkg-query are scripts that write down how they were called.
set -euo pipefail

sources="$1" folder="$2"
fail() { echo "$*" >&2; exit 1; }
rm -rf "$folder"
mkdir -p "$folder/tree/scripts" "$folder/bin"
cp "$sources"/scripts/build* "$sources"/scripts/packages*.txt "$folder/tree/scripts"
cat >"$folder/bin/cmake" <<'END'
#!/usr/bin/env bash
echo "cmake $*" >>"$LOG"
mkdir -p build/release && touch build/release/build.ninja
END
cat >"$folder/bin/ninja" <<'END'
#!/usr/bin/env bash
[[ " $* " == *" -n "* ]] || echo "ninja $*" >>"$LOG"
END
cat >"$folder/bin/dpkg-query" <<'END'
#!/usr/bin/env bash
for package in "$@"; do
  if grep -qxF "$package" "$INSTALLED"; then echo "ii  $package 1.0"; fi
done
END
chmod +x "$folder"/bin/*
export PATH="$folder/bin:$PATH" LOG="$folder/log" INSTALLED="$folder/installed"
# called EXPECTED...: the next build.sh calls exactly these.
called() {
  : >"$LOG"
  (cd "$folder/tree" && scripts/build.sh release vta_cli) 2>/dev/null
  [[ "$(cat "$LOG")" == "$(printf '%s\n' "$@")" ]] || fail "expected '$*', called: $(cat "$LOG")"
}

echo g++ >"$INSTALLED"
called "cmake --preset release" "ninja -C build/release vta_cli"
called "ninja -C build/release vta_cli"
printf 'g++\npybind11-dev\npython3-numpy\n' >"$INSTALLED"
called "cmake build/release" "ninja -C build/release vta_cli"
called "ninja -C build/release vta_cli"
echo firefox-esr >>"$INSTALLED"  # of no table
called "ninja -C build/release vta_cli"
echo g++ >"$INSTALLED"
called "cmake build/release" "ninja -C build/release vta_cli"
echo "CMake is asked again when a package comes or goes"
