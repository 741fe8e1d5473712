#!/usr/bin/env bash
# symbols_test.sh LIBRARY NM READELF STRIP: that libvta_runtime.so needs, takes and exports what it should, for
# whatever machine it was built. Prints its size without symbols.
set -euo pipefail

library="$1" nm="$2" readelf="$3" strip="$4"
failed=0
# report WHAT LINES: lines that should not be there.
report() {
  if [[ -n "$2" ]]; then
    printf '%s:\n%s\n' "$1" "$(head -20 <<<"$2")"
    failed=1
  fi
}

needed="$("$readelf" -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p')"
# Boost.JSON, fmt and xxHash are part of the library itself where it is built from their headers.
allowed='^(libc|libm|libgcc_s|libstdc\+\+|libpthread|ld-linux[-a-z0-9_]*|libfmt|libboost_json|libboost_container|libxxhash|libasan|libubsan)\.so[.0-9]*$'
report "libraries that it should not need" "$(grep -vE "$allowed" <<<"$needed" || true)"

exported="$("$nm" -DC --defined-only "$library" | sed 's/^[0-9a-f]* *[A-Za-z] //')"
ours='^(vta_|VTA|(typeinfo for |typeinfo name for |vtable for |VTT for |non-virtual thunk to )?vta::)'
report "symbols that it should not export" "$(grep -vE "$ours" <<<"$exported" || true)"
for wanted in vta_program_load vta_executor_create VTASetDriver 'vta::load_program(' 'vta::known_devices('; do
  grep -qF "$wanted" <<<"$exported" || report "not exported" "$wanted"
done

# In whole, defined or not: nothing of the compiler, of other simulators, of what the tool is linked with.
all="$("$nm" -C "$library" 2>/dev/null; "$nm" -DC "$library")"
foreign='dnnl|GOMP_|omp_(get|set)|google::protobuf|onnx::|sc_core|sqlite3|vta::(compile|make_csim|make_tsim|import_onnx|passes)\('
report "code that it should not have" "$(grep -E "$foreign" <<<"$all" || true)"
grep -q 'vta::host::plain_kernels' <<<"$all" || report "missing" "the plain operators of the host"

stripped="$(mktemp)"
trap 'rm -f "$stripped"' EXIT
"$strip" -o "$stripped" "$library"
echo "needs: $(tr '\n' ' ' <<<"$needed")"
echo "exports $(wc -l <<<"$exported") symbols; $(stat -c %s "$stripped") bytes without symbols for debuggers"
exit "$failed"
