# Sourced by the scripts beside it: puts pinned public packages into a temporary folder and compares
# what they do with what was seen before.
# shellcheck shell=bash
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

unavailable() { # PACKAGES
  echo "not to be had here: $* (nothing was checked)" >&2
  exit 2
}

# Installs npm packages NAME@VERSION and goes to the folder that has them.
from_npm() {
  cd "$tmp" || exit
  npm install --silent --no-audit --no-fund --ignore-scripts --fetch-retries 1 --prefix "$tmp" \
    "$@" || unavailable "$@"
}

# Unpacks Debian packages NAME=VERSION, and those that they need and this system lacks.
from_debian() {
  local deb
  mkdir -p "$tmp/debs/partial" "$tmp/root"
  apt-get install --yes --download-only --no-install-recommends --option Debug::NoLocking=1 \
    --option APT::Sandbox::User= --option Dir::Cache::archives="$tmp/debs" "$@" >/dev/null 2>&1 ||
    unavailable "$@"
  for deb in "$tmp"/debs/*.deb; do
    if [[ -e $deb ]]; then dpkg-deb --extract "$deb" "$tmp/root"; fi
  done
  LD_LIBRARY_PATH=$(find "$tmp/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
  export LD_LIBRARY_PATH PATH="$tmp/root/usr/bin:$PATH"
  export PYTHONPATH="$tmp/root/usr/lib/python3/dist-packages"
  cd "$tmp" || exit
}

# Prints what was seen, and fails if it is not what was seen before.
shows() { # WHAT, BEFORE, NOW
  echo "$1: $3"
  [[ $3 == "$2" ]] || {
    echo "changed, it was: $2" >&2
    exit 1
  }
}
