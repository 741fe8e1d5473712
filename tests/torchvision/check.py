"""Networks of torchvision against PyTorch: a row for each in each form."""
import dataclasses
import functools
import os
import time

import numpy
import torch

import engines
import exporter
import forms
import names
import networks
import report

LARGEST_ERROR = 1e-4  # of the largest output


@dataclasses.dataclass
class Row:
    """A network in one form."""

    network: str
    form: str
    opset: int
    result: str = "holds"  # or refused, not exported, FAILED
    why: str = ""
    export_seconds: float = 0
    megabytes: float = 0
    float_shapes: list = dataclasses.field(default_factory=list)
    float_errors: dict = dataclasses.field(default_factory=dict)  # engine: largest
    float_seconds: float = 0
    int8: list = dataclasses.field(default_factory=list)  # a dictionary per configuration
    cycles: int = 0
    csim_seconds: float = 0


def shapes_of(name, form):
    """Of the inputs: several of one image, four at once, an odd size, as far as the file is open."""
    size = names.size_of(name)
    shapes = [(1, 3, size, size)]
    if form.open_batch:
        shapes += [(1, 3, size, size), (4, 3, size, size)]
    if form.open_size and names.odd_size_of(name):
        odd = names.odd_size_of(name)
        shapes = [(1, 3, odd, odd), (1, 3, odd, odd), (2, 3, odd, size)]
    return shapes


class Check:
    def __init__(self, asked, folder):
        self.asked = asked
        self.folder = folder
        self.engines = engines.Engines(asked.programs, folder, asked.seconds)

    def inputs(self, name, form):
        torch.manual_seed(self.asked.seed + 1)
        files, tensors = [], []
        for i, shape in enumerate(shapes_of(name, form)):
            tensors.append(torch.randn(*shape))
            files.append(os.path.join(self.folder, f"{name}_{form.name}_{i}.npy"))
            numpy.save(files[-1], tensors[-1].numpy())
        return files, tensors

    def exported(self, row, form):
        """(network, file); the row knows what became of it."""
        network = networks.random_network(row.network, self.asked.seed)
        if form.half:
            network = exporter.with_half_weights(network)
        path = os.path.join(self.folder, f"{row.network}_{form.name}.onnx")
        start = time.monotonic()
        exporter.export(network, form, names.size_of(row.network), path)
        row.export_seconds = time.monotonic() - start
        row.megabytes = os.path.getsize(path) / 1e6
        return network, path

    def floats(self, row, path, files, expected, in_float64):
        answers, row.float_seconds = self.engines.floats(path, files)
        for i, (file, want, got) in enumerate(zip(files, expected, answers)):
            row.float_shapes.append(list(numpy.load(file, mmap_mode="r").shape))
            for engine, value in got.items():
                error = engines.relative_error(want, value)
                row.float_errors[engine] = max(error, row.float_errors.get(engine, 0))
                # Not >: an error may be no number.
                if not error <= LARGEST_ERROR and not self.as_near(row, in_float64(i), want, value):
                    raise engines.Failure(
                        f"{engine} differs from PyTorch by {error:.1e} of the largest output, "
                        f"legal is {LARGEST_ERROR:.0e} ({path}, {file})")

    @staticmethod
    def as_near(row, exact, want, value):
        """Some networks blow up any rounding (the largest of a million pixels, nothing averaged): there
        PyTorch itself is as far from float64's answer. Those that must hold must do so without."""
        own, ours = engines.relative_error(exact, want), engines.relative_error(exact, value)
        if row.network in names.REQUIRED or not ours <= 2 * own:
            return False
        row.why = f"PyTorch is {own:.1e} from float64's answer, we are {ours:.1e}"
        return True

    def int8(self, row, path, file, expected, configs):
        flags = ["--all-int8", "--skip-conv", "none"] if row.network in names.DENSE else []
        for i, config in enumerate(configs):
            # One scale for all values with the first, each layer's own with the others.
            quant = ["--quant", "max", "--calib", file] if i > 0 else []
            said, got, seconds = self.engines.int8(path, config, file, flags + quant)
            row.int8.append({
                "config": config, "quantization": said["provenance"]["quantization"],
                "seconds": seconds, "kernels": said["verify"]["kernels"],
                "elements": said["verify"]["elements"],
                "device_mac_percent": said["work"]["device_mac_percent"],
                "sqnr_db": engines.signal_to_noise(expected, got)})
        row.cycles, row.csim_seconds = self.engines.cycles(
            path, configs[0], numpy.load(file, mmap_mode="r").shape, flags)

    def row(self, name, form, first):
        row = Row(name, form.name, form.opset)
        try:
            network, path = self.exported(row, form)
        except Exception as e:  # the exporter raises whatever it likes
            row.result, row.why = "not exported", f"{type(e).__name__}: {str(e).splitlines()[0]}"
            return row
        files, tensors = self.inputs(name, form)
        expected = [networks.expected(network, x).numpy() for x in tensors]
        try:
            self.floats(row, path, files, expected,
                        functools.cache(lambda i: networks.exact(network, tensors[i]).numpy()))
            self.int8(row, path, files[0], expected[0],
                      self.asked.configs if first else self.asked.configs[:1])
        except engines.Refusal as e:
            row.result = "FAILED" if name in names.REQUIRED else "refused"
            row.why = str(e)
        except engines.Failure as e:
            row.result, row.why = "FAILED", str(e)
        if not self.asked.keep:
            for file in os.listdir(self.folder):
                os.remove(os.path.join(self.folder, file))
        return row

    def rows(self):
        wanted = [(name, form) for name in self.asked.networks for form in self.asked.forms]
        progress = report.Progress(len(wanted))
        rows = []
        for name, form in wanted:
            progress.step(f"{name}, {form}")
            rows.append(self.row(name, forms.FORMS[form], form == self.asked.forms[0]))
            progress.result(rows[-1])
        progress.done()
        return rows
