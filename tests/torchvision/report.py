"""What the check shows: progress while it works, a table or JSON at the end."""
import dataclasses
import sys
import time

import torch
import torchvision

import names


class Progress:
    def __init__(self, steps):
        self.steps, self.taken, self.start = steps, 0, time.monotonic()

    def step(self, what):
        spent = time.monotonic() - self.start
        left = f", about {spent / self.taken * (self.steps - self.taken):.0f} s left" if self.taken else ""
        self.taken += 1
        print(f"[{self.taken}/{self.steps}] {what}: {spent:.0f} s{left}", file=sys.stderr, flush=True)

    def result(self, row):
        if row.result != "holds":  # not only at the end, which may be hours away
            print(f"{row.result}: {row.network}, {row.form}: {row.why}", file=sys.stderr, flush=True)

    def done(self):
        print(f"{self.steps} done: {time.monotonic() - self.start:.0f} s", file=sys.stderr, flush=True)


def unchecked(rows):
    """Networks that PyTorch could not export in any form that was asked for."""
    exported = {row.network for row in rows if row.result != "not exported"}
    return sorted({row.network for row in rows} - exported)


def failed(rows, asked):
    """Of the others it is said, and no failure, where PyTorch cannot export them or we refuse them."""
    wrong = {row.network for row in rows if row.result == "FAILED"}
    wrong |= set(unchecked(rows)) & set(names.REQUIRED)
    return [name for name in asked if name in wrong]


SLOW_SECONDS = 60


def slow(row):
    """Commands of ours that took long, with their seconds."""
    parts = {"float": row.float_seconds, "csim": row.csim_seconds}
    parts |= {run["config"]: run["seconds"] for run in row.int8}
    return {what: seconds for what, seconds in parts.items() if seconds > SLOW_SECONDS}


HEADER = ["network", "form", "opset", "MB", "float error", "int8", "kernels", "on acc.", "SQNR dB",
          "cycles", "export s", "float s", "int8 s", "csim s", "result"]


def cells(row):
    first = row.int8[0] if row.int8 else None
    return [
        row.network, row.form, str(row.opset), f"{row.megabytes:.0f}",
        f"{max(row.float_errors.values()):.1e}" if row.float_errors else "-",
        "+".join(run["config"] for run in row.int8) or "-",
        str(first["kernels"]) if first else "-",
        f"{first['device_mac_percent']:.1f} %" if first else "-",
        "+".join(f"{run['sqnr_db'] or 0:.1f}" for run in row.int8) or "-",
        f"{row.cycles:,}" if row.cycles else "-",
        f"{row.export_seconds:.1f}", f"{row.float_seconds:.1f}",
        "+".join(f"{run['seconds']:.1f}" for run in row.int8) or "-", f"{row.csim_seconds:.1f}",
        row.result,
    ]


def show(rows, failed, asked):
    table = [HEADER] + [cells(row) for row in rows]
    widths = [max(len(line[i]) for line in table) for i in range(len(HEADER))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    for row in rows:
        if row.why:
            print(f"{row.result}: {row.network}, {row.form}: {row.why}")
        for what, seconds in slow(row).items():
            print(f"slow: {row.network}, {row.form}: {what} took {seconds:.0f} s")
    others = {"FAILED": failed, "refused": refused(rows),
              "not exported": [name for name in unchecked(rows) if name not in failed]}
    holds = len(asked.networks) - len(set().union(*others.values()))
    print(f"torchvision: {holds} of {len(asked.networks)} networks agree with PyTorch in float and are "
          "bit-equal in int8" + "".join(f"; {what}: {', '.join(them)}"
                                        for what, them in others.items() if them))


def refused(rows):
    return sorted({row.network for row in rows if row.result == "refused"})


def document(rows, failed, asked):
    return {
        "schema": "check_torchvision", "schema_version": 1, "seed": asked.seed,
        "torch": torch.__version__, "torchvision": torchvision.__version__,
        "networks": len(asked.networks), "failed": failed, "refused": refused(rows),
        "not_exported": unchecked(rows),
        "rows": [dataclasses.asdict(row) for row in rows],
    }
