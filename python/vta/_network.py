"""A compiled network on a device."""

from __future__ import annotations

import importlib
import inspect
import io
import json
import keyword
import os
import threading
from html import escape
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar

import numpy as np

from . import _native, _tables
from ._arguments import (
    Config,
    PathText,
    Samples,
    config_source,
    native_text,
    numbers,
    path_text,
    refuse_unknown,
    sample_arguments,
    settings_json,
    whole_number,
    word,
)
from ._arrays import Array, as_array, readable
from ._progress import on_terminal, say
from .errors import InputError, UsageError, in_python

Result = TypeVar("Result")
_LAYER_FIELDS = ("name", "kind", "cycles", "roofline_percent", "gemm_counter", "alu_counter", "lost")


class Tensor(NamedTuple):
    """An input or output of a network."""

    name: str
    shape: Tuple[int, ...]
    dtype: "np.dtype[Any]"


def _tensors(values: Sequence[Tuple[str, Tuple[int, ...], str]]) -> List[Tensor]:
    return [Tensor(name, tuple(shape), np.dtype(dtype)) for name, shape, dtype in values]


class Network:
    """What `vta.compile` and `vta.load` make: a program, and the device that it runs on.

    May be used from several threads, one run at a time; for runs side by side give each thread its
    own by `on(device)`, which shares the program. Counters, cycles and layers are of the last run.
    """

    def __init__(
        self,
        compiled: _native.Compiled,
        device: str,
        max_cycles: Optional[int] = None,
        notes: Optional[List[str]] = None,
    ) -> None:
        self._compiled = compiled
        self._notes = compiled.notes if notes is None else notes
        self._max_cycles = (
            _native.max_cycles if max_cycles is None else whole_number(max_cycles, "max_cycles")
        )
        self._device_text = word(device, "device")
        self._open()
        self._lock = threading.Lock()
        self._has_run = False
        self._report: Optional[Dict[str, Any]] = None
        self.device = device
        self.inputs = _tensors(compiled.inputs)
        self.outputs = _tensors(compiled.outputs)

    def _open(self) -> None:
        self._session = _native.Session(self._compiled, self._device_text, self._max_cycles)
        self._is_open = True

    # -- running ----------------------------------------------------------------------------------

    def run(self, *inputs: Array, **named: Array) -> Any:
        """Runs the network; returns its output, of several a dictionary by name.

        Inputs are numpy arrays or whatever has `__dlpack__` (a tensor of PyTorch), in the order of
        `inputs` or by name (of names that Python cannot write: `run(**{"a/b": x})`). They are read
        where they lie and must not change while the network runs; other floats than float32, and
        arrays that do not lie row by row (slices, Fortran's order, channels_last), are read from a
        copy, which a vta.Note says. An output is the network's own memory. Pixels (uint8, (N, H, W,
        C), or (N, C, H, W) where only that fits) are prepared as `vta run` prepares an image.
        Where the network takes one row, an input may lack that extent. Where all inputs have
        another number of rows than the network takes at once, they are run a batch after the other,
        and the outputs joined. Of a device with timing_only=1: None, and inputs are not looked at.
        Ctrl-C ends a run, and the next one begins anew.
        """
        values = self._in_order(inputs, named)
        with self._lock:
            if not self._session.has_values:
                self._launch()
                return None
            rows = self._rows(values)
            outputs = self._once(values) if rows is None else self._in_batches(values, rows)
        if len(outputs) == 1:
            return outputs[0]
        return {tensor.name: value for tensor, value in zip(self.outputs, outputs)}

    __call__ = run

    def _in_order(self, inputs: Sequence[Array], named: Dict[str, Array]) -> List[Any]:
        if not self._session.has_values:
            return []
        names = [tensor.name for tensor in self.inputs]
        for name in named:
            if name not in names:
                raise InputError(f"there is no input {name!r}: the network has {', '.join(names)}")
        given = dict(zip(names, inputs))
        twice = [name for name in given if name in named]
        if len(inputs) > len(names):
            raise InputError(f"the network has {len(names)} inputs, {len(inputs)} were given")
        if twice:
            raise InputError(f"input {twice[0]!r} is given twice: by its place and by its name")
        given.update(named)
        missing = [name for name in names if name not in given]
        if missing:
            raise InputError(f"input {missing[0]!r} is not given")
        values = []
        for tensor in self.inputs:
            values.append(self._array(given[tensor.name], tensor))
        return values

    @staticmethod
    def _array(value: Array, tensor: Tensor) -> Any:
        what = f"input {tensor.name!r}"
        array = readable(as_array(value, what), what, 4)
        lacks_row = tensor.shape[:1] == (1,) and array.ndim == len(tensor.shape) - 1
        return array[np.newaxis] if lacks_row else array

    def _rows(self, values: Sequence[Any]) -> Optional[int]:
        """How many rows the inputs have, where that is not what the network takes at once."""
        rows = {value.shape[0] if value.ndim else -1 for value in values}
        takes = {tensor.shape[0] if tensor.shape else -1 for tensor in self.inputs}
        if len(rows) != 1 or len(takes) != 1 or rows == takes or -1 in rows | takes or 0 in rows:
            return None
        fits = all(
            value.dtype == np.uint8 or value.shape[1:] == tensor.shape[1:]
            for value, tensor in zip(values, self.inputs)
        )
        return rows.pop() if fits and all(t.shape[:1] == self.inputs[0].shape[:1] for t in self.outputs) else None

    def _once(self, values: Sequence[Any]) -> List[Any]:
        self._give(values)
        self._launch()
        return [self._session.output(i) for i in range(len(self.outputs))]

    def _give(self, values: Sequence[Any]) -> None:
        if not self._is_open:
            self._open()
        for i, value in enumerate(values):
            self._session.set_input(i, value)

    def _launch(self) -> None:
        if not self._is_open:
            self._open()
        self._started(self._session.run)

    def _started(self, run: Callable[[], Result]) -> Result:
        self._has_run = False
        self._report = None
        try:
            result = run()
        except BaseException:  # the device may still be at it
            self._is_open = False
            raise
        self._has_run = True
        return result

    def _in_batches(self, values: Sequence[Any], rows: int) -> List[Any]:
        batch = self.inputs[0].shape[0]
        parts: List[List[Any]] = []
        for first in range(0, rows, batch):
            some = [value[first : first + batch] for value in values]
            lacking = batch - some[0].shape[0]
            if lacking:  # the last batch is filled with rows of the first
                some = [np.concatenate([s, np.resize(v[:1], (lacking,) + v.shape[1:])])
                        for s, v in zip(some, values)]
            parts.append(self._once(some))
        return [np.concatenate(list(of))[:rows] for of in zip(*parts)]

    # -- a decoder, token after token (decode="steps") ---------------------------------------------

    @property
    def context(self) -> int:
        """How many positions there are, a run each; 0 of a network that keeps nothing from run to run."""
        return self._session.context

    @property
    def position(self) -> int:
        """Of the next run. A run behind the last position is an InputError."""
        return self._session.position

    def reset_state(self) -> None:
        """The next run is the first position: what was kept is not seen again."""
        self._session.reset_state()

    # -- what a run cost --------------------------------------------------------------------------

    @property
    def counters(self) -> Dict[str, int]:
        """Bytes moved and steps done: inp_load_nbytes, ..., gemm_counter, alu_counter."""
        self._require_run("counters")
        return self._session.counters

    @property
    def cycles(self) -> Optional[int]:
        """Cycles of the accelerator; None on a device without time (fsim)."""
        self._require_run("cycles")
        return self._session.cycles

    @property
    def report(self) -> Dict[str, Any]:
        """All there is of it: the document of `vta run --json` (docs/timing.md)."""
        self._require_run("report")
        if self._report is None:
            self._report = json.loads(self._session.report())
        return self._report

    @property
    def layers(self) -> "np.ndarray[Any, Any]":
        """A structured array, a row per kernel: name, kind, and every quantity: docs/timing.md."""
        return _tables.layers(self.report)

    def _require_run(self, what: str) -> None:
        if not self._has_run:
            raise InputError(f"{what}: the network has not been run, or its last run failed (net.run(x))")

    def kernel_outputs(self, *inputs: Array, **named: Array) -> Dict[str, "np.ndarray[Any, Any]"]:
        """Runs the network on inputs as `run` takes them; what its kernels computed, by their names.

        A kernel's output is int8, (N, C, H, W), of kernels with several "name:1", ... as well.
        Inputs have as many rows as the network takes at once.
        """
        values = self._in_order(inputs, named)
        with self._lock:
            if not self._session.has_values:
                raise UsageError(f"device {self.device} computes no values: leave out timing_only")
            self._give(values)
            return self._started(self._session.run_with_kernel_outputs)

    # -- the program ------------------------------------------------------------------------------

    def profile(self) -> Dict[str, Any]:
        """Footprint, memory plan and times of every operator, from csim: the document of `vta profile --json`."""
        return json.loads(_native.profile(self._compiled, self._max_cycles))  # type: ignore[no-any-return]

    def trace(self, path: PathText, *, kernel: str = "", cycles: str = "", level: str = "bursts") -> None:
        """Writes a run on csim for ui.perfetto.dev (.json or .json.gz; docs/trace.md).

        kernel, cycles ("A:B"): only this part. level: "insns", or "bursts" of the memory port too.
        """
        if level not in ("insns", "bursts"):
            raise UsageError(f"level is {level!r}, legal are 'insns' and 'bursts'")
        _native.trace(
            self._compiled, native_text(path_text(path, "path"), "path"), word(kernel, "kernel"),
            word(cycles, "cycles"), level == "bursts", self._max_cycles,
        )

    def drawing(self) -> str:
        """The compiled network as SVG: the host's part and the accelerator's, kernels, shapes."""
        return _native.drawing(self._compiled)

    @property
    def notes(self) -> List[str]:
        """What the compiler had to say: what stays on the host and why, what calibration found."""
        return [in_python(note) for note in self._notes]

    @property
    def config(self) -> Dict[str, Any]:
        """The configuration's keys."""
        return json.loads(self._compiled.config_json)  # type: ignore[no-any-return]

    def on(self, device: str) -> "Network":
        """The same program on another device, for another thread or another question."""
        return Network(self._compiled, device, self._max_cycles, self._notes)

    def __reduce__(self) -> Tuple[Any, ...]:
        """The program, its notes and the device, for pickle and copy; what a run left is not kept."""
        return _opened, (_native.program_bytes(self._compiled), self.device, self._max_cycles, self._notes)

    def save(self, path: PathText) -> None:
        """Writes the program (.vta), for `vta.load`, `vta run` and the C++ library."""
        self._compiled.save(native_text(path_text(path, "path"), "path"))

    def __repr__(self) -> str:
        ran = f", {self.cycles:,} cycles" if self._has_run and self.cycles is not None else ""
        return (
            f"<vta.Network {self._compiled.model!r} on {self._compiled.config_name},"
            f" {self.device}{ran}>"
        )

    def _repr_html_(self) -> str:
        head = f"<p>{escape(repr(self)[1:-1])}</p>"
        return head + (_tables.html_table(self.layers, _LAYER_FIELDS) if self._has_run else "")


_OWN_KEYWORDS = ["calibration", "config", "device", "max_cycles", "memory"]
_PIXELS = ("pixel_scale", "mean", "std")
_FILES = ("recipe", "dump_ir")


def compile_arguments(
    model: bytes, name: str, config: Config, calibration: Samples, memory: str, options: Mapping[str, Any],
    function: str = "vta.compile", more: Sequence[str] = (),
) -> Dict[str, Any]:
    """What _native.compile takes; `more` are keywords of `function` beside those of compiling."""
    known = _native.setting_keywords()
    refuse_unknown(options, [*_OWN_KEYWORDS, *more, *known, *_PIXELS, *_FILES], function)
    given = {key: value for key, value in options.items() if value is not None}
    named, keys = config_source(config)
    files, samples = sample_arguments(calibration)
    recipe, dump_ir = (native_text(path_text(given[key], key), key) if key in given else b"" for key in _FILES)
    return dict(
        model=model,
        name=name,
        config=named,
        config_keys=keys,
        memory=word(memory, "memory"),
        settings=settings_json({key: value for key, value in given.items() if key in known}),
        recipe=recipe,
        calibration=files,
        samples=samples,
        pixels={key: numbers(given[key], key) for key in _PIXELS if key in given},
        dump_ir=dump_ir,
        say=say,
        terminal=on_terminal(),
    )


def compile(
    model: PathText,
    *,
    config: Config = "default",
    calibration: Samples = None,
    device: str = "csim",
    max_cycles: Optional[int] = None,
    memory: str = "",
    **options: Any,
) -> Network:
    """Compiles a network (.onnx, .tflite, .ir) for a configuration and opens a device for it.

    config: a name ("default", "1x32"), a file, or keys of vta_config.json, which mean over those of
        the default what they mean in the file: {"LOG_BLOCK": 5} is 1x32.
    calibration: sample inputs, by name where there are several; with them values become int8 as
        `--quant auto` finds best, which takes seconds for small networks and minutes for large ones
        (progress goes to sys.stderr; quant="max" takes a moment). Pixels (uint8, (N, H, W, C)) are
        prepared as images are.
    device: "csim" (values and cycles), "fsim" (values), "tsim", "csim,timing_only=1", ...
    memory: the memory behind the accelerator: "ideal8", "ddr,bus=16", ...
    options: the settings of compiling (docs/settings.md), those of the file `recipe` where they are
        not given here: schedule="reference", quant="max", batch=4, all_int8=True, skip_conv=[],
        shape={"data": (1, 3, 224, 224)}; pixel_scale, mean and std of images; dump_ir, a folder.

    Ctrl-C ends it.
    """
    path = native_text(path_text(model, "model"), "model")
    compiled = _native.compile(**compile_arguments(path, "", config, calibration, memory, options))
    return Network(compiled, device, max_cycles)


def load(
    path: PathText,
    *,
    config: Config = "",
    memory: str = "",
    device: str = "csim",
    max_cycles: Optional[int] = None,
) -> Network:
    """Opens a program (.vta), on the machine that it was compiled for unless said otherwise.

    config: as of `compile`; keys are over those of the program's own machine.
    """
    named, keys = config_source(config)
    compiled = _native.load(
        native_text(path_text(path, "path"), "path"), named, keys, word(memory, "memory")
    )
    return Network(compiled, device, max_cycles)


def in_memory(content: Any) -> int:
    """A file of this process, for the caller to close: nothing is left behind, however it ends."""
    file = os.memfd_create("vta")
    with open(file, "wb", closefd=False) as out:
        out.write(content)
    return file


def _opened(program: bytes, device: str, max_cycles: int, notes: List[str]) -> Network:
    """What Network.__reduce__ keeps, opened again."""
    file = in_memory(program)
    try:
        compiled = _native.load(f"/proc/self/fd/{file}".encode(), b"", b"", b"")
    finally:
        os.close(file)
    return Network(compiled, device, max_cycles, notes)


def from_torch(
    model: Any,
    example: Any,
    *,
    opset: int = 13,
    config: Config = "default",
    calibration: Samples = None,
    device: str = "csim",
    max_cycles: Optional[int] = None,
    memory: str = "",
    **options: Any,
) -> Network:
    """Exports a module of PyTorch by running it on `example` (a tensor or a tuple) and compiles it.

    The rest is as of `compile`; a calibration may be a tensor, too.
    """
    try:
        torch: Any = importlib.import_module("torch")
    except ImportError as error:
        raise UsageError("vta.from_torch needs PyTorch (Debian: python3-torch)") from error
    examples = example if isinstance(example, tuple) else (example,)
    training = model.training
    exported = io.BytesIO()
    # Newer versions have two exporters, and only this one of all writes to memory.
    older = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    model.eval()
    try:
        torch.onnx.export(model, examples, exported, opset_version=opset, **older)
    finally:
        model.train(training)
    file = in_memory(exported.getbuffer())
    try:
        path = f"/proc/self/fd/{file}".encode()
        compiled = _native.compile(
            **compile_arguments(path, type(model).__name__, config, calibration, memory, options)
        )
    finally:
        os.close(file)
    return Network(compiled, device, max_cycles)


def show_keywords(function: Any, beside: Sequence[str] = (*_PIXELS, *_FILES)) -> None:
    """Keywords of settings in the function's signature, for completion and help()."""
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind != inspect.Parameter.VAR_KEYWORD]
    names = [name for name in (*_native.setting_keywords(), *beside) if not keyword.iskeyword(name)]
    more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in names]
    function.__signature__ = signature.replace(parameters=[*own, *more])


for _function in (compile, from_torch):
    show_keywords(_function)
