#!/usr/bin/env bash
# package_documents.sh SOURCES FOLDER MAN VERSION MAINTAINER: what Debian wants beside the files of a package, in FOLDER:
# copyright, changelog.Debian.gz (CHANGELOG.md in Debian's form), man/*.1.gz (the pages of MAN) and vta-sweep-mpi.1.gz.
# The time is SOURCE_DATE_EPOCH, else that of CHANGELOG.md.
set -euo pipefail

sources="$1" folder="$2" man="$3" version="$4" maintainer="$5"
export LC_ALL=C.UTF-8
rm -rf "$folder"
mkdir -p "$folder/man"
when="${SOURCE_DATE_EPOCH:-$(stat -c %Y "$sources/CHANGELOG.md")}"
day="$(date -u +%F -d "@$when")"

# One entry per heading, a day apart: when older ones were released is not written down; what it says is folded to Debian's width. "Unreleased" is the version that is built.
debian_changelog() {
  awk -v version="$version" '
    /^## Unreleased/ { at = version; next_is = 1 }
    /^## [0-9]/ { at = $2; next_is = 1 }
    next_is { if (open) print "@end"; print "@" at; open = 1; next_is = 0; next }
    !at { next }
    /^- / { sub(/^- /, ""); print "* " $0; next }
    /^  [^ ]/ { sub(/^ +/, ""); print "  " $0; next }
    /^[^ ]/ { print "* " $0 }
    END { if (open) print "@end" }' "$sources/CHANGELOG.md" |
    while IFS= read -r line; do
      case "$line" in
        @end)
          printf '\n -- %s  %s\n\n' "$maintainer" "$(date -u -R -d "@$when")"
          when=$((when - 86400))
          ;;
        @*) printf 'vta (%s-1) unstable; urgency=medium\n\n' "${line#@}" ;;
        "* "*) fold -s -w 72 <<<"${line#??}" | sed -e '1s/^/  * /' -e '2,$s/^/    /' -e 's/ *$//' ;;
        *) fold -s -w 72 <<<"${line#??}" | sed -e 's/^/    /' -e 's/ *$//' ;;
      esac
    done
}
debian_changelog | gzip -9n >"$folder/changelog.Debian.gz"

cat >"$folder/copyright" <<TEXT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: vta
Upstream-Contact: $maintainer

Files: *
Copyright: $(date -u +%Y -d "@$when") the authors of the VTA stack
License: Apache-2.0
 On Debian systems, the full text of the Apache License, Version 2.0,
 is in the file /usr/share/common-licenses/Apache-2.0.
TEXT

for page in "$man"/*.1; do
  gzip -9nc "$page" >"$folder/man/${page##*/}.gz"
done
gzip -9nc >"$folder/vta-sweep-mpi.1.gz" <<TEXT
.TH VTA\-SWEEP\-MPI 1 "$day" "vta $version" "VTA stack"
.SH NAME
vta\-sweep\-mpi \- compute a sweep of VTA configurations on MPI ranks
.SH SYNOPSIS
.B mpirun \-n N vta\-sweep\-mpi
.RI [ OPTIONS ]
.SH DESCRIPTION
Takes what
.BR vta\-sweep (1)
takes;
.B vta\-sweep\-mpi \-\-help
lists it.
.SH SEE ALSO
.BR vta\-sweep (1)
TEXT
