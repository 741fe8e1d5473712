"""The stubs of what takes settings as keywords are what the tables say; type checkers find wrong ones."""

import inspect
import keyword
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import vta
from vta import _native

PACKAGE = Path(vta.__file__).resolve().parent
SOURCE = Path(os.environ["VTA_PYTHON_SOURCE"])
STUB = "_typed.pyi"

HEAD = '''# Printed from the tables of settings and options: VTA_RENEW=1 tests/python/typed_test.py
from typing import Any, Iterable, Literal, Mapping, Optional, Sequence, Union

from ._arguments import Config, PathText, Samples
from ._arrays import Array
from ._eval import Evaluation
from ._network import Network
from ._sweep import Sweep
from ._tune import Tuning

Names = Union[str, Iterable[Union[str, int]]]
Shapes = Union[str, Mapping[str, Iterable[int]]]
Paths = Union[PathText, Iterable[PathText]]
'''
TYPES = {"flag": "bool", "integer": "int", "number": "float", "text": "PathText", "list": "Names", "shapes": "Shapes"}
OWN = """    config: Config = ...,
    calibration: Samples = ...,
    device: str = ...,
    max_cycles: Optional[int] = ...,
    memory: str = ...,
"""
TUNE = """    config: Config = ...,
    calibration: Samples = ...,
    memory: str = ...,
    objective: Literal["cycles", "bytes", "time"] = ...,
    budget: Optional[str] = ...,
    evaluations: Optional[int] = ...,
    jobs: Optional[int] = ...,
    slower: Optional[float] = ...,
    more_bytes: Optional[float] = ...,
    device: str = ...,
"""
TUNED = {"recipe": "PathText"}
BESIDE = {"pixel_scale": "float", "mean": "Union[float, Sequence[float]]", "std": "Union[float, Sequence[float]]",
          "recipe": "PathText", "dump_ir": "PathText"}


def keywords(beside=BESIDE):
    lines = ""
    for name, (kind, choices, _, _) in _native.setting_keywords().items():
        if keyword.iskeyword(name):
            continue
        literal = ", ".join(f'"{choice}"' for choice in choices)
        kind = f"Literal[{literal}]" if choices else TYPES[kind]
        lines += f"    {name}: Optional[{kind}] = ...,\n"
    return lines + "".join(f"    {name}: Optional[{kind}] = ...,\n" for name, kind in beside.items())


def sweep_keywords():
    lines = ""
    for name, (kind, choices, _) in _native.sweep_keywords().items():
        if name in ("jobs", "resume"):
            continue
        literal = ", ".join(f'"{choice}"' for choice in choices)
        kind = f"Literal[{literal}]" if choices else {"list": "Paths"}.get(kind) or TYPES[kind]
        lines += f"    {name}: Optional[{kind}] = ...,\n"
    return lines


def stub():
    return (
        f"{HEAD}\ndef compile(\n    model: PathText,\n    *,\n{OWN}{keywords()}) -> Network: ...\n"
        f"def from_torch(\n    model: Any,\n    example: Any,\n    *,\n    opset: int = ...,\n{OWN}{keywords()}) -> Network: ...\n"
        f"def eval(\n    model: PathText,\n    images: Samples,\n    labels: Union[Array, PathText, None] = ...,\n    *,\n{OWN}"
        "    limit: int = ...,\n    threads: Optional[int] = ...,\n    verify: bool = ...,\n"
        f"{keywords()}) -> Evaluation: ...\n"
        f"def tune(\n    model: PathText,\n    database: PathText,\n    *,\n{TUNE}{keywords(TUNED)}) -> Tuning: ...\n"
        "def sweep(\n    spec: Union[PathText, Mapping[str, Any]],\n    database: PathText,\n    *,\n"
        f"    resume: bool = ...,\n    jobs: Optional[int] = ...,\n{sweep_keywords()}) -> Sweep: ...\n"
    )


class Typed(unittest.TestCase):
    def test_the_stub_is_what_the_tables_say(self):
        if "VTA_RENEW" in os.environ:
            (SOURCE / STUB).write_text(stub())
        self.assertEqual((SOURCE / STUB).read_text(), stub())

    def test_signatures_have_every_keyword(self):
        for function in (vta.compile, vta.from_torch, vta.eval, vta.tune):
            names = inspect.signature(function).parameters
            for name in ("calibration", "residual", "opt_level", "no_all_int8", "passes", "recipe"):
                self.assertIn(name, names)

    @unittest.skipUnless(shutil.which("mypy"), "mypy is missing (scripts/setup.sh --tests)")
    def test_wrong_keywords_and_values_are_type_errors(self):
        good = ['vta.compile("m.onnx", quant="max", calibration=None, batch=2, skip_conv=[0, "fc"], residual="int8")',
                'vta.compile("m.onnx", shape={"x": (1, 3)}, opt_level=0, recipe="r.json", mean=[1, 2, 3])',
                'vta.from_torch(1, 2, all_int8=False)', 'vta.eval("m.onnx", "x.npy", [1, 2], quant="max", limit=3).top1',
                'vta.tune("m.onnx", "a.db", objective="bytes", slower=1, batch=2).cycles',
                'vta.report("a.db", "a.html", clock=100, max_ms=3)', 'vta.sweep({}, "a.db", jobs=2, confirm="pareto", reuse=["b.db"], launcher="slurm", tasks=4)']
        wrong = ['vta.compile("m.onnx", calibraton=3)', 'vta.sweep({}, "a.db", jbos=2)', 'vta.sweep({}, "a.db", confirm="all")',
                 'vta.sweep({}, "a.db", tasks="4")',
                 'vta.compile("m.onnx", quant="maxx")', 'vta.compile("m.onnx", batch="2x")',
                 'vta.eval("m.onnx", "x.npy", limt=3)', 'vta.tune("m.onnx", "a.db", objective="time!")',
                 'vta.tune("m.onnx", "a.db", mean=3)', 'vta.report("a.db", "a.html", clok=1)',
                 'vta.compile("m.onnx", all_int8="yes")', 'vta.from_torch(1, 2, residul="int8")']
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "use.py").write_text("\n".join(["import vta", *good, *wrong]) + "\n")
            done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "use.py"], cwd=folder, text=True,
                                  env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, capture_output=True)
        lines = [int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line]
        first = 2 + len(good)
        self.assertEqual(sorted(set(lines)), list(range(first, first + len(wrong))), done.stdout)


if __name__ == "__main__":
    unittest.main()
