#!/usr/bin/env python3
"""count_steps.py arm32|arm64 FOLDER VTA MODEL... [-- OPTION...]: the instructions of the host's steps on an ARM processor.

FOLDER is where run_on_arm.sh has built the runtime library. Every model is compiled by VTA with the OPTIONs, its steps run
under qemu-user with the plugin insn_count.c, and a row is printed for each: its row in a host's file, bytes, elements,
multiply-accumulates and instructions. config/hosts has figures that follow from them.
"""
import json
import pathlib
import re
import subprocess
import sys

TRIPLETS = {"arm32": ("arm-linux-gnueabihf", "qemu-arm"), "arm64": ("aarch64-linux-gnu", "qemu-aarch64")}


def output_of(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"count_steps: {' '.join(map(str, command))}: {done.stderr}")
    return done


def main():
    arguments = sys.argv[1:]
    options = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, options = arguments[:at], arguments[at + 1:]
    if len(arguments) < 4 or arguments[0] not in TRIPLETS:
        sys.exit(__doc__)
    width, folder, vta, models = arguments[0], pathlib.Path(arguments[1]), arguments[2], arguments[3:]
    triplet, emulator = TRIPLETS[width]
    output_of(["cmake", "--build", folder / "build", "--target", "count_steps", "-j1"])
    plugin = folder / "insn_count.so"
    source = pathlib.Path(__file__).with_name("insn_count.c")
    output_of(["cc", "-O2", "-fPIC", "-shared", "-o", plugin, source])

    def instructions(program, step, times):
        run = output_of([emulator, "-L", f"/usr/{triplet}", "-plugin", plugin, folder / "build/bin/count_steps",
                         program, str(step), str(times)])
        return int(re.search(r"instructions (\d+)", run.stderr).group(1))

    print("model row nbytes elements macs instructions")
    for model in models:
        program = folder / "counted.vta"
        output_of([vta, "compile", model, "-o", program, *options])
        run = output_of([vta, "run", program, "--backend", "csim", "--timing-only", "--clock", "100", "--host",
                         "cortex-a9", "--json"])
        steps = json.loads(run.stdout)["host_time"]["steps"]
        once = instructions(program, steps[0]["step"], 1)
        for step in steps:
            if step["name"] != "launch":
                more = instructions(program, step["step"], 2) - once
                print(pathlib.Path(model).stem, step["name"], step["nbytes"], step["elements"], step["macs"], more,
                      flush=True)


main()
