#!/usr/bin/python3
"""bench_python.py BUILD [RUNS] [ROUNDS]: a run of the digits network in Python and in C++, and the difference.

Medians of the processor time of RUNS (1000) runs on fsim, from the input's array to the output's: `net.run(x)`, and bench_runs through the C ABI; in
turns, ROUNDS (5) times, since other work on the machine changes both.
"""
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = Path(sys.argv[1]).resolve()
    runs, rounds = (int(sys.argv[i]) if len(sys.argv) > i else least for i, least in ((2, 1000), (3, 5)))
    sys.path.insert(0, str(build / "python"))
    import numpy as np
    import vta

    net = vta.compile(ROOT / "tests/data/digits_resnet8.onnx", device="fsim")
    x = np.full(net.inputs[0].shape, 0.5, np.float32)
    more = []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "digits.vta"
        net.save(program)
        for _ in range(rounds):
            laps = []
            for _ in range(runs):
                start = time.process_time()
                net.run(x)
                laps.append(1e3 * (time.process_time() - start))
            said = subprocess.run([build / "bin/bench_runs", program, str(runs)], check=True, capture_output=True, text=True)
            python, cpp = statistics.median(laps), float(said.stdout)
            more.append(python - cpp)
            print(f"Python {python:.4f} ms, C++ {cpp:.4f} ms: {more[-1]:+.4f} ms")
    print(f"median of {rounds}: {statistics.median(more):+.4f} ms in Python")


if __name__ == "__main__":
    main()
