"""A network written operator by operator, each computed at once by reference.py."""
import numpy
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

import reference

TYPES = {torch.float32: TensorProto.FLOAT, torch.float16: TensorProto.FLOAT16,
         torch.uint8: TensorProto.UINT8, torch.int8: TensorProto.INT8,
         torch.int32: TensorProto.INT32, torch.int64: TensorProto.INT64,
         torch.bool: TensorProto.BOOL}


class Net:
    """Values are names; `values` has what each of them is for the inputs that were drawn."""

    def __init__(self, name, opset, seed):
        self.name, self.opset = name, opset
        self.random = torch.Generator().manual_seed(seed)
        self.values, self.inputs, self.outputs = {}, {}, []
        self.nodes, self.initializers, self.functions = [], [], []
        self.dims = {}  # of inputs, where the file leaves some open
        self.as_inputs = False  # initializers are inputs too, as before IR version 4
        self.domains = {"": opset}
        self.half = self.external = False
        self.refused = None  # what the refusal must say; None: the network must be right
        self.keep_integers = False  # a quantized model: its own integers are what counts

    # ---- Values ---------------------------------------------------------------------------------
    def fresh(self, stem):
        return f"{stem}_{len(self.values)}"

    def randn(self, *shape):
        return torch.randn(*shape, generator=self.random)

    def input(self, shape, name="input", dims=None, value=None):
        self.values[name] = self.randn(*shape) if value is None else value
        self.inputs[name] = self.values[name]
        self.dims[name] = dims or list(shape)
        return name

    def const(self, value, dtype=None, name=None):
        tensor = torch.as_tensor(value, dtype=dtype)
        if tensor.dtype == torch.float64:
            tensor = tensor.float()
        name = name or self.fresh("const")
        if self.half and tensor.dtype == torch.float32:
            tensor = tensor.half()
        self.values[name] = tensor
        self.initializers.append(name)
        return name

    def ints(self, *values):
        return self.const(list(values), torch.int64)

    def weight(self, *shape):
        fan = int(numpy.prod(shape[1:])) or 1
        return self.const(self.randn(*shape) * (1.6 / fan) ** 0.5)

    def shape(self, x):
        return list(self.values[x].shape)

    def output(self, *names):
        self.outputs += names

    # ---- Operators ------------------------------------------------------------------------------
    def op(self, kind, *operands, results=1, domain="", **attributes):
        names = [self.fresh(kind.lower()) for _ in range(results)]
        for i, name in enumerate(names):  # lengths of values make names: no two alike
            names[i] = f"{name}_{i}" if results > 1 else name
        given = [self.values[x] if x else None for x in operands]
        answer = reference.compute(kind, given, attributes, self.opset, results)
        for name, value in zip(names, answer if isinstance(answer, (list, tuple)) else [answer]):
            self.values[name] = value
        node = helper.make_node(kind, list(operands), names, name=f"node_{len(self.nodes)}",
                                domain=domain, **attributes)
        self.nodes.append(node)
        if domain:
            self.domains[domain] = 1
        return names[0] if results == 1 else names

    def constant(self, value):
        """By a node Constant."""
        name = self.fresh("constant")
        self.values[name] = torch.as_tensor(value)
        tensor = numpy_helper.from_array(self.values[name].numpy(), name)
        self.nodes.append(helper.make_node("Constant", [], [name], value=tensor))
        return name

    def conv(self, x, channels, kernel=3, stride=1, pad=None, group=1, bias=True, dilation=1, **more):
        kernels = kernel if isinstance(kernel, (list, tuple)) else [kernel] * (
            len(self.shape(x)) - 2)
        weight = self.weight(channels, self.shape(x)[1] // group, *kernels)
        operands = [x, weight] + ([self.const(self.randn(channels) * 0.1)] if bias else [])
        if "auto_pad" not in more:
            pads = [dilation * (k - 1) // 2 for k in kernels] if pad is None else (
                [pad] * len(kernels) if isinstance(pad, int) else list(pad))
            more["pads"] = pads if len(pads) == 2 * len(kernels) else pads * 2
        return self.op("Conv", *operands, kernel_shape=kernels, strides=[stride] * len(kernels),
                       group=group, dilations=[dilation] * len(kernels), **more)

    def norm(self, x, **more):
        channels = self.shape(x)[1]
        return self.op("BatchNormalization", x, self.const(self.randn(channels) * 0.2 + 1),
                       self.const(self.randn(channels) * 0.2), self.const(self.randn(channels) * 0.2),
                       self.const(self.randn(channels).abs() * 0.5 + 0.5), **more)

    def relu(self, x):
        return self.op("Relu", x)

    def block(self, x, channels, kernel=3, stride=1, act="Relu", group=1, **more):
        """Convolution, normalization, activation."""
        x = self.norm(self.conv(x, channels, kernel, stride, group=group, bias=False), epsilon=1e-3)
        if act == "SiLU":
            return self.op("Mul", x, self.op("Sigmoid", x))
        return self.op(act, x, **more) if act else x

    def pool(self, x, kernel=2, stride=2, pads=None, kind="MaxPool", **more):
        dims = len(self.shape(x)) - 2
        if pads:
            more["pads"] = pads
        return self.op(kind, x, kernel_shape=[kernel] * dims, strides=[stride] * dims, **more)

    def dense(self, x, units, kind="Gemm"):
        width = self.shape(x)[-1]
        bias = self.const(self.randn(units) * 0.1)
        if kind == "Gemm":
            return self.op("Gemm", x, self.weight(units, width), bias, transB=1)
        return self.op("Add", self.op("MatMul", x, self.weight(units, width)
                                      if kind == "turned" else self.const(
                                          self.randn(width, units) / width**0.5)), bias)

    def classify(self, x, classes=10, soft=True):
        x = self.dense(self.op("Flatten", self.op("GlobalAveragePool", x)), classes)
        self.output(self.op("Softmax", x, axis=1) if soft else x)

    # ---- The file -------------------------------------------------------------------------------
    def _info(self, name, dims=None):
        value = self.values[name]
        return helper.make_tensor_value_info(name, TYPES[value.dtype],
                                             list(value.shape) if dims is None else dims)

    def model(self):
        tensors = [numpy_helper.from_array(self.values[name].numpy(), name)
                   for name in self.initializers]
        inputs = [self._info(name, self.dims[name]) for name in self.inputs]
        if self.as_inputs:
            inputs += [self._info(name) for name in self.initializers]
        graph = helper.make_graph(self.nodes, self.name, inputs,
                                  [self._info(name) for name in self.outputs], tensors)
        opsets = [helper.make_opsetid(domain, version) for domain, version in self.domains.items()]
        model = helper.make_model(graph, opset_imports=opsets, producer_name="wild",
                                  functions=self.functions)
        model.ir_version = 3 if self.as_inputs else 8
        return model

    def save(self, path):
        onnx.save_model(self.model(), path, save_as_external_data=self.external,
                        location=self.name + ".data", size_threshold=64)
