#!/usr/bin/env python3
"""Writes tests/data/onnx_values: small ONNX models, values of their inputs, and what onnxruntime computes.

    npm install --ignore-scripts onnxruntime-node          in some folder
    tests/data/onnx_values.py OUT --runtime FOLDER [--seed N] [--only NAME] [--all] [--file MODEL ...]

Each file holds its values as initialisers "given/INPUT" and "expected/OUTPUT"
(tests/compiler/onnx/conformance/values_test.cpp). Needs numpy, onnx (any version), node and that package: nothing
that a test needs. Without --all only operators whose values have no other source are written; with it every operator
of the page at opset 18 to 24, with other values for every seed. --file: models of others, with random inputs.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
from onnx import ModelProto, helper, load, numpy_helper

RUNNER = """
const ort = require('onnxruntime-node'), fs = require('fs');
const special = {nan: NaN, inf: Infinity, '-inf': -Infinity};
const arrays = {float32: Float32Array, int32: Int32Array, int8: Int8Array, uint8: Uint8Array, int16: Int16Array,
                uint16: Uint16Array, bool: Uint8Array};
function array(t) {
  if (t.type === 'int64') return BigInt64Array.from(t.data.map(v => BigInt(v)));
  return arrays[t.type].from(t.data.map(v => v in special ? special[v] : v));
}
const plain = v => typeof v === 'bigint' ? Number(v) : Number.isFinite(v) ? v : String(v).replace('Infinity', 'inf')
    .replace('NaN', 'nan');
async function run(job) {
  const options = {logSeverityLevel: 4, graphOptimizationLevel: 'disabled'};
  const session = await ort.InferenceSession.create(job.model, options), feeds = {}, outputs = {};
  for (const [name, t] of Object.entries(job.inputs)) feeds[name] = new ort.Tensor(t.type, array(t), t.dims);
  const results = await session.run(feeds);
  for (const name of session.outputNames)
    outputs[name] = {type: results[name].type, dims: results[name].dims, data: Array.from(results[name].data).map(plain)};
  return {outputs};
}
(async () => {
  const results = [];
  for (const job of JSON.parse(fs.readFileSync(process.argv[2])))
    results.push(await run(job).catch(e => ({error: String(e.message).slice(0, 300)})));
  fs.writeFileSync(process.argv[3], JSON.stringify(results));
})();
"""
TYPES = {"float32": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7, "bool": 9}
rng = np.random.default_rng(1)
CASES = []


def f32(*shape, low=-2.0, high=2.0):
    return rng.uniform(low, high, shape).astype(np.float32)


def i64(values):
    return np.array(values, np.int64)


class FileCase:
    """A model of somebody else's, with random inputs."""

    def __init__(self, path):
        self.proto, self.name = load(path), pathlib.Path(path).stem
        self.outputs = [o.name for o in self.proto.graph.output]
        fixed = {t.name for t in self.proto.graph.initializer}
        self.inputs = {i.name: f32(*[d.dim_value for d in i.type.tensor_type.shape.dim])
                       for i in self.proto.graph.input if i.name not in fixed}

    def model(self):
        copy = ModelProto()
        copy.CopyFrom(self.proto)
        return copy


class Case:
    """A model of some nodes: inputs are given, constants are initialisers."""

    def __init__(self, name, opset, nodes, inputs, outputs, constants=None, group="other"):
        self.name, self.opset, self.inputs, self.outputs, self.group = name, opset, inputs, outputs, group
        self.nodes, self.constants = nodes, constants or {}

    def model(self):
        info = [helper.make_tensor_value_info(n, TYPES[str(v.dtype)], v.shape) for n, v in self.inputs.items()]
        tensors = [numpy_helper.from_array(v, n) for n, v in self.constants.items()]
        outputs = [helper.make_empty_tensor_value_info(n) for n in self.outputs]
        graph = helper.make_graph(self.nodes, "g", info, outputs, tensors)
        return helper.make_model(graph, ir_version=10 if self.opset > 22 else 8,
                                 opset_imports=[helper.make_opsetid("", self.opset)])


def add(op, opset, inputs, attrs=None, constants=(), outputs=1, label="", group="other"):
    """One node; `inputs`: name -> array, in order, None for an operand that is left out."""
    names = ["" if v is None else n for n, v in inputs.items()]
    given = {n: v for n, v in inputs.items() if v is not None and n not in constants}
    fixed = {n: v for n, v in inputs.items() if v is not None and n in constants}
    outs = outputs if isinstance(outputs, list) else [f"y{i}" for i in range(outputs)]
    node = helper.make_node(op, names, outs, name="n", **(attrs or {}))
    count = sum(c.name.startswith(f"{op}_{opset}_") for c in CASES)
    CASES.append(Case(f"{op}_{opset}_{label or count}", opset, [node], given, [o for o in outs if o], fixed, group))


# ---- Recurrent layers ------------------------------------------------------------------------------------------
GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}


def recurrent(op, label, opset=14, steps=4, batch=2, inputs=3, hidden=5, direction="forward", layout=0, bias=True,
              lens=None, initial=False, peephole=False, outputs=None, stateful=False, scale=1.0, **attrs):
    d = 2 if direction == "bidirectional" else 1
    g = GATES[op] * hidden
    x = f32(steps, batch, inputs) if layout == 0 else f32(batch, steps, inputs)
    state = (d, batch, hidden) if layout == 0 else (batch, d, hidden)
    values = {"X": x, "W": scale * f32(d, g, inputs, low=-0.7, high=0.7),
              "R": scale * f32(d, g, hidden, low=-0.7, high=0.7),
              "B": f32(d, 2 * g, low=-0.3, high=0.3) if bias else None,
              "lens": np.array(lens, np.int32) if lens is not None else None,
              "h0": f32(*state, low=-1, high=1) if initial else None}
    if op == "LSTM":
        values["c0"] = f32(*state, low=-1, high=1) if initial else None
        values["P"] = f32(d, 3 * hidden, low=-0.5, high=0.5) if peephole else None
    constants = ["W", "R", "B", "P"] + ([] if stateful else ["h0", "c0", "lens"])
    names = list(values)
    while values[names[-1]] is None:
        names.pop()
    outs = outputs or (["Y", "Yh", "Yc"] if op == "LSTM" else ["Y", "Yh"])
    if direction != "forward":
        attrs["direction"] = direction
    if layout:
        attrs["layout"] = layout
    add(op, opset, {n: values[n] for n in names}, {"hidden_size": hidden, **attrs}, constants, outs, label,
        "recurrent")


def recurrent_cases():
    for op in GATES:
        recurrent(op, "plain")
        recurrent(op, "no_bias", bias=False, opset=7)
        for direction in ("reverse", "bidirectional"):
            recurrent(op, direction, direction=direction, opset=22)
            recurrent(op, direction + "_lens", direction=direction, lens=[4, 2, 1], batch=3, initial=True)
        recurrent(op, "lens", lens=[2, 4], initial=True, stateful=True)
        recurrent(op, "lens_given_bidirectional", lens=[3, 1], direction="bidirectional", stateful=True)
        recurrent(op, "stateful_step", steps=1, batch=1, inputs=8, hidden=8, initial=True, stateful=True)
        recurrent(op, "last_state_only", outputs=["", "Yh"], initial=True)
        recurrent(op, "states_only", outputs=["Y"])
        recurrent(op, "clip", clip=0.4)
        recurrent(op, "one_of_everything", steps=1, batch=1, inputs=1, hidden=1)
        recurrent(op, "long", steps=20, batch=1, inputs=6, hidden=7, initial=True)
        recurrent(op, "large_values", scale=30.0)
    for linear in (0, 1):
        for direction in ("forward", "reverse", "bidirectional"):
            recurrent("GRU", f"linear{linear}_{direction}", linear_before_reset=linear, direction=direction,
                      initial=True, lens=[4, 3])
        recurrent("GRU", f"linear{linear}_clip", linear_before_reset=linear, clip=0.3)
        recurrent("GRU", f"linear{linear}_hard", linear_before_reset=linear,
                  activations=["HardSigmoid", "Softsign"], activation_alpha=[0.3], activation_beta=[0.4])
    recurrent("LSTM", "peephole", peephole=True, initial=True)
    recurrent("LSTM", "peephole_bidirectional", peephole=True, initial=True, direction="bidirectional", lens=[1, 4])
    recurrent("LSTM", "peephole_clip", peephole=True, initial=True, clip=0.5)
    recurrent("LSTM", "input_forget", input_forget=1, initial=True)
    recurrent("LSTM", "activations", activations=["HardSigmoid", "Softsign", "Relu"], initial=True)
    recurrent("LSTM", "activations_numbers", activations=["HardSigmoid", "ScaledTanh", "LeakyRelu"],
              activation_alpha=[0.3, 0.8, 0.05], activation_beta=[0.4, 1.2])
    recurrent("LSTM", "activations_both_ways", direction="bidirectional",
              activations=["Sigmoid", "Tanh", "Tanh", "HardSigmoid", "Relu", "Softsign"])
    recurrent("LSTM", "cell_only", outputs=["", "", "Yc"])
    for act in ("Relu", "Sigmoid", "LeakyRelu", "HardSigmoid", "Elu", "Softsign", "Softplus"):
        recurrent("RNN", "act_" + act.lower(), activations=[act])
    for act in ("Affine", "ScaledTanh", "HardSigmoid"):
        recurrent("RNN", f"act_{act.lower()}_numbers", activations=[act], activation_alpha=[0.5], activation_beta=[0.25])
    for act in ("LeakyRelu", "ThresholdedRelu", "Elu"):
        recurrent("RNN", f"act_{act.lower()}_number", activations=[act], activation_alpha=[0.3])
    recurrent("RNN", "act_numbers_both_ways", direction="bidirectional", activations=["LeakyRelu", "Elu"],
              activation_alpha=[0.2, 0.7])


# ---- Attention -------------------------------------------------------------------------------------------------
def attention(label, opset=23, batch=2, heads=4, groups=4, queries=3, keys=5, size=4, v_size=None, four=True,
              mask=None, past=0, outputs=None, nonpad=None, given=(), **attrs):
    v_size = v_size or size
    if four:
        q, k, v = f32(batch, heads, queries, size), f32(batch, groups, keys, size), f32(batch, groups, keys, v_size)
    else:
        q, k, v = f32(batch, queries, heads * size), f32(batch, keys, groups * size), f32(batch, keys, groups * v_size)
        attrs.update(q_num_heads=heads, kv_num_heads=groups)
    values = {"Q": q, "K": k, "V": v, "mask": mask, "past_key": None, "past_value": None, "nonpad": None}
    if past:
        values["past_key"], values["past_value"] = f32(batch, groups, past, size), f32(batch, groups, past, v_size)
    if nonpad is not None:
        values["nonpad"] = i64(nonpad)
    names = list(values)
    while values[names[-1]] is None:
        names.pop()
    outs = outputs or (["Y", "pk", "pv"] if past else ["Y"])
    add("Attention", opset, {n: values[n] for n in names}, attrs, (), outs, label, "attention")


def bools(*shape):
    m = rng.integers(0, 2, shape).astype(bool)
    m[..., 0] = True
    return m


def attention_cases():
    for four in (True, False):
        tag = "4d" if four else "3d"
        attention(f"{tag}", four=four)
        attention(f"{tag}_gqa", four=four, groups=2)
        attention(f"{tag}_mqa", four=four, groups=1, v_size=6)
        attention(f"{tag}_scale", four=four, scale=0.7)
        attention(f"{tag}_causal", four=four, is_causal=1, queries=5)
        attention(f"{tag}_causal_wide", four=four, is_causal=1, queries=3, keys=6, groups=2)
        attention(f"{tag}_softcap", four=four, softcap=1.5)
        attention(f"{tag}_mask2", four=four, mask=f32(3, 5))
        attention(f"{tag}_mask4", four=four, mask=f32(2, 4, 3, 5), groups=2)
        attention(f"{tag}_mask4_one", four=four, mask=f32(2, 1, 3, 5))
        attention(f"{tag}_bool", four=four, mask=bools(3, 5))
        attention(f"{tag}_bool4", four=four, mask=bools(2, 4, 3, 5))
        attention(f"{tag}_past", four=four, past=4)
        attention(f"{tag}_past_gqa_causal", four=four, past=4, groups=2, is_causal=1, queries=3, keys=3)
        attention(f"{tag}_past_mask", four=four, past=2, mask=f32(3, 7))
        attention(f"{tag}_v_size", four=four, v_size=7)
        attention(f"{tag}_all", four=four, opset=24, groups=2, past=2, mask=bools(3, 7), softcap=2.0, scale=0.3, v_size=5)
        for mode in range(4):
            attention(f"{tag}_mode{mode}", four=four, opset=24, outputs=["Y", "", "", "qk"], qk_matmul_output_mode=mode, softcap=1.0,
                      mask=f32(3, 5))
    attention("causal_and_mask", opset=24, is_causal=1, mask=f32(4, 4), queries=4, keys=4)
    attention("nonpad", opset=24, nonpad=[3, 5])
    attention("nonpad_causal", opset=24, nonpad=[4, 5], is_causal=1)
    hidden, low = np.ones((3, 5), bool), f32(3, 5)
    hidden[1], low[1], low[2, 2:] = False, -np.inf, -np.inf
    for four in (True, False):
        attention(f"row_hidden_{four}", four=four, mask=hidden)
        attention(f"row_of_infinity_{four}", four=four, mask=low)
    attention("part_hidden_scores", opset=24, queries=1, mask=low[2:], outputs=["Y", "", "", "qk"], qk_matmul_output_mode=2)
    attention("causal_scores", opset=24, is_causal=1, outputs=["Y", "", "", "qk"], qk_matmul_output_mode=2)
    attention("hidden_but_its_past", opset=24, is_causal=1, mask=np.triu(np.ones((4, 4), bool), 1), queries=4, keys=4)
    attention("no_valid_keys", opset=24, nonpad=[0, 2])
    attention("no_valid_keys_causal", opset=24, nonpad=[0, 2], is_causal=1)
    attention("one_of_everything", heads=1, groups=1, batch=1, queries=1, keys=1, size=1)


def rotary(label, four=True, ids=True, batch=2, heads=3, length=4, size=8, turned=0, **attrs):
    x = f32(batch, heads, length, size) if four else f32(batch, length, heads * size)
    if not four:
        attrs["num_heads"] = heads
    pairs = (turned or size) // 2
    if turned:
        attrs["rotary_embedding_dim"] = turned
        attrs["num_heads"] = heads
    angle = rng.uniform(0, 6, (10, pairs) if ids else (batch, length, pairs))
    values = {"X": x, "cos": np.cos(angle).astype(np.float32), "sin": np.sin(angle).astype(np.float32)}
    if ids:
        values["ids"] = rng.integers(0, 10, (batch, length)).astype(np.int64)
    add("RotaryEmbedding", 23, values, attrs, (), ["Y"], label, "attention")


def rotary_cases():
    for four in (True, False):
        for ids in (True, False):
            tag = f"{'4d' if four else '3d'}{'_ids' if ids else ''}"
            rotary(tag, four, ids)
            rotary(tag + "_interleaved", four, ids, interleaved=1)
            rotary(tag + "_part", four, ids, turned=4)
            rotary(tag + "_part_interleaved", four, ids, turned=6, interleaved=1)
    rotary("pair", size=2, heads=1, batch=1, length=1)


# ---- TopK, GridSample ------------------------------------------------------------------------------------------
def sample_cases():
    for opset in (10, 11, 24):
        for axis in (-1, 0, 1):
            attrs = {"axis": axis}
            if opset > 10:
                attrs.update(largest=int(rng.integers(0, 2)), sorted=1)
            add("TopK", opset, {"x": f32(4, 5, 6), "k": i64([3])}, attrs, ["k"], 2, f"axis{axis % 3}", "sample")
    add("TopK", 11, {"x": rng.integers(0, 3, (3, 9)).astype(np.float32), "k": i64([9])}, {}, ["k"], 2, "equal", "sample")
    add("TopK", 11, {"x": rng.integers(0, 3, (3, 9)).astype(np.int64), "k": i64([4])}, {"largest": 0}, ["k"], 2, "int64", "sample")
    add("TopK", 11, {"x": rng.integers(-9, 9, (3, 9)).astype(np.int32), "k": i64([1])}, {}, ["k"], 2, "int32", "sample")
    add("TopK", 11, {"x": f32(1), "k": i64([1])}, {}, ["k"], 2, "one", "sample")
    for opset in (16, 20, 22):
        modes = ("bilinear", "nearest", "bicubic") if opset < 20 else ("linear", "nearest", "cubic")
        for mode in modes:
            for pad in ("zeros", "border", "reflection"):
                for align in (0, 1):
                    add("GridSample", opset, {"x": f32(2, 3, 4, 5), "grid": f32(2, 3, 6, 2, low=-1.6, high=1.6)},
                        {"mode": mode, "padding_mode": pad, "align_corners": align}, (), 1,
                        f"{mode}_{pad}_{align}", "sample")
    for mode in ("linear", "nearest"):
        for pad in ("zeros", "border", "reflection"):
            for align in (0, 1):
                add("GridSample", 20, {"x": f32(2, 2, 3, 4, 5), "grid": f32(2, 2, 3, 2, 3, low=-1.5, high=1.5)},
                    {"mode": mode, "padding_mode": pad, "align_corners": align}, (), 1,
                    f"{mode}_{pad}_{align}_volume", "sample")
    add("GridSample", 16, {"x": f32(1, 1, 1, 1), "grid": f32(1, 2, 2, 2)}, {"padding_mode": "reflection"}, (), 1, "one", "sample")
    add("GridSample", 16, {"x": f32(1, 1, 5, 7), "grid": f32(1, 9, 9, 2, low=-8, high=8)}, {"padding_mode": "reflection"}, (), 1, "far_reflection", "sample")
    add("GridSample", 16, {"x": f32(1, 1, 5, 7), "grid": f32(1, 9, 9, 2, low=-8, high=8)}, {"padding_mode": "reflection", "mode": "bicubic"}, (), 1, "far_bicubic", "sample")


# ---- 16-bit quantisation ---------------------------------------------------------------------------------------
def wide_cases():
    for dtype, zero in ((np.int16, 0), (np.int16, -700), (np.uint16, 32768), (np.uint16, 0)):
        info = np.iinfo(dtype)
        x, s = f32(3, 7, low=-8, high=8), np.float32(0.0002)
        z = np.array(zero, dtype)
        label = f"{np.dtype(dtype).name}_{zero}".replace("-", "m")
        nodes = [helper.make_node("QuantizeLinear", ["x", "s", "z"], ["q"]),
                 helper.make_node("DequantizeLinear", ["q", "s", "z"], ["y"])]
        CASES.append(Case("QuantizeLinear_21_" + label, 21, nodes, {"x": x}, ["y"], {"s": np.array(s), "z": z}, "wide"))
    nodes = [helper.make_node("QuantizeLinear", ["x", "s", "z"], ["q"], axis=1),
             helper.make_node("DequantizeLinear", ["q", "s", "z"], ["y"], axis=1)]
    CASES.append(Case("QuantizeLinear_21_int16_axis", 21, nodes, {"x": f32(2, 3, 4)}, ["y"],
                      {"s": np.array([1e-4, 2e-4, 5e-3], np.float32), "z": np.array([0, 5, -9], np.int16)}, "wide"))
    nodes = [helper.make_node("DequantizeLinear", ["w", "s"], ["y"]), helper.make_node("Add", ["x", "y"], ["o"])]
    CASES.append(Case("DequantizeLinear_21_int16_constant", 21, nodes, {"x": f32(4)}, ["o"],
                      {"w": np.array([-32768, 32767, 5, -6], np.int16), "s": np.array(np.float32(3e-4))}, "wide"))


# ---- If --------------------------------------------------------------------------------------------------------
def branch(nodes, output, tensors=()):
    return helper.make_graph(nodes, "b", [], [helper.make_empty_tensor_value_info(output)],
                             [numpy_helper.from_array(v, n) for n, v in tensors])


def if_cases():
    for flag in (True, False):
        nodes = [helper.make_node("If", ["c"], ["y"], name="n",
                                  then_branch=branch([helper.make_node("Mul", ["x", "two"], ["r"])], "r", [("two", np.float32([2]))]),
                                  else_branch=branch([helper.make_node("Relu", ["x"], ["r"])], "r"))]
        CASES.append(Case(f"If_19_given_{int(flag)}", 19, nodes, {"x": f32(3, 4), "c": np.array(flag)}, ["y"], {}, "if"))
    for rate in (16000, 8000):
        nodes = [helper.make_node("Equal", ["sr", "r16"], ["is16"]),
                 helper.make_node("If", ["is16"], ["y", "h"], name="n",
                                  then_branch=helper.make_graph(
                                      [helper.make_node("Add", ["x", "a"], ["t"]), helper.make_node("Sigmoid", ["t"], ["u"]),
                                       helper.make_node("Neg", ["t"], ["v"])], "t", [],
                                      [helper.make_empty_tensor_value_info("u"), helper.make_empty_tensor_value_info("v")]),
                                  else_branch=helper.make_graph(
                                      [helper.make_node("Sub", ["x", "a"], ["t"]), helper.make_node("Tanh", ["t"], ["u"]),
                                       helper.make_node("Abs", ["t"], ["v"])], "e", [],
                                      [helper.make_empty_tensor_value_info("u"), helper.make_empty_tensor_value_info("v")]))]
        CASES.append(Case(f"If_16_rate_{rate}", 16, nodes, {"x": f32(1, 6), "sr": i64(rate)}, ["y", "h"],
                          {"r16": i64(16000), "a": f32(6)}, "if"))


def vad_cases():
    """The forms of voice activity detectors: frames, a small convolution, an LSTM whose state goes in and out, If on the rate."""
    def body(tag, kernel, stride):
        w = {f"{tag}w": f32(8, 1, kernel, low=-0.3, high=0.3), f"{tag}e": f32(8, 8, 3, low=-0.3, high=0.3), f"{tag}eb": f32(8),
             f"{tag}W": f32(1, 32, 8, low=-0.5, high=0.5), f"{tag}R": f32(1, 32, 8, low=-0.5, high=0.5), f"{tag}B": f32(1, 64, low=-0.2, high=0.2),
             f"{tag}d": f32(1, 8, 1), f"{tag}db": f32(1)}
        p = lambda n: tag + n
        nodes = [helper.make_node("Unsqueeze", ["x", "one"], [p("x3")]),
                 helper.make_node("Conv", [p("x3"), p("w")], [p("c")], strides=[stride]),
                 helper.make_node("Mul", [p("c"), p("c")], [p("sq")]), helper.make_node("Sqrt", [p("sq")], [p("m")]),
                 helper.make_node("Conv", [p("m"), p("e"), p("eb")], [p("c2")], pads=[1, 1], strides=[2]),
                 helper.make_node("Relu", [p("c2")], [p("r")]),
                 helper.make_node("Transpose", [p("r")], [p("t")], perm=[2, 0, 1]),
                 helper.make_node("Gather", ["state", "zero"], [p("h")], axis=0), helper.make_node("Gather", ["state", "first"], [p("cc")], axis=0),
                 helper.make_node("LSTM", [p("t"), p("W"), p("R"), p("B"), "", p("h"), p("cc")], [p("Y"), p("Yh"), p("Yc")], hidden_size=8),
                 helper.make_node("Squeeze", [p("Y"), "one"], [p("Ys")]),
                 helper.make_node("Transpose", [p("Ys")], [p("Yt")], perm=[1, 2, 0]),
                 helper.make_node("Relu", [p("Yt")], [p("Yr")]),
                 helper.make_node("Conv", [p("Yr"), p("d"), p("db")], [p("z")]),
                 helper.make_node("Sigmoid", [p("z")], [p("s")]),
                 helper.make_node("ReduceMean", [p("s")], [p("o")], axes=[2], keepdims=0),
                 helper.make_node("Unsqueeze", [p("Yh"), "zero1"], [p("h4")]), helper.make_node("Unsqueeze", [p("Yc"), "zero1"], [p("c4")]),
                 helper.make_node("Concat", [p("h4"), p("c4")], [p("sn")], axis=0)]
        return nodes, w
    common = {"one": i64([1]), "zero": i64(0), "first": i64(1), "zero1": i64([0])}
    state = f32(2, 1, 1, 8, low=-1, high=1)
    nodes, w = body("a", 16, 8)
    CASES.append(Case("LSTM_16_vad", 16, nodes, {"x": f32(1, 64), "state": state}, ["ao", "asn"], {**common, **w}, "vad"))
    for rate in (16000, 8000):
        graphs, consts = [], dict(common, r16=i64(16000))
        for tag, kernel, stride in (("a", 16, 8), ("b", 8, 4)):
            inner, w = body(tag, kernel, stride)
            graphs.append(helper.make_graph(inner, tag, [], [helper.make_empty_tensor_value_info(tag + "o"), helper.make_empty_tensor_value_info(tag + "sn")],
                                            [numpy_helper.from_array(v, n) for n, v in w.items()]))
        nodes = [helper.make_node("Equal", ["sr", "r16"], ["is16"]),
                 helper.make_node("If", ["is16"], ["output", "stateN"], then_branch=graphs[0], else_branch=graphs[1])]
        CASES.append(Case(f"If_16_vad_{rate}", 16, nodes, {"x": f32(1, 64), "state": state, "sr": i64(rate)}, ["output", "stateN"], consts, "vad"))


# ---- Every other operator, at opset 18 to 24 --------------------------------------------------------------------
UNARY = {"Abs": 13, "Ceil": 13, "Cos": 7, "Erf": 13, "Exp": 13, "Floor": 13, "HardSwish": 14, "Mish": 18, "Neg": 13, "Relu": 14,
         "Round": 11, "Sigmoid": 13, "Sign": 13, "Sin": 7, "Softplus": 1, "Softsign": 1, "Tan": 7, "Tanh": 13, "Atan": 7, "Sinh": 9,
         "Cosh": 9, "Asinh": 9, "Identity": 1, "Elu": 6, "Celu": 12, "Selu": 6, "LeakyRelu": 16, "HardSigmoid": 6, "ThresholdedRelu": 10,
         "Shrink": 9, "Gelu": 20, "LogSoftmax": 13, "Softmax": 13, "GlobalAveragePool": 1, "GlobalMaxPool": 1, "Reciprocal": 13, "Swish": 24}


def shape_of(rank):
    return tuple(int(v) for v in rng.integers(1, 6, rank))


def other_cases():
    for opset in range(18, 25):
        for op, since in UNARY.items():
            if since <= opset and op != "Swish":
                rank = 4 if op.startswith("Global") else int(rng.integers(1, 5))
                add(op, opset, {"x": f32(*shape_of(rank))})
        for op in ("Sqrt", "Log"):
            add(op, opset, {"x": f32(*shape_of(3), low=0.1, high=5)})
        for op in ("Asin", "Acos", "Atanh"):
            add(op, opset, {"x": f32(*shape_of(3), low=-0.9, high=0.9)})
        add("Acosh", opset, {"x": f32(*shape_of(3), low=1.1, high=5)})
        for op in ("Add", "Sub", "Mul", "Div", "Max", "Min", "Greater", "Less", "GreaterOrEqual", "LessOrEqual", "PRelu"):
            s = shape_of(3)
            add(op, opset, {"a": f32(*s), "b": f32(s[1], 1)}, label=None)
            if op not in ("PRelu", "Div"):
                add(op, opset, {"a": rng.integers(-9, 9, s).astype(np.int64), "b": rng.integers(1, 9, (s[2],)).astype(np.int64)})
        add("Equal", opset, {"a": rng.integers(0, 2, (3, 4)).astype(np.int64), "b": rng.integers(0, 2, (4,)).astype(np.int64)})
        for op in ("And", "Or", "Xor"):
            add(op, opset, {"a": rng.integers(0, 2, (3, 4)).astype(bool), "b": rng.integers(0, 2, (4,)).astype(bool)})
        add("Not", opset, {"a": rng.integers(0, 2, (3, 4)).astype(bool)})
        add("Where", opset, {"c": rng.integers(0, 2, (3, 1)).astype(bool), "a": f32(3, 4), "b": f32(4)})
        add("Pow", opset, {"a": f32(3, 4, low=0.1), "b": f32(4)})
        add("Mod", opset, {"a": rng.integers(-9, 9, (7,)).astype(np.int64), "b": rng.integers(1, 5, (7,)).astype(np.int64)})
        add("Mod", opset, {"a": f32(7), "b": f32(7, low=0.5)}, {"fmod": 1})
        for op in ("Sum", "Mean", "Max"):
            add(op, opset, {"a": f32(3, 4), "b": f32(4), "c": f32(3, 1)})
        add("Clip", opset, {"x": f32(3, 4), "lo": np.float32(-0.5).reshape(()), "hi": np.float32(0.7).reshape(())})
        add("Cast", opset, {"x": f32(3, 4, low=-9, high=9)}, {"to": int(rng.choice([3, 6, 7, 9]))})
        add("CastLike", opset, {"x": f32(3, 4), "y": np.int32([1])})
        add("Concat", opset, {"a": f32(2, 3, 4), "b": f32(2, 5, 4)}, {"axis": 1})
        add("Conv", opset, {"x": f32(1, 4, 7, 6), "w": f32(6, 2, 3, 2), "b": f32(6)}, {"group": 2, "pads": [1, 0, 1, 1], "strides": [2, 1], "dilations": [1, 2]}, ["w", "b"])
        add("Conv", opset, {"x": f32(2, 3, 9), "w": f32(5, 3, 3)}, {"auto_pad": "SAME_UPPER", "strides": [2]}, ["w"])
        add("Conv", opset, {"x": f32(1, 2, 4, 5, 4), "w": f32(3, 2, 2, 2, 2)}, {}, ["w"])
        add("ConvTranspose", opset, {"x": f32(1, 3, 4, 5), "w": f32(3, 2, 3, 3), "b": f32(2)}, {"strides": [2, 1], "pads": [1, 0, 0, 1], "output_padding": [1, 0]}, ["w", "b"])
        add("ConvInteger", opset, {"x": rng.integers(0, 255, (1, 2, 5, 5)).astype(np.uint8), "w": rng.integers(0, 255, (3, 2, 3, 3)).astype(np.uint8), "xz": np.uint8(7).reshape(()), "wz": np.uint8(120).reshape(())}, {}, ["w", "xz", "wz"])
        add("MatMulInteger", opset, {"x": rng.integers(0, 255, (4, 5)).astype(np.uint8), "w": rng.integers(-63, 63, (5, 3)).astype(np.int8), "xz": np.uint8(7).reshape(())}, {}, ["w", "xz"])
        add("CumSum", opset, {"x": f32(3, 4), "axis": np.int32(1).reshape(())}, {"exclusive": int(rng.integers(2)), "reverse": int(rng.integers(2))}, ["axis"])
        add("DepthToSpace", opset, {"x": f32(1, 8, 2, 3)}, {"blocksize": 2, "mode": "CRD"})
        add("SpaceToDepth", opset, {"x": f32(1, 2, 4, 6)}, {"blocksize": 2})
        add("QuantizeLinear", opset, {"x": f32(3, 4), "s": np.float32(0.013).reshape(()), "z": np.uint8(121).reshape(())}, {}, ["s", "z"])
        add("DequantizeLinear", opset, {"x": rng.integers(-128, 127, (3, 4)).astype(np.int8), "s": f32(4, low=0.1), "z": rng.integers(-9, 9, 4).astype(np.int8)}, {"axis": 1}, ["s", "z"])
        add("DynamicQuantizeLinear", opset, {"x": f32(3, 4)}, {}, (), 3)
        add("Einsum", opset, {"a": f32(2, 3, 4), "b": f32(2, 4, 5)}, {"equation": "bij,bjk->bik"})
        add("Expand", opset, {"x": f32(3, 1), "s": i64([2, 3, 4])}, {}, ["s"])
        add("EyeLike", opset, {"x": f32(3, 4)}, {"k": 1})
        add("Flatten", opset, {"x": f32(2, 3, 4)}, {"axis": int(rng.integers(0, 4))})
        add("Gather", opset, {"x": f32(3, 4, 2), "i": rng.integers(-4, 4, (2, 3)).astype(np.int64)}, {"axis": 1})
        add("GatherElements", opset, {"x": f32(3, 4), "i": rng.integers(-4, 4, (3, 2)).astype(np.int64)}, {"axis": 1})
        add("GatherND", opset, {"x": f32(2, 3, 4), "i": rng.integers(0, 3, (2, 1)).astype(np.int64)}, {"batch_dims": 1})
        add("Gemm", opset, {"a": f32(4, 3), "b": f32(5, 4), "c": f32(5)}, {"transA": 1, "transB": 1, "alpha": 0.5, "beta": 2.0})
        add("MatMul", opset, {"a": f32(2, 1, 3, 4), "b": f32(5, 4, 2)})
        add("MatMul", opset, {"a": f32(4), "b": f32(5, 4, 2)})
        add("GroupNormalization", opset, {"x": f32(2, 4, 3, 3), "s": f32(2 if opset < 21 else 4), "b": f32(2 if opset < 21 else 4)}, {"num_groups": 2})
        add("InstanceNormalization", opset, {"x": f32(2, 4, 3, 3), "s": f32(4), "b": f32(4)})
        add("LayerNormalization", opset, {"x": f32(2, 4, 3), "s": f32(4, 3), "b": f32(4, 3)}, {"axis": 1})
        add("BatchNormalization", opset, {"x": f32(2, 4, 3), "s": f32(4), "b": f32(4), "m": f32(4), "v": f32(4, low=0.2)})
        add("LRN", opset, {"x": f32(1, 7, 3, 3)}, {"size": 3, "alpha": 0.3, "beta": 0.6})
        add("LpNormalization", opset, {"x": f32(3, 4)}, {"axis": 1, "p": int(rng.integers(1, 3))})
        add("MeanVarianceNormalization", opset, {"x": f32(2, 3, 4, 2)})
        if opset >= 23:
            add("RMSNormalization", opset, {"x": f32(2, 4, 3), "s": f32(3)})
        add("MaxPool", opset, {"x": f32(1, 2, 7, 8)}, {"kernel_shape": [3, 2], "strides": [2, 2], "pads": [1, 0, 1, 1], "ceil_mode": int(rng.integers(2)), "dilations": [1, 2]})
        add("AveragePool", opset, {"x": f32(1, 2, 7, 8)}, {"kernel_shape": [3, 2], "strides": [2, 2], "pads": [1, 0, 1, 1], "count_include_pad": int(rng.integers(2))})
        add("LpPool", opset, {"x": f32(1, 2, 7, 8)}, {"kernel_shape": [3, 2], "p": 2})
        add("OneHot", opset, {"i": rng.integers(-4, 4, (2, 3)).astype(np.int64), "d": i64(4), "v": f32(2)}, {"axis": 1}, ["d", "v"])
        for mode in ("constant", "reflect", "edge") + (("wrap",) if opset >= 19 else ()):
            add("Pad", opset, {"x": f32(3, 4), "p": i64([1, 2, 0, 1]), "v": np.float32(0.5).reshape(())}, {"mode": mode}, ["p", "v"])
        add("Range", opset, {"a": i64(2), "b": i64(11), "c": i64(3)}, {}, ["a", "b", "c"])
        for op in ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare"):
            add("Reduce" + op, opset, {"x": f32(2, 3, 4, low=0.1), "a": i64([1, -1])}, {"keepdims": int(rng.integers(2))}, ["a"])
        for op in ("ArgMax", "ArgMin"):
            add(op, opset, {"x": rng.integers(0, 4, (3, 5)).astype(np.float32)}, {"axis": 1, "select_last_index": int(rng.integers(2)), "keepdims": int(rng.integers(2))})
        add("Reshape", opset, {"x": f32(2, 3, 4), "s": i64([0, -1, 2])}, {}, ["s"])
        for mode in ("nearest", "linear", "cubic"):
            add("Resize", opset, {"x": f32(1, 2, 5, 4), "r": None, "s": None, "z": i64([7, 9])}, {"mode": mode, "axes": [2, 3], "coordinate_transformation_mode": str(rng.choice(["half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel"]))}, ["z"])
        for red in ("none", "add", "mul", "max", "min"):
            add("ScatterElements", opset, {"x": f32(3, 5), "i": np.stack([rng.permutation(5)[:2] for _ in range(3)]).astype(np.int64), "u": f32(3, 2)}, {"axis": 1, "reduction": red}, ["i"])
            add("ScatterND", opset, {"x": f32(5, 3), "i": i64([[1], [4]]), "u": f32(2, 3)}, {"reduction": red}, ["i"])
        add("Shape", opset, {"x": f32(2, 3, 4)}, {"start": 1})
        add("Size", opset, {"x": f32(2, 3, 4)})
        add("Slice", opset, {"x": f32(5, 6), "b": i64([4, 0]), "e": i64([-9, 5]), "a": i64([0, 1]), "s": i64([-2, 2])}, {}, ["b", "e", "a", "s"])
        add("Split", opset, {"x": f32(7, 3)}, {"axis": 0, "num_outputs": 3}, (), 3)
        add("Split", opset, {"x": f32(7, 3), "s": i64([2, 5])}, {"axis": 0}, ["s"], 2)
        add("Squeeze", opset, {"x": f32(1, 3, 1), "a": i64([0])}, {}, ["a"])
        add("Unsqueeze", opset, {"x": f32(3, 4), "a": i64([0, -1])}, {}, ["a"])
        add("Tile", opset, {"x": f32(2, 3), "r": i64([2, 2])}, {}, ["r"])
        add("Transpose", opset, {"x": f32(2, 3, 4)}, {"perm": [2, 0, 1]})
        add("Trilu", opset, {"x": f32(2, 4, 4), "k": i64(1)}, {"upper": int(rng.integers(2))}, ["k"])
        add("IsNaN", opset, {"x": np.float32([1, np.nan, np.inf])})
        add("IsInf", opset, {"x": np.float32([1, np.nan, np.inf, -np.inf])}, {"detect_negative": 0})
        add("CenterCropPad", opset, {"x": f32(5, 4), "s": i64([3, 6])}, {}, ["s"])
        add("Dropout", opset, {"x": f32(3, 4)})
        add("Hardmax", opset, {"x": f32(3, 4)})
    recurrent_round()


def recurrent_round():
    """Random forms of the operators above."""
    for n in range(40):
        op = str(rng.choice(list(GATES)))
        lens = rng.integers(1, 6, 3).tolist() if rng.integers(2) else None
        extra = {"linear_before_reset": int(rng.integers(2))} if op == "GRU" else {}
        recurrent(op, f"random{n}", opset=int(rng.choice([14, 22])), steps=5, batch=3, inputs=int(rng.integers(1, 7)), hidden=int(rng.integers(1, 7)),
                  direction=str(rng.choice(["forward", "reverse", "bidirectional"])), bias=bool(rng.integers(2)), lens=lens,
                  initial=bool(rng.integers(2)), stateful=bool(rng.integers(2)), peephole=op == "LSTM" and bool(rng.integers(2)), **extra)
    for n in range(40):
        groups = int(rng.choice([1, 2, 3]))
        q, k, p = (int(rng.integers(1, 6)) for _ in range(3))
        p = p if rng.integers(2) else 0
        mask = [None, f32(q, k + p), bools(q, k + p), f32(2, 1, q, k + p)][rng.integers(4)]
        causal = {"is_causal": 1} if mask is None and rng.integers(2) and not p and q <= k else {}
        attention(f"random{n}", opset=int(rng.choice([23, 24])), groups=groups, heads=groups * int(rng.integers(1, 4)), queries=q, keys=k, past=p,
                  size=int(rng.integers(1, 8)), v_size=int(rng.integers(1, 8)), four=bool(rng.integers(2)), mask=mask,
                  softcap=float(rng.choice([0.0, 2.0])), **causal)


# ---- Running ---------------------------------------------------------------------------------------------------
def plain(array):
    return [str(v) if isinstance(v, float) and (v != v or v in (np.inf, -np.inf)) else v for v in array.ravel().tolist()]


def typed(out):
    kind = {"bool": np.bool_}.get(out["type"], out["type"])
    data = [float(v) if isinstance(v, str) else v for v in out["data"]]
    return np.array(data, dtype=kind).reshape(out["dims"])


def main():
    global rng
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--runtime", type=pathlib.Path, required=True, help="where onnxruntime-node is installed")
    parser.add_argument("--file", type=pathlib.Path, action="append", default=[])
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    for make in (recurrent_cases, attention_cases, rotary_cases, sample_cases, wide_cases, if_cases, vad_cases):
        make()
    if args.all:
        other_cases()
    cases = [FileCase(path) for path in args.file] or [c for c in CASES if args.only in c.name]
    args.folder.mkdir(parents=True, exist_ok=True)
    jobs = []
    for case in cases:
        path = args.folder / (case.name + ".tmp")
        path.write_bytes(case.model().SerializeToString())
        jobs.append({"model": str(path.resolve()), "inputs": {n: {"type": str(v.dtype), "dims": list(v.shape), "data": plain(v)} for n, v in case.inputs.items()}})
    (args.folder / "jobs.json").write_text(json.dumps(jobs))
    (args.folder / "runner.js").write_text(RUNNER)
    subprocess.run(["node", *[str(args.folder / name) for name in ("runner.js", "jobs.json", "results.json")]],
                   env={**os.environ, "NODE_PATH": str(args.runtime.resolve() / "node_modules")}, check=True)
    results = json.loads((args.folder / "results.json").read_text())
    kept = 0
    for case, result in zip(cases, results):
        (args.folder / (case.name + ".tmp")).unlink()
        if "error" in result:
            print(f"{case.name}: not computed: {result['error'][:200]}", file=sys.stderr)
            continue
        model = case.model()
        for name, value in case.inputs.items():
            model.graph.initializer.append(numpy_helper.from_array(value, "given/" + name))
        for name in case.outputs:
            model.graph.initializer.append(numpy_helper.from_array(typed(result["outputs"][name]), "expected/" + name))
        (args.folder / (case.name + ".onnx")).write_bytes(model.SerializeToString())
        kept += 1
    for name in ("jobs.json", "results.json", "runner.js"):
        (args.folder / name).unlink()
    print(f"{kept} of {len(cases)} written")


if __name__ == "__main__":
    main()
