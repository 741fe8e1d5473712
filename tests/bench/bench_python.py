#!/usr/bin/python3
"""bench_python.py BUILD [RUNS]: a run of the digits network in Python and in C++, and the difference.

Medians of the processor time of RUNS (1000) runs on fsim, from the input's array to the output's: `net.run(x)`, and bench_runs
through the C ABI, one after the other, since other work on the machine changes both.
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
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    sys.path.insert(0, str(build / "python"))
    import numpy as np
    import vta

    net = vta.compile(ROOT / "tests/data/digits_resnet8.onnx", device="fsim")
    x = np.full(net.inputs[0].shape, 0.5, np.float32)
    here, there = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "digits.vta"
        net.save(program)
        with subprocess.Popen([build / "bin/bench_runs", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              bufsize=1) as other:
            for _ in range(runs):
                start = time.process_time()
                net.run(x)
                here.append(1e3 * (time.process_time() - start))
                other.stdin.write("\n")
                there.append(float(other.stdout.readline()))
    python, cpp = statistics.median(here), statistics.median(there)
    print(f"Python {python:.4f} ms, C++ {cpp:.4f} ms: {python - cpp:+.4f} ms")


if __name__ == "__main__":
    main()
