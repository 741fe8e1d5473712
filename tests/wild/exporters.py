"""What exporters leave around small networks: Keras, tf2onnx, Paddle, PyTorch of several years."""
import torch
from onnx import TensorProto, helper

from registry import network


def last(net, x):
    return net.op("Transpose", x, perm=[0, 2, 3, 1])


def first(net, x):
    return net.op("Transpose", x, perm=[0, 3, 1, 2])


@network(11)
def keras_channels_last(net):
    """Turned before and behind each operator; the batch is open, and taken from Shape."""
    x = net.input([1, 24, 24, 3], dims=["unk__1", 24, 24, 3])
    for channels, stride in ((16, 1), (24, 2)):
        if stride == 2:
            x = net.op("Pad", x, net.ints(0, 0, 0, 0, 0, 1, 1, 0), net.const(0.0))
            x = last(net, net.conv(first(net, x), channels, 3, 2, pad=0))
        else:
            x = last(net, net.conv(first(net, x), channels, auto_pad="SAME_UPPER"))
        x = last(net, net.norm(first(net, x), epsilon=1e-3))
        x = net.op("Identity", net.op("Identity", net.relu(x)))
    x = last(net, net.pool(first(net, x), auto_pad="VALID"))
    batch = net.op("Squeeze", net.op("Slice", net.op("Cast", net.op("Shape", x), to=6), net.ints(0),
                                     net.ints(1), net.ints(0)), axes=[0])
    size = net.op("Concat", net.op("Unsqueeze", batch, axes=[0]), net.const([-1], torch.int32),
                  axis=0)
    x = net.op("Reshape", x, net.op("Cast", size, to=7))
    net.output(net.op("Softmax", net.dense(x, 10, "MatMul"), axis=1))


@network(12)
def keras_separable(net):
    x = first(net, net.input([1, 32, 32, 3], dims=["N", 32, 32, 3]))
    x = net.norm(net.conv(net.conv(x, 6, group=3, auto_pad="SAME_UPPER", bias=False), 16, 1))
    x = net.op("Clip", x, net.const(0.0), net.const(6.0))
    x = net.conv(x, 16, group=16, stride=2, auto_pad="SAME_UPPER")
    x = net.op("Elu", net.op("Selu", net.norm(net.conv(x, 24, 1))), alpha=0.7)
    x = net.op("ReduceMean", last(net, x), axes=[1, 2], keepdims=0)
    net.output(net.op("Softmax", net.dense(x, 10, "MatMul"), axis=-1))


@network(11)
def keras_norm_behind_concat(net):
    x = net.input([1, 3, 24, 24])
    x = net.op("Concat", net.conv(x, 16), net.conv(x, 15, 5), net.pool(x, 3, 1, pads=[1] * 4), axis=1)
    x = net.relu(net.norm(x))
    net.classify(net.conv(x, 17))


@network(13)
def efficientnet_lite(net):
    x = first(net, net.input([1, 32, 32, 3]))
    x = net.op("Clip", net.conv(x, 16, 3, 2, pad=[0, 0, 1, 1]), net.const(0.0), net.const(6.0))
    y = net.op("Clip", net.conv(x, 48, 1), net.const(0.0), net.const(6.0))
    y = net.op("Clip", net.conv(y, 48, 5, group=48), net.const(0.0), net.const(6.0))
    x = net.op("Add", net.conv(y, 16, 1), x)
    x = net.op("AveragePool", x, kernel_shape=[16, 16], auto_pad="VALID")
    x = net.op("Squeeze", x, net.ints(2, 3))
    net.output(net.op("Softmax", net.dense(x, 10, "MatMul")))


@network(10)
def mobilenet_v2(net):
    """Bounds as attributes; the batch from Shape and Gather."""
    x = net.input([1, 3, 32, 32], dims=["batch_size", 3, 32, 32])
    x = net.op("Clip", net.norm(net.conv(x, 16, stride=2, bias=False)), min=0.0, max=6.0)
    y = net.op("Clip", net.norm(net.conv(x, 48, 1, bias=False)), min=0.0, max=6.0)
    y = net.op("Clip", net.norm(net.conv(y, 48, group=48, bias=False)), min=0.0, max=6.0)
    x = net.op("GlobalAveragePool", net.op("Add", x, net.norm(net.conv(y, 16, 1, bias=False))))
    batch = net.op("Gather", net.op("Shape", x), net.const(0, torch.int64), axis=0)
    size = net.op("Concat", net.op("Unsqueeze", batch, axes=[0]), net.ints(-1), axis=0)
    net.output(net.dense(net.op("Reshape", x, size), 10))


@network(11)
def mobilenet_v3(net):
    """Hard swish and gates by Add, Clip, Div."""
    def gate(x):
        return net.op("Div", net.op("Clip", net.op("Add", x, net.const(3.0)), net.const(0.0),
                                    net.const(6.0)), net.const(6.0))

    x = net.conv(net.input([1, 3, 32, 32]), 16, stride=2)
    x = net.op("Mul", x, gate(x))
    y = net.op("GlobalAveragePool", x)
    y = net.conv(net.relu(net.conv(y, 8, 1)), 16, 1)
    x = net.op("Mul", x, net.op("HardSigmoid", y, alpha=1 / 6))
    net.classify(net.op("Mul", x, gate(x)), soft=False)


@network(11)
def ghostnet(net):
    """Channels made of others; a gate by ReduceMean; a part of the channels is cut off."""
    x = net.conv(net.input([1, 3, 32, 32]), 16, stride=2)
    main = net.block(x, 9, 1)
    x = net.op("Concat", main, net.block(main, 9, group=9), axis=1)
    x = net.op("Slice", x, net.ints(0), net.ints(17), net.ints(1))
    y = net.op("ReduceMean", x, axes=[2, 3], keepdims=1)
    y = net.op("Sigmoid", net.conv(net.relu(net.conv(y, 4, 1)), 17, 1))
    net.classify(net.op("Mul", x, y))


@network(11)
def paddle(net):
    """Biases by Add, shapes by Cast of Shape, a scale by Mul and Add, a name with colons."""
    x = net.input([1, 3, 32, 32], name="input", dims=[-1, 3, 32, 32])
    x = net.conv(x, 16, stride=2, bias=False)
    x = net.op("Add", x, net.const(net.randn(1, 16, 1, 1), name="conv:0.b/w@offset"))
    x = net.op("Mul", x, net.op("Div", net.op("Clip", net.op("Add", x, net.const(3.0)),
                                              net.const(0.0), net.const(6.0)), net.const(6.0)))
    shape = net.op("Cast", net.op("Shape", x), to=6)
    batch = net.op("Slice", shape, net.ints(0), net.ints(1), net.ints(0))
    size = net.op("Concat", net.op("Cast", batch, to=7), net.ints(-1), axis=0)
    x = net.pool(x, 2, 2, kind="AveragePool", count_include_pad=0)
    x = net.op("Add", net.op("Mul", x, net.const([1.5])), net.const([0.0]))
    x = net.op("Reshape", x, size)
    x = net.op("Add", net.op("MatMul", x, net.const(net.randn(1024, 10) / 32)),
               net.const(net.randn(10)))
    net.output(net.op("Softmax", x, axis=-1))


@network(17)
def squeezed_if(net):
    """PyTorch's squeeze of an axis whose extent it does not know: If on Shape."""
    x = net.op("GlobalAveragePool", net.block(net.input([1, 3, 16, 16]), 16))
    extent = net.op("Gather", net.op("Shape", x), net.const(2, torch.int64), axis=0)
    test = net.op("Equal", extent, net.const(1, torch.int64))
    name = net.fresh("if")
    branches = {}
    for which, kind, operands in (("then_branch", "Squeeze", [x, net.ints(2)]),
                                  ("else_branch", "Identity", [x])):
        node = helper.make_node(kind, operands, [which + "_out"])
        info = helper.make_tensor_value_info(which + "_out", TensorProto.FLOAT, None)
        branches[which] = helper.make_graph([node], which, [], [info])
    net.nodes.append(helper.make_node("If", [test], [name], name="node_if", **branches))
    net.values[name] = net.values[x].squeeze(2)
    net.output(net.dense(net.op("Squeeze", name, net.ints(2)), 10))


@network(13)
def scripted_dense(net):
    """Lists of tensors, as scripts keep them."""
    x = net.conv(net.input([1, 3, 16, 16]), 16)
    parts = [x]
    for _ in range(3):
        y = net.op("SequenceConstruct", *parts)
        y = net.op("ConcatFromSequence", y, axis=1)
        parts.append(net.relu(net.norm(net.conv(y, 8))))
    net.classify(net.op("ConcatFromSequence", net.op("SequenceConstruct", *parts), axis=1))


@network(18)
def dynamo_functions(net):
    """Layers are functions of the model, with functions within."""
    domain = "pkg.torch.2.1"
    net.domains[domain] = 1
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(domain, 1)]
    silu = helper.make_function(domain, "silu", ["a"], ["b"], [
        helper.make_node("Sigmoid", ["a"], ["s"]), helper.make_node("Mul", ["a", "s"], ["b"])], opsets)
    layer = helper.make_function(domain, "conv_silu", ["a", "w", "c"], ["b"], [
        helper.make_node("Conv", ["a", "w", "c"], ["t"], kernel_shape=[3, 3], pads=[1] * 4),
        helper.make_node("silu", ["t"], ["b"], domain=domain)], opsets)
    net.functions = [silu, layer]
    x = net.input([1, 3, 16, 16])
    for channels in (16, 17):
        weight, bias = net.weight(channels, net.shape(x)[1], 3, 3), net.const(net.randn(channels))
        y = torch.conv2d(net.values[x], net.values[weight], net.values[bias], padding=1)
        name = net.fresh("layer")
        net.nodes.append(helper.make_node("conv_silu", [x, weight, bias], [name], domain=domain))
        net.values[name] = y * torch.sigmoid(y)
        x = name
    x = net.op("ReduceMean", x, net.ints(-1, -2), keepdims=0)
    net.output(net.dense(x, 10))


@network(13)
def side_file(net):
    net.external = True
    net.classify(net.block(net.block(net.input([1, 3, 16, 16]), 16), 17))


@network(13)
def half_weights(net):
    """Stored in 16 bits, widened at each use."""
    def widened(*shape):
        return net.op("Cast", net.const((net.randn(*shape) / 6).half()), to=1)

    x = net.input([1, 3, 16, 16])
    x = net.relu(net.op("Conv", x, widened(16, 3, 3, 3), widened(16), kernel_shape=[3, 3]))
    net.output(net.op("Gemm", net.op("Flatten", net.op("GlobalMaxPool", x)), widened(10, 16), transB=1))


@network(13)
def half_throughout(net):
    """Converted to 16 bits: casts at both ends. float32 here; PyTorch's widened weights are right."""
    net.half = True
    x = net.op("Cast", net.input([1, 3, 16, 16]), to=10)
    x = net.block(net.block(x, 16), 17)
    x = net.op("Flatten", net.op("GlobalAveragePool", x))
    net.output(net.op("Cast", net.dense(x, 10), to=1))


@network(17)
def convnext(net):
    x = net.conv(net.input([1, 3, 32, 32]), 16, 4, 4, pad=0)
    y = last(net, net.conv(x, 16, 7, group=16))
    mean = net.op("ReduceMean", y, axes=[-1])
    y = net.op("Sub", y, mean)
    power = net.op("ReduceMean", net.op("Pow", y, net.const(2.0)), axes=[-1])
    y = net.op("Div", y, net.op("Sqrt", net.op("Add", power, net.const(1e-6))))
    y = net.op("Add", net.op("Mul", y, net.const(net.randn(16))), net.const(net.randn(16)))
    y = net.dense(y, 32, "MatMul")
    half = net.op("Erf", net.op("Div", y, net.const(2.0**0.5)))
    y = net.op("Mul", net.op("Mul", y, net.op("Add", half, net.const(1.0))), net.const(0.5))
    y = net.op("Mul", net.dense(y, 16, "MatMul"), net.const(net.randn(16)))
    net.classify(net.op("Add", x, first(net, y)), soft=False)


def attention(net, x, heads, einsum):
    n, count, width = net.shape(x)
    parts = []
    for _ in range(3):
        y = net.op("Reshape", net.dense(x, width, "MatMul"), net.ints(0, 0, heads, width // heads))
        parts.append(y if einsum else net.op("Transpose", y, perm=[0, 2, 1, 3]))
    if einsum:
        scores = net.op("Einsum", *parts[:2], equation="bihd,bjhd->bhij")
    else:
        scores = net.op("MatMul", parts[0], net.op("Transpose", parts[1], perm=[0, 1, 3, 2]))
    scores = net.op("Softmax", net.op("Mul", scores, net.const((width // heads) ** -0.5)), axis=-1)
    if einsum:
        y = net.op("Einsum", scores, parts[2], equation="bhij,bjhd->bihd")
    else:
        y = net.op("Transpose", net.op("MatMul", scores, parts[2]), perm=[0, 2, 1, 3])
    return net.op("Add", x, net.dense(net.op("Reshape", y, net.ints(n, count, width)), width, "MatMul"))


@network(17)
def vision_transformer(net):
    x = net.conv(net.input([1, 3, 32, 32]), 16, 8, 8, pad=0)
    x = net.op("Transpose", net.op("Reshape", x, net.ints(0, 16, -1)), perm=[0, 2, 1])
    token = net.op("Expand", net.const(net.randn(1, 1, 16)), net.ints(1, 1, 16))
    x = net.op("Add", net.op("Concat", token, x, axis=1), net.const(net.randn(1, 17, 16)))
    for einsum in (False, True):
        y = net.op("LayerNormalization", x, net.const(net.randn(16)), net.const(net.randn(16)),
                   axis=-1, epsilon=1e-6)
        x = attention(net, y, 4, einsum)
    net.output(net.dense(net.op("Gather", x, net.const(0, torch.int64), axis=1), 10))


@network(16)
def shifted_windows(net):
    """Rolled by Slice and Concat, cut into windows, put together again."""
    x = last(net, net.conv(net.input([1, 3, 32, 32]), 16, 4, 4, pad=0))
    for axis in (1, 2):
        x = net.op("Concat", net.op("Slice", x, net.ints(2), net.ints(2**63 - 1), net.ints(axis)),
                   net.op("Slice", x, net.ints(0), net.ints(2), net.ints(axis)), axis=axis)
    x = net.op("Reshape", x, net.ints(1, 2, 4, 2, 4, 16))
    x = net.op("Reshape", net.op("Transpose", x, perm=[0, 1, 3, 2, 4, 5]), net.ints(-1, 16, 16))
    x = attention(net, x, 2, False)
    x = net.op("Reshape", x, net.ints(-1, 2, 2, 4, 4, 16))
    x = net.op("Reshape", net.op("Transpose", x, perm=[0, 1, 3, 2, 4, 5]), net.ints(-1, 8, 8, 16))
    net.classify(first(net, x))


# ---- One dimension ------------------------------------------------------------------------------
@network(13)
def temporal_network(net):
    """Dilated, causal: pads before, nothing behind; tanh times sigmoid."""
    x = net.conv(net.input([1, 8, 100]), 16, 1)
    kept = []
    for dilation in (1, 2, 4):
        y = net.op("Pad", x, net.ints(0, 0, 2 * dilation, 0, 0, 0))
        y = net.op("Conv", y, net.weight(32, 16, 3), net.const(net.randn(32) * 0.1),
                   kernel_shape=[3], dilations=[dilation])
        up, down = net.op("Split", y, results=2, axis=1)
        y = net.op("Mul", net.op("Tanh", up), net.op("Sigmoid", down))
        kept.append(net.conv(y, 8, 1))
        x = net.op("Add", x, net.conv(y, 16, 1))
    net.output(net.conv(net.relu(net.op("Sum", *kept)), 5, 1))


@network(11)
def sound_m5(net):
    x = net.input([1, 1, 800])
    for channels, kernel, stride in ((16, 80, 4), (16, 3, 1), (32, 3, 1)):
        x = net.relu(net.norm(net.conv(x, channels, kernel, stride, pad=0)))
        x = net.pool(x, 4, 4)
    x = net.op("Squeeze", net.op("AveragePool", x, kernel_shape=[net.shape(x)[2]]), axes=[2])
    net.output(net.op("Softmax", net.dense(x, 10), axis=1))


@network(13)
def keyword_spotting(net):
    """A kernel of 10 by 4 over frames and bands; uneven pads."""
    x = net.op("Unsqueeze", net.input([1, 49, 10]), net.ints(1))
    x = net.relu(net.norm(net.op("Conv", x, net.weight(16, 1, 10, 4), auto_pad="SAME_UPPER",
                                 kernel_shape=[10, 4], strides=[2, 2])))
    for _ in range(2):
        x = net.block(net.block(x, 16, group=16), 16, 1)
    x = net.op("AveragePool", x, kernel_shape=net.shape(x)[2:])
    net.output(net.dense(net.op("Flatten", x), 12))


@network(13)
def volumes(net):
    """Three dimensions: a clip of frames."""
    x = net.relu(net.conv(net.input([1, 2, 6, 12, 12]), 8, [3, 3, 3]))
    x = net.pool(x, 2, 2)
    x = net.relu(net.conv(x, 16, [1, 3, 3]))
    net.output(net.dense(net.op("Flatten", net.op("GlobalAveragePool", x)), 5))


@network(13)
def two_inputs(net):
    """Pairs of pictures, compared by the same weights; two results."""
    weight, bias = net.weight(16, 3, 3, 3), net.const(net.randn(16) * 0.1)
    sides = []
    for name in ("left", "right"):
        x = net.op("Conv", net.input([1, 3, 16, 16], name), weight, bias, kernel_shape=[3, 3])
        sides.append(net.op("Flatten", net.op("GlobalAveragePool", net.relu(x))))
    net.output(net.op("Abs", net.op("Sub", *sides)), net.op("MatMul", sides[0], net.op(
        "Transpose", sides[1], perm=[1, 0])))
