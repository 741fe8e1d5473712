"""scripts/check_wild.sh calls this; its header describes the command line."""
import argparse
import dataclasses
import json
import os
import sys
import tempfile
import time


def refuse(text, code=2):
    print(f"check_wild: {text}", file=sys.stderr)
    sys.exit(code)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        refuse(f"{message}: see --help")


def chosen(option, text, legal):
    if text in ("all", "none"):
        return list(legal) if text == "all" else []
    names = text.split(",")
    for name in names:
        if name not in legal:
            refuse(f"{option} has '{name}': legal are all, none, {', '.join(legal)}")
    return names


def read(arguments, networks, hostile):
    parser = Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("--networks", default="all")
    parser.add_argument("--hostile", default="all")
    parser.add_argument("--configs", default="default,1x32,tiny")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--programs", required=True)
    asked = parser.parse_args(arguments)
    asked.networks = chosen("--networks", asked.networks, networks)
    asked.hostile = chosen("--hostile", asked.hostile, hostile)
    asked.configs = asked.configs.split(",")
    if not 0 <= asked.seed < 2**31:
        refuse(f"--seed is {asked.seed}, legal are 0 to {2**31 - 1}")
    if asked.seconds < 1:
        refuse(f"--seconds is {asked.seconds}, legal are 1 and more")
    if asked.keep:
        try:
            os.makedirs(asked.keep, exist_ok=True)
        except OSError as e:
            refuse(f"--keep: {e}", 9)
        if not os.access(asked.keep, os.W_OK):
            refuse(f"--keep: cannot write into {asked.keep}", 9)
    return asked


def rows_of(asked, folder):
    import check
    checker = check.Check(asked, folder)
    tasks = [(checker.row, name) for name in asked.networks]
    tasks += [(checker.hostile_row, name) for name in asked.hostile]
    begin, rows = time.monotonic(), []
    for i, (task, name) in enumerate(tasks):
        rows.append(task(name))
        passed = time.monotonic() - begin
        left = passed / (i + 1) * (len(tasks) - i - 1)
        print(f"[{i + 1}/{len(tasks)}] {name}: {rows[-1].result}, about {left:.0f} s left",
              file=sys.stderr)
        if rows[-1].result == "FAILED":
            print(f"  {rows[-1].why}", file=sys.stderr)
    return rows


def count(rows, kind, what):
    rows = [row for row in rows if row.kind == kind]
    holds, refused, failed = (sum(row.result == result for row in rows)
                              for result in ("holds", "refused", "FAILED"))
    return f"{len(rows)} {what}: {holds} hold, {refused} refused by name as they must be, {failed} failed"


def show(rows, configs):
    width = max([len(row.name) for row in rows] + [7])
    print(f"{'network':{width}}  opset nodes  result   error    kernels ({' '.join(configs)} all-int8)")
    for row in rows:
        what = " ".join(map(str, row.kernels)) or row.why.splitlines()[0][:150] if (
            row.kernels or row.why) else ""
        numbers = f"{row.opset:5} {row.nodes:5}" if row.kind == "network" else " " * 11
        error = f"{row.error:.1e}" if row.kernels else " " * 7
        print(f"{row.name:{width}}  {numbers}  {row.result:7}  {error}  {what}".rstrip())
    print(count(rows, "network", "networks"))
    print(count(rows, "hostile", "files of careless or evil hands"))


def main():
    import registry
    import classic, detection, exporters, pictures, quantized, hostile  # noqa: F401  they register
    asked = read(sys.argv[1:], registry.NETWORKS, hostile.CASES)
    if asked.list:
        print("\n".join(asked.networks + asked.hostile))
        return 0
    with tempfile.TemporaryDirectory(prefix="check_wild.") as folder:
        rows = rows_of(asked, asked.keep or folder)
    failed = [row.name for row in rows if row.result == "FAILED"]
    if asked.json:
        print(json.dumps({"schema": "check_wild", "schema_version": 1, "seed": asked.seed,
                          "configs": asked.configs, "failed": failed,
                          "rows": [dataclasses.asdict(row) for row in rows]}, indent=2))
    else:
        show(rows, asked.configs)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
