"""A row for each network: written, read in float by three ways, run in int8."""
import dataclasses
import json
import os
import subprocess

import numpy

import hostile
import registry
import writer

LARGEST_ERROR = 1e-4  # of the largest value


class Failure(Exception):
    """Something does not hold: its text, with the command that repeats it."""


@dataclasses.dataclass
class Row:
    name: str
    kind: str = "network"  # or hostile
    opset: int = 0
    nodes: int = 0
    result: str = "holds"  # or refused (as it must be), FAILED
    why: str = ""
    error: float = 0  # the largest in float
    kernels: list = dataclasses.field(default_factory=list)  # a number for each configuration


def relative_error(expected, got):
    if expected.shape != got.shape:
        raise Failure(f"an answer of shape {got.shape}, PyTorch's has {expected.shape}")
    if expected.size == 0:
        return 0.0
    most = numpy.abs(expected.astype(float)).max() or 1.0
    return float(numpy.abs(expected.astype(float) - got.astype(float)).max() / most)


def loaded(file):
    if not os.path.exists(file):
        raise Failure(f"there is no answer {file}")
    return numpy.load(file)


class Check:
    def __init__(self, asked, folder):
        self.asked, self.folder = asked, folder

    def run(self, *command):
        """(exit code, what was printed, the last line of the messages)"""
        try:
            done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=self.asked.seconds)
        except subprocess.TimeoutExpired:
            raise Failure(f"more than {self.asked.seconds} s: {' '.join(command)}")
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        return done.returncode, done.stdout, f"{' '.join(said)}\n  again: {' '.join(command)}"

    def program(self, name):
        return os.path.join(self.asked.programs, name)

    def write(self, name):
        build, opset = registry.NETWORKS[name]
        net = writer.Net(name, opset, self.asked.seed)
        build(net)
        path = os.path.join(self.folder, name + ".onnx")
        net.save(path)
        inputs = []
        for input_name, value in net.inputs.items():
            file = f"{path}.{input_name}.npy"
            numpy.save(file, value.numpy())
            inputs.append((input_name, file, value.shape))
        return net, path, inputs

    def floats(self, row, net, path, inputs):
        named = [f"{name}={file}" for name, file, _ in inputs]
        code, _, said = self.run(self.program("float_answers"), path, *named)
        if net.refused:
            if code != 5 or net.refused not in said:
                raise Failure(f"must be refused with '{net.refused}', exit code {code}: {said}")
            row.result, row.why = "refused", said.splitlines()[0]
            return
        if code != 0:
            raise Failure(f"exit code {code}: {said}")
        for k, output in enumerate(net.outputs):
            want = net.values[output].numpy()
            for engine in ("interpreter", "host"):
                file = f"{path}.{engine}.{k}.npy"
                error = relative_error(want, loaded(file))
                row.error = max(row.error, error)
                if not error <= LARGEST_ERROR:
                    raise Failure(f"{engine}: output {k} differs by {error:.1e} of the largest value, "
                                  f"legal is {LARGEST_ERROR:.0e} ({path})")

    def as_run(self, inputs):
        flags = []
        for name, file, shape in inputs:
            flags += ["--input", f"{name}={file}", "--shape", f"{name}={','.join(map(str, shape))}"]
        return flags

    def int8(self, row, path, inputs):
        # The first convolution, too; then dense layers and pools.
        ways = [(config, []) for config in self.asked.configs]
        for config, more in [*ways, (self.asked.configs[0], ["--all-int8"])]:
            code, out, said = self.run(
                self.program("vta"), "run", path, "--config", config, "--verify", "--check-races",
                "--skip-conv", "none", *self.as_run(inputs), *more, "--json")
            if code != 0:
                raise Failure(f"exit code {code}: {said}")
            row.kernels.append(json.loads(out)["verify"]["kernels"])

    def own_integers(self, net, path, inputs):
        """A quantized model on the host, in the integers of the file."""
        out = path + ".keep.npy"
        code, _, said = self.run(self.program("vta"), "run", path, "--quant", "keep",
                                 *self.as_run(inputs), "--output", out)
        if code != 0:
            raise Failure(f"exit code {code}: {said}")
        error = relative_error(net.values[net.outputs[0]].numpy(), loaded(out))
        if not error <= LARGEST_ERROR:
            raise Failure(f"--quant keep differs by {error:.1e} of the largest value ({path})")

    def row(self, name):
        row = Row(name, opset=registry.NETWORKS[name][1])
        try:
            net, path, inputs = self.write(name)
            row.nodes = len(net.nodes)
            self.floats(row, net, path, inputs)
            if not net.refused:
                self.int8(row, path, inputs)
            if net.keep_integers:
                self.own_integers(net, path, inputs)
        except Failure as e:
            row.result, row.why = "FAILED", str(e)
        return row

    def hostile_row(self, name):
        """Exit code and message are those that its case says; where it means something, it runs."""
        row = Row(name, "hostile")
        _, code, text = hostile.CASES[name]
        path = hostile.write(name, os.path.join(self.folder, name + ".onnx"))
        try:
            got, _, said = self.run(self.program("vta"), "run", path, "--skip-conv", "none", "--verify")
            if got != code or (text is not None and text not in said):
                raise Failure(f"must end with exit code {code}{f' and {text!r}' if text else ''}: "
                              f"{got}, {said}")
            if code != 0:
                row.result, row.why = "refused", said.splitlines()[0]
        except Failure as e:
            row.result, row.why = "FAILED", str(e)
        return row
