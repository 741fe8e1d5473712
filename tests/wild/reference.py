"""What each operator's page says, by PyTorch; only what the networks here use."""
import math

import torch
from torch.nn import functional as F

CONV = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}
TURNED = {1: F.conv_transpose1d, 2: F.conv_transpose2d, 3: F.conv_transpose3d}
DTYPES = {1: torch.float32, 2: torch.uint8, 3: torch.int8, 6: torch.int32, 7: torch.int64,
          9: torch.bool, 10: torch.float32}  # FLOAT16 is computed in float32


def pads_of(x, kernel, attributes):
    """[before..., after...]"""
    dims = len(kernel)
    strides = attributes.get("strides", [1] * dims)
    dilations = attributes.get("dilations", [1] * dims)
    auto = attributes.get("auto_pad", "NOTSET")
    if not auto.startswith("SAME"):
        return attributes.get("pads", [0] * 2 * dims)
    before, after = [], []
    for d in range(dims):
        extent = x.shape[2 + d]
        total = max(0, (math.ceil(extent / strides[d]) - 1) * strides[d]
                    + dilations[d] * (kernel[d] - 1) + 1 - extent)
        less, more = total // 2, total - total // 2
        before.append(less if auto == "SAME_UPPER" else more)
        after.append(more if auto == "SAME_UPPER" else less)
    return before + after


def padded(x, pads, value=0.0, mode="constant"):
    dims = len(pads) // 2
    turned = [w for d in reversed(range(dims)) for w in (pads[d], pads[dims + d])]
    if mode == "constant":
        return F.pad(x, turned, value=value)
    for d in range(dims):  # axis by axis: PyTorch pads the last ones only
        axis = x.dim() - dims + d
        if pads[d] or pads[dims + d]:
            places = torch.arange(-pads[d], x.shape[axis] + pads[dims + d])
            last = x.shape[axis] - 1
            if mode == "edge":
                places = places.clamp(0, last)
            elif mode == "wrap":
                places = places % (last + 1)
            else:
                places = (last - (last - places.abs()).abs())
            x = x.index_select(axis, places)
    return x


def conv(x, w, b=None, group=1, **a):
    kernel = list(w.shape[2:])
    dims = len(kernel)
    return CONV[dims](padded(x, pads_of(x, kernel, a)), w, b, a.get("strides", [1] * dims), 0,
                      a.get("dilations", [1] * dims), group)


def conv_transpose(x, w, b=None, group=1, **a):
    dims = w.dim() - 2
    pads = a.get("pads", [0] * 2 * dims)
    extra = a.get("output_padding", [0] * dims)
    y = TURNED[dims](x, w, None, a.get("strides", [1] * dims), 0, 0, group,
                     a.get("dilations", [1] * dims))
    y = F.pad(y, [v for d in reversed(range(dims)) for v in (0, extra[d])])
    if b is not None:  # behind the padding: what is padded has the bias, too
        y = y + b.view([-1] + [1] * dims)
    for d in range(dims):
        y = y.narrow(2 + d, pads[d], y.shape[2 + d] - pads[d] - pads[dims + d])
    return y


def windows(x, kernel, a, fill):
    """Windows along new last axes; those of ceil_mode that begin in the pads behind are left out."""
    dims = len(kernel)
    strides, pads = a.get("strides", [1] * dims), pads_of(x, kernel, a)
    if a.get("ceil_mode"):
        pads = list(pads)
        for d in range(dims):
            room = x.shape[2 + d] + pads[d] + pads[dims + d] - kernel[d]
            count = math.ceil(room / strides[d]) + 1
            if (count - 1) * strides[d] >= x.shape[2 + d] + pads[d]:
                count -= 1
            pads[dims + d] += max(0, (count - 1) * strides[d] - room)
    x = padded(x, pads, fill)
    for d in range(dims):
        x = x.unfold(2 + d, kernel[d], strides[d])
    return x.flatten(-dims)


def max_pool(x, **a):
    return windows(x, a["kernel_shape"], a, -math.inf).amax(-1)


def average_pool(x, count_include_pad=0, **a):
    total = windows(x, a["kernel_shape"], a, 0.0).sum(-1)
    if count_include_pad and not a.get("ceil_mode"):
        return total / math.prod(a["kernel_shape"])
    return total / windows(torch.ones_like(x), a["kernel_shape"], a, 0.0).sum(-1)


def batch_norm(x, scale, bias, mean, var, epsilon=1e-5, **_):
    return F.batch_norm(x, mean, var, scale, bias, False, 0.0, epsilon)


def resize(x, *operands, opset, mode="nearest", **a):
    if opset < 11:
        scales, sizes = operands[0] if operands else torch.tensor(a["scales"]), None
    else:
        scales, sizes = (list(operands) + [None] * 3)[1:3]
    if sizes is None or sizes.numel() == 0:
        factors = [float(s) for s in scales]
        sizes = [math.floor(x.shape[d] * factors[d]) for d in range(x.dim())]
    else:
        sizes = sizes.tolist()
        factors = [sizes[d] / x.shape[d] for d in range(x.dim())]
    rule = a.get("coordinate_transformation_mode", "asymmetric" if opset < 11 else "half_pixel")
    for d in range(x.dim()):
        if sizes[d] == x.shape[d]:
            continue
        out = torch.arange(sizes[d], dtype=torch.float64)
        if rule == "asymmetric":
            at = out / factors[d]
        elif rule == "align_corners":
            at = out * (x.shape[d] - 1) / max(1, sizes[d] - 1)
        else:
            at = (out + 0.5) / factors[d] - 0.5
            if rule == "pytorch_half_pixel" and sizes[d] == 1:
                at = torch.zeros(1, dtype=torch.float64)
        if mode == "nearest":
            way = a.get("nearest_mode", "floor" if opset < 11 else "round_prefer_floor")
            at = at.floor() if way == "floor" else (at - 0.5).ceil()
            x = x.index_select(d, at.long().clamp(0, x.shape[d] - 1))
            continue
        low = at.floor().long()
        part = (at - low).to(x.dtype).view([-1] + [1] * (x.dim() - 1 - d))
        last = x.shape[d] - 1
        x = (x.index_select(d, low.clamp(0, last)) * (1 - part)
             + x.index_select(d, (low + 1).clamp(0, last)) * part)
    return x


def reshape(x, shape, allowzero=0):
    return x.reshape([x.shape[i] if e == 0 and not allowzero else e
                      for i, e in enumerate(shape.tolist())])


def sliced(x, *operands, opset, **a):
    if opset < 10:
        starts, ends = a["starts"], a["ends"]
        axes, steps = a.get("axes", range(len(starts))), [1] * len(starts)
    else:
        starts, ends = operands[0].tolist(), operands[1].tolist()
        axes = operands[2].tolist() if len(operands) > 2 else range(len(starts))
        steps = operands[3].tolist() if len(operands) > 3 else [1] * len(starts)
    for start, end, axis, step in zip(starts, ends, axes, steps):
        places = list(range(x.shape[axis]))[slice(start, None if end < -2**31 else end, step)]
        x = x.index_select(axis, torch.tensor(places, dtype=torch.int64))
    return x


def split(x, sizes=None, axis=0, opset=13, results=1, **a):
    given = sizes.tolist() if sizes is not None else a.get("split")
    return torch.split(x, given or math.ceil(x.shape[axis] / results), axis)


def pad(x, widths=None, value=None, opset=13, mode="constant", **a):
    pads = a["pads"] if opset < 11 else widths.tolist()
    return padded(x, pads, a.get("value", 0.0) if value is None else float(value), mode)


def depth_to_space(x, blocksize, mode="DCR"):
    n, c, h, w = x.shape
    b, depth = blocksize, c // blocksize**2
    if mode == "DCR":
        x = x.reshape(n, b, b, depth, h, w).permute(0, 3, 4, 1, 5, 2)
    else:
        x = x.reshape(n, depth, b, b, h, w).permute(0, 1, 4, 2, 5, 3)
    return x.reshape(n, depth, h * b, w * b)


def lrn(x, size, alpha=1e-4, beta=0.75, bias=1.0):
    squares = F.pad((x * x).transpose(1, -1), [(size - 1) // 2, size // 2])
    total = squares.unfold(-1, size, 1).sum(-1).transpose(1, -1)
    return x / (bias + alpha / size * total) ** beta


def softmax(x, opset, axis=None):
    if opset >= 13:
        return torch.softmax(x, -1 if axis is None else axis)
    flat = x.reshape(math.prod(x.shape[:1 if axis is None else axis % x.dim()]), -1)
    return torch.softmax(flat, 1).reshape(x.shape)


def listed(axes):
    """An operand from some opset on, an attribute before."""
    return axes.tolist() if isinstance(axes, torch.Tensor) else axes


def reduction(how):
    def run(x, axes=None, keepdims=1):
        over = listed(axes)
        return how(x, list(range(x.dim())) if over is None else over, bool(keepdims))
    return run


def axes_operand(change):
    def run(x, axes):
        for axis in sorted(listed(axes), reverse=change == "squeeze"):
            x = getattr(x, change)(axis)
        return x
    return run


# ---- Quantized ----------------------------------------------------------------------------------
def along(values, x, axis):
    return values if values.numel() == 1 else values.reshape(
        [-1 if d == axis % x.dim() else 1 for d in range(x.dim())])


def quantize(x, scale, zero, axis=1):
    low, high = (0, 255) if zero.dtype == torch.uint8 else (-128, 127)
    q = (x / along(scale, x, axis)).round() + along(zero, x, axis).float()
    return q.clamp(low, high).to(zero.dtype)


def dequantize(q, scale, zero=None, axis=1):
    shift = 0 if zero is None else along(zero, q, axis).float()
    return (q.float() - shift) * along(scale, q, axis)


def qlinear_conv(x, sx, zx, w, sw, zw, sy, zy, b=None, **a):
    bias = None if b is None else b.double() * sx.double() * sw.double()
    y = conv(dequantize(x, sx, zx).double(), dequantize(w, sw, zw, 0).double(), bias, **a)
    return quantize(y, sy.double(), zy)


def qlinear_add(a, sa, za, b, sb, zb, sy, zy):
    return quantize(dequantize(a, sa, za) + dequantize(b, sb, zb), sy, zy)


def qlinear_average(x, sx, zx, sy, zy, channels_last=0):
    return quantize(dequantize(x, sx, zx).mean([2, 3], keepdim=True), sy, zy)


def dynamic_quantize(x):
    low, high = min(0.0, float(x.min())), max(0.0, float(x.max()))
    scale = torch.tensor((high - low) / 255, dtype=torch.float32)
    zero = torch.clamp(torch.round(-low / scale), 0, 255).to(torch.uint8)
    return quantize(x, scale, zero), scale, zero


def conv_integer(x, w, zx=None, zw=None, **a):
    less = [0.0 if z is None else z.double() for z in (zx, zw)]
    return conv(x.double() - less[0], w.double() - less[1], **a).to(torch.int32)


def whole_quotient(a, b):
    return a / b if a.is_floating_point() else torch.div(a, b, rounding_mode="trunc")


def layer_norm(x, scale, bias=None, axis=-1, epsilon=1e-5):
    return F.layer_norm(x, x.shape[axis:], scale, bias, epsilon)


OPERATORS = {
    "Conv": conv, "ConvTranspose": conv_transpose, "MaxPool": max_pool, "AveragePool": average_pool,
    "GlobalAveragePool": lambda x: x.mean(list(range(2, x.dim())), keepdim=True),
    "GlobalMaxPool": lambda x: x.amax(list(range(2, x.dim())), keepdim=True),
    "BatchNormalization": batch_norm, "LRN": lrn, "LayerNormalization": layer_norm,
    "InstanceNormalization": lambda x, s, b, epsilon=1e-5: F.instance_norm(
        x, weight=s, bias=b, eps=epsilon),
    "Gemm": lambda a, b, c=0, transA=0, transB=0, alpha=1, beta=1: alpha * (
        (a.T if transA else a) @ (b.T if transB else b)) + beta * c,
    "MatMul": torch.matmul, "Einsum": lambda *x, equation: torch.einsum(equation, *x),
    "Relu": torch.relu, "Sigmoid": torch.sigmoid, "Tanh": torch.tanh, "Exp": torch.exp,
    "Log": torch.log, "Sqrt": torch.sqrt, "Erf": torch.erf, "Floor": torch.floor, "Abs": torch.abs,
    "Softplus": F.softplus, "HardSwish": F.hardswish, "Mish": F.mish, "Elu": lambda x, alpha=1.0: F.elu(
        x, alpha), "Selu": F.selu, "Gelu": lambda x, approximate="none": F.gelu(
        x, approximate=approximate),
    "LeakyRelu": lambda x, alpha=0.01: F.leaky_relu(x, alpha),
    "PRelu": lambda x, slope: torch.where(x >= 0, x, x * slope),
    "HardSigmoid": lambda x, alpha=0.2, beta=0.5: (alpha * x + beta).clamp(0, 1),
    "Clip": lambda x, low=None, high=None, **a: x.clamp(
        a.get("min") if low is None else low, a.get("max") if high is None else high),
    "Add": torch.add, "Sub": torch.sub, "Mul": torch.mul, "Div": whole_quotient, "Pow": torch.pow,
    "Max": torch.maximum, "Min": torch.minimum, "Sum": lambda *x: sum(x), "Equal": torch.eq,
    "Greater": torch.gt, "Less": torch.lt, "Where": torch.where, "Not": torch.logical_not,
    "Neg": torch.neg, "Reciprocal": torch.reciprocal,
    "Identity": lambda x: x, "Cast": lambda x, to: x.to(DTYPES[to]),
    "Reshape": reshape, "Flatten": lambda x, axis=1: x.reshape(math.prod(x.shape[:axis]), -1),
    "Transpose": lambda x, perm: x.permute(perm), "Concat": lambda *x, axis: torch.cat(x, axis),
    "Squeeze": axes_operand("squeeze"), "Unsqueeze": axes_operand("unsqueeze"),
    "Expand": lambda x, shape: x.expand(torch.broadcast_shapes(x.shape, shape.tolist())),
    "Tile": lambda x, repeats: x.repeat(repeats.tolist()),
    "Shape": lambda x: torch.tensor(x.shape, dtype=torch.int64),
    "ConstantOfShape": lambda shape: torch.zeros(shape.tolist()),
    "Range": lambda start, limit, step: torch.arange(start.item(), limit.item(), step.item(),
                                                     dtype=start.dtype),
    "Gather": lambda x, i, axis=0: x.index_select(axis, i.flatten() % x.shape[axis]).reshape(
        x.shape[:axis] + i.shape + x.shape[axis + 1:]),
    "ArgMax": lambda x, axis=0, keepdims=1: x.argmax(axis, bool(keepdims)),
    "ReduceMean": reduction(torch.mean), "ReduceSum": reduction(torch.sum),
    "ReduceMax": reduction(torch.amax), "ReduceL2": reduction(
        lambda x, axes, keep: (x * x).sum(axes, keep).sqrt()),
    "DepthToSpace": depth_to_space,
    "SpaceToDepth": lambda x, blocksize: F.pixel_unshuffle(x, blocksize).reshape(
        x.shape[0], x.shape[1], blocksize**2, x.shape[2] // blocksize,
        x.shape[3] // blocksize).transpose(1, 2).flatten(1, 2),
    "ConcatFromSequence": lambda x, axis: torch.cat(x, axis),
    "QuantizeLinear": quantize, "DequantizeLinear": dequantize, "QLinearConv": qlinear_conv,
    "QLinearAdd": qlinear_add, "QLinearGlobalAveragePool": qlinear_average,
    "DynamicQuantizeLinear": dynamic_quantize, "ConvInteger": conv_integer,
}
# These depend on the opset, or on the number of results.
BY_OPSET = {"Resize": resize, "Upsample": resize, "Slice": sliced, "Softmax": softmax, "Pad": pad}


def scatter_nd(x, places, updates):
    x = x.clone()
    x[tuple(places.unbind(-1))] = updates
    return x


def compute(kind, operands, attributes, opset, results):
    while operands and operands[-1] is None:
        operands = operands[:-1]
    operands = [x.float() if isinstance(x, torch.Tensor) and x.dtype == torch.float16 and kind != "Cast" else x
                for x in operands]
    if kind == "Split":
        return split(*operands, opset=opset, results=results, **attributes)
    if kind == "Dropout":
        return [operands[0]] + [torch.ones_like(operands[0], dtype=torch.bool)] * (results - 1)
    if kind == "ScatterND":
        return scatter_nd(*operands)
    if kind == "SequenceConstruct":
        return [tuple(operands)]
    if kind == "NonMaxSuppression":
        return torch.zeros(1, 3, dtype=torch.int64)
    if kind in BY_OPSET:
        return BY_OPSET[kind](*operands, opset=opset, **attributes)
    return OPERATORS[kind](*operands, **attributes)
