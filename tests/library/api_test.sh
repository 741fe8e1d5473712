#!/usr/bin/env bash
# api_test.sh LIBRARY NM API SOURCES HEADERS: libvta.so exports the C interfaces and the names of API (runtime/vta_api.txt), nothing
# else; of what HEADERS, a list with semicolons, declare in namespace vta and the library has, nothing is kept back.
set -euo pipefail

library="$1" nm="$2" api="$3" sources="$4"
IFS=';' read -ra headers <<<"$5"
failed=0
report() {
  if [[ -n "$2" ]]; then
    printf '%s:\n%s\n' "$1" "$(head -20 <<<"$2")"
    failed=1
  fi
}
names="$(grep '^[a-zA-Z]' "$api" | sort)"
report "names that are twice in $api" "$(uniq -d <<<"$names")"

exported="$("$nm" -DC --defined-only "$library" | sed 's/^[0-9a-f]* *[A-Za-z] //')"
# vta::Executor::run(...) and vtable for vta::Executor as Executor, vta::board::add_board(...) as board::add_board.
plain() { sed -nE 's/^(.* (for|to) )?vta::(([a-z_0-9]+::)*[A-Za-z_0-9]+).*/\3/p'; }
foreign="$(grep -vE '^(vta_|VTA|(.* (for|to) )?vta::)' <<<"$exported" || true)"
report "symbols that are nobody's interface" "$foreign"
of_cpp="$(plain <<<"$exported" | sort -u)"
report "names that are not in $api" "$(comm -23 <(echo "$of_cpp") <(echo "$names"))"
report "names of $api that the library does not export" "$(comm -13 <(echo "$of_cpp") <(echo "$names"))"

# What headers declare: classes, and whatever is called or defined. Namespaces below vta are told apart by the list alone.
declared="$(cd "$sources" && sed -E 's,//.*,,' "${headers[@]}" |
  grep -oE '\b((class|struct) +[A-Za-z_][A-Za-z_0-9]*|[a-zA-Z_][a-zA-Z_0-9]* *\()' | sed -E 's/^(class|struct) +//; s/ *\($//' | sort -u)"
report "names of $api that no installed header declares" \
  "$(comm -23 <(sed 's/.*:://' <<<"$names" | sort -u) <(echo "$declared"))"
# Symbols of the library itself, where it was not stripped. Members that every structure has are with who includes its header.
inside="$("$nm" -C --defined-only "$library" 2>/dev/null | grep -vE 'vta::([A-Za-z_0-9]+)::(~?\1|operator=)\(' | sed -nE 's/^[0-9a-f]* [TtDdRrBb] vta::([A-Za-z_0-9]+)(::|\(|\[).*/\1/p' | sort -u)"
# So are those of a structure whose functions its header defines: the library may have copies of its own.
defined="$(cd "$sources" && awk '
  /^(struct|class) [A-Za-z_0-9]+ / && !/;$/ { name = $2; sub(/:$/, "", name); open = 0; inside = 1 }
  inside && /^  [^ ]/ { declares = !/\{/ }
  inside && declares && /\)( const)?( noexcept)?( override)?;$/ { open = 1 }
  inside && /^};/ { if (!open) print name; inside = 0 }' "${headers[@]}" | sort -u)"
if [[ -n "$inside" ]]; then
  report "declared by an installed header and kept back" "$(comm -12 <(echo "$inside") <(echo "$declared") |
    comm -23 - <(sort -u <<<"$names"$'\n'"$defined"))"
fi
echo "exports $(wc -l <<<"$exported") symbols of $(wc -l <<<"$names") names of C++ and $(grep -cE '^(vta_|VTA)' <<<"$exported") of C"
exit "$failed"
