"""What Python adds to a run: net.run(x) against the executor's own time of the same runs.

    PYTHONPATH=build/release/python python3 tests/bench/python_call.py [RUNS]
"""

import statistics
import sys
import time
from pathlib import Path

import numpy as np
import vta

DATA = Path(__file__).resolve().parents[1] / "data"


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    net = vta.compile(DATA / "digits_resnet8.onnx", device="fsim")
    x = np.zeros(net.inputs[0].shape, np.float32)
    net.run(x)
    python, inside = [], []
    for _ in range(runs):
        start = time.perf_counter()
        net.run(x)
        python.append(time.perf_counter() - start)
        inside.append(net.report["seconds"]["total"])
    added = statistics.median(p - i for p, i in zip(python, inside))
    print(
        f"digits_resnet8, {runs} runs: {1e3 * statistics.median(python):.3f} ms from Python, "
        f"{1e3 * statistics.median(inside):.3f} ms in C++; added {1e3 * added:.3f} ms"
    )


if __name__ == "__main__":
    main()
