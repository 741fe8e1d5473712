"""Runs the project's programs on an exported network."""
import json
import os
import subprocess
import time

import numpy


class Failure(Exception):
    """Something does not hold: its text, with the command that repeats it."""


class Refusal(Failure):
    """The compiler does not know something of the network, and says so (exit code 5)."""


class Engines:
    def __init__(self, programs, folder, seconds):
        self.vta = os.path.join(programs, "vta")
        self.float_answers = os.path.join(programs, "float_answers")
        self.folder = folder
        self.seconds = seconds  # for one command

    def _run(self, command):
        """(standard output, seconds)"""
        start = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=self.seconds)
        except subprocess.TimeoutExpired:
            raise Failure(f"more than {self.seconds} s: {' '.join(command)}")
        if done.returncode != 0:
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            kind = Refusal if done.returncode == 5 else Failure
            raise kind(f"exit code {done.returncode}: {' '.join(said)}\n"
                       f"  again: {' '.join(command)}")
        return done.stdout, time.monotonic() - start

    def floats(self, model, inputs):
        """For each input (.npy): {engine: answer}, by three ways to compute in float."""
        _, seconds = self._run([self.float_answers, model, *inputs])
        answers = []
        for path in inputs:
            shape = ",".join(map(str, numpy.load(path).shape))
            out = path + ".run.npy"
            _, more = self._run([self.vta, "run", model, "--skip", "quantize,partition",
                                 "--shape", "input=" + shape, "--input", path, "--output", out])
            seconds += more
            answers.append({"interpreter": numpy.load(path + ".interpreter.npy"),
                            "host": numpy.load(path + ".host.npy"), "run": numpy.load(out)})
        return answers, seconds

    def int8(self, model, config, path, flags):
        """What `vta run --verify --check-races --json` says, its answer and the seconds."""
        shape = ",".join(map(str, numpy.load(path).shape))
        out = path + ".int8.npy"
        text, seconds = self._run(
            [self.vta, "run", model, "--config", config, "--backend", "fsim", "--verify",
             "--check-races", "--shape", "input=" + shape, "--input", path, "--output", out,
             *flags, "--json"])
        return json.loads(text), numpy.load(out), seconds

    def cycles(self, model, config, shape, flags):
        text, seconds = self._run(
            [self.vta, "run", model, "--config", config, "--backend", "csim", "--timing-only",
             "--shape", "input=" + ",".join(map(str, shape)), *flags, "--json"])
        return json.loads(text)["cycles"], seconds


def relative_error(expected, got):
    """Largest difference as a part of the largest value; a Failure for another shape."""
    if expected.shape != got.shape:
        raise Failure(f"an answer of shape {got.shape}, PyTorch's has {expected.shape}")
    return float(numpy.abs(expected - got).max() / numpy.abs(expected).max())


def signal_to_noise(expected, got):
    noise = float(((expected - got) ** 2).sum())
    power = float((expected**2).sum())
    return 10 * float(numpy.log10(power / noise)) if noise > 0 else None
