"""Models that their makers have quantized: Q and DQ around operators, QLinear operators, integers."""
import torch

from registry import network


def scale_of(net, values):
    return net.const(torch.as_tensor(float(values.abs().max()) / 127))


def around(net, x, zero=None):
    """Rounded to 8 bits and back, with the scale that the values have."""
    value = net.values[x]
    if zero is None:
        scale, point = scale_of(net, value), net.const(0, torch.int8)
    else:
        scale = net.const(float(value.max() - value.min()) / 255)
        point = net.const(int((-value.min() / net.values[scale]).round().clamp(0, 255)), torch.uint8)
    return net.op("DequantizeLinear", net.op("QuantizeLinear", x, scale, point), scale, point)


def stored(net, weight, channels=True):
    """An int8 constant, and its values as float."""
    axes = tuple(range(1, weight.dim()))
    most = weight.abs().amax(axes) if channels else weight.abs().max()
    scale = (most / 127).clamp(min=1e-6)
    shaped = scale.reshape([-1] + [1] * (weight.dim() - 1)) if channels else scale
    q = (weight / shaped).round().clamp(-127, 127).to(torch.int8)
    zero = torch.zeros_like(scale, dtype=torch.int8)
    return net.const(q), net.const(scale), net.const(zero)


def qdq_conv(net, x, channels, stride=1, zero=None):
    weight = net.randn(channels, net.shape(x)[1], 3, 3) / (net.shape(x)[1] * 9) ** 0.5
    back = net.op("DequantizeLinear", *stored(net, weight), axis=0)
    y = net.op("Conv", x, back, net.const(net.randn(channels) * 0.1), kernel_shape=[3, 3],
               pads=[1] * 4, strides=[stride] * 2)
    return around(net, net.relu(y), zero)


@network(13)
def qdq_resnet(net):
    net.keep_integers = True
    x = qdq_conv(net, around(net, net.input([1, 3, 16, 16])), 16)
    y = qdq_conv(net, x, 16)
    x = around(net, net.relu(net.op("Add", x, y)))
    x = around(net, net.op("GlobalAveragePool", x))
    weight = net.op("DequantizeLinear", *stored(net, net.randn(10, 16) / 4), axis=0)
    net.output(net.op("Gemm", net.op("Flatten", x), weight, net.const(net.randn(10)), transB=1))


@network(13)
def qdq_uneven(net):
    """uint8 with zero points."""
    net.keep_integers = True
    x = qdq_conv(net, around(net, net.input([1, 3, 16, 16]), 1), 17, zero=1)
    x = around(net, net.pool(x), 1)
    net.output(qdq_conv(net, x, 16, 2, zero=1))


def qlinear_conv(net, x, sx, zx, channels, kernel=3, group=1, stride=1):
    weight = net.randn(channels, net.shape(x)[1] // group, kernel, kernel)
    weight = weight / (net.shape(x)[1] // group * kernel**2) ** 0.5
    q, sw, zw = stored(net, weight)
    bias = net.const((net.randn(channels) * 300).round(), torch.int32)
    sy, zy = net.const(0.02), net.const(3, torch.int8)
    y = net.op("QLinearConv", x, sx, zx, q, sw, zw, sy, zy, bias, kernel_shape=[kernel] * 2,
               pads=[kernel // 2] * 4, group=group, strides=[stride] * 2)
    return y, sy, zy


@network(13)
def qlinear_mobilenet(net):
    net.keep_integers = True
    sx, zx = net.const(0.03), net.const(-5, torch.int8)
    x = net.op("QuantizeLinear", net.input([1, 3, 16, 16]), sx, zx)
    x, sx, zx = qlinear_conv(net, x, sx, zx, 16, stride=2)
    y, sy, zy = qlinear_conv(net, x, sx, zx, 16, group=16)
    y, sy, zy = qlinear_conv(net, y, sy, zy, 16, 1)
    s, z = net.const(0.035), net.const(1, torch.int8)
    x = net.op("QLinearAdd", x, sx, zx, y, sy, zy, s, z, domain="com.microsoft")
    t, u = net.const(0.01), net.const(0, torch.int8)
    x = net.op("QLinearGlobalAveragePool", x, s, z, t, u, domain="com.microsoft", channels_last=0)
    net.output(net.op("Flatten", net.op("DequantizeLinear", x, t, u)))


@network(13)
def dynamically_quantized(net):
    """Scales found while it runs, convolutions of integers."""
    net.keep_integers = True
    x = net.input([1, 3, 16, 16])
    for channels in (16, 17):
        q, scale, zero = net.op("DynamicQuantizeLinear", x, results=3)
        weight = net.randn(channels, net.shape(x)[1], 3, 3) / (net.shape(x)[1] * 9) ** 0.5
        w, sw, zw = stored(net, weight, channels=False)
        y = net.op("ConvInteger", q, w, zero, zw, kernel_shape=[3, 3], pads=[1] * 4)
        x = net.relu(net.op("Mul", net.op("Cast", y, to=1), net.op("Mul", scale, sw)))
    net.output(x)
