"""Pictures in, pictures out: segmentation, super-resolution, style, generators, poses."""
import torch

from detection import doubled
from registry import network


@network(11)
def unet(net):
    x = net.input([1, 3, 48, 48])
    kept = []
    for channels in (8, 16):
        x = net.block(net.block(x, channels), channels)
        kept.append(x)
        x = net.pool(x)
    x = net.block(x, 32)
    for skip in reversed(kept):
        channels = net.shape(skip)[1]
        x = net.op("ConvTranspose", x, net.weight(net.shape(x)[1], channels, 2, 2),
                   net.const(net.randn(channels) * 0.1), kernel_shape=[2, 2], strides=[2, 2])
        x = net.block(net.op("Concat", skip, x, axis=1), channels)
    net.output(net.op("Sigmoid", net.conv(x, 1, 1)))


@network(9)
def unet_upsampled(net):
    """Opset 9: bilinear Upsample; pads around what has an odd size."""
    x = net.block(net.input([1, 3, 37, 45]), 8)
    y = net.pool(net.block(net.pool(x), 16))
    y = net.op("Upsample", y, net.const([1.0, 1.0, 2.0, 2.0]), mode="linear")
    y = net.op("Upsample", y, net.const([1.0, 1.0, 2.0, 2.0]), mode="nearest")
    y = net.op("Pad", y, mode="constant", pads=[0, 0, 0, 0, 0, 0, 1, 1], value=0.0)
    net.output(net.conv(net.op("Concat", x, y, axis=1), 2, 1))


@network(11)
def fcn8(net):
    """Turned convolutions with a group for each class, cropped to what they are added to."""
    x = net.block(net.input([1, 3, 40, 40]), 16, stride=2)
    fine = net.conv(x, 5, 1)
    x = net.conv(net.block(net.block(x, 24, stride=2), 32, stride=2), 5, 1)
    x = net.op("ConvTranspose", x, net.weight(5, 1, 8, 8), kernel_shape=[8, 8], strides=[4, 4],
               group=5)
    h, w = net.shape(fine)[2:]
    x = net.op("Slice", x, net.ints(2, 2), net.ints(2 + h, 2 + w), net.ints(2, 3))
    net.output(net.op("ConvTranspose", net.op("Add", x, fine), net.weight(5, 1, 4, 4),
                      kernel_shape=[4, 4], strides=[2, 2], pads=[1, 1, 1, 1], group=5))


@network(13)
def deeplab(net):
    """Sizes from Shape, Slice, Concat, as PyTorch writes interpolate(size=x.shape[2:])."""
    x = net.input([1, 3, 49, 49], dims=["batch", 3, 49, 49])
    y = net.block(net.block(x, 16, stride=2), 24, stride=2)
    parts = [net.block(y, 8, 1)]
    for rate in (2, 4):
        parts.append(net.relu(net.norm(net.conv(y, 8, dilation=rate, bias=False))))
    pooled = net.block(net.op("GlobalAveragePool", y), 8, 1)
    size = net.op("Slice", net.op("Shape", y), net.ints(2), net.ints(4), net.ints(0))
    first = net.op("Slice", net.op("Shape", pooled), net.ints(0), net.ints(2), net.ints(0))
    parts.append(net.op("Resize", pooled, "", "", net.op("Concat", first, size, axis=0),
                        mode="linear", coordinate_transformation_mode="pytorch_half_pixel"))
    y = net.conv(net.block(net.op("Concat", *parts, axis=1), 16, 1), 4, 1)
    size = net.op("Slice", net.op("Shape", x), net.ints(2), net.ints(4), net.ints(0))
    first = net.op("Slice", net.op("Shape", y), net.ints(0), net.ints(2), net.ints(0))
    net.output(net.op("Resize", y, "", "", net.op("Concat", first, size, axis=0),
                      mode="linear", coordinate_transformation_mode="pytorch_half_pixel"))


@network(11)
def pspnet(net):
    x = net.block(net.input([1, 3, 24, 24]), 16)
    parts = [x]
    for size in (1, 2, 3):
        y = net.pool(x, 24 // size, 24 // size, kind="AveragePool")
        parts.append(net.op("Resize", net.block(y, 8, 1), "", net.const([1.0, 1.0, 24 / size, 24 / size]),
                            mode="linear", coordinate_transformation_mode="align_corners"))
    net.output(net.op("ArgMax", net.conv(net.op("Concat", *parts, axis=1), 5, 1), axis=1))


@network(11)
def espcn(net):
    x = net.op("Tanh", net.conv(net.input([1, 1, 24, 24]), 16, 5))
    x = net.conv(net.op("Tanh", net.conv(x, 8)), 9)
    net.output(net.op("DepthToSpace", x, blocksize=3, mode="CRD"))


@network(10)
def super_resolution(net):
    x = net.relu(net.conv(net.input([1, 1, 28, 28]), 16, 5))
    x = net.conv(net.relu(net.conv(x, 16)), 9)
    x = net.op("Reshape", x, net.ints(-1, 1, 3, 3, 28, 28))
    x = net.op("Transpose", x, perm=[0, 1, 4, 2, 5, 3])
    net.output(net.op("Reshape", x, net.ints(-1, 1, 84, 84)))


@network(13)
def edsr(net):
    x = net.conv(net.input([1, 3, 16, 16]), 16)
    y = x
    for _ in range(2):
        inner = net.conv(net.relu(net.conv(y, 16)), 16)
        y = net.op("Add", net.op("Mul", inner, net.const(0.1)), y)
    y = net.op("DepthToSpace", net.conv(net.op("Add", net.conv(y, 16), x), 64), blocksize=2)
    net.output(net.conv(y, 3))


@network(9)
def candy_style(net):
    """Reflected pads and instance norms, as fast neural style."""
    def padded_conv(x, channels, kernel, stride=1):
        p = kernel // 2
        x = net.op("Pad", x, mode="reflect", pads=[0, 0, p, p, 0, 0, p, p])
        return net.conv(x, channels, kernel, stride, pad=0)

    def normed(x):
        channels = net.shape(x)[1]
        return net.op("InstanceNormalization", x, net.const(net.randn(channels) * 0.2 + 1),
                      net.const(net.randn(channels) * 0.2), epsilon=1e-5)

    x = net.relu(normed(padded_conv(net.input([1, 3, 32, 32]), 8, 9)))
    x = net.relu(normed(padded_conv(x, 16, 3, 2)))
    y = net.relu(normed(padded_conv(x, 16, 3)))
    x = net.op("Add", normed(padded_conv(y, 16, 3)), x)
    size = net.op("Cast", net.op("Shape", x), to=1)
    scales = net.op("Div", net.op("Mul", size, net.const([1.0, 1.0, 2.0, 2.0])), size)
    x = net.op("Upsample", x, scales, mode="nearest")
    net.output(padded_conv(net.relu(normed(padded_conv(x, 8, 3))), 3, 9))


@network(11)
def dcgan(net):
    x = net.input([1, 20, 1, 1])
    for channels, stride, pad in ((32, 1, 0), (16, 2, 1), (8, 2, 1)):
        x = net.op("ConvTranspose", x, net.weight(net.shape(x)[1], channels, 4, 4),
                   kernel_shape=[4, 4], strides=[stride] * 2, pads=[pad] * 4)
        x = net.relu(net.norm(x))
    x = net.op("ConvTranspose", x, net.weight(8, 3, 3, 3), net.const(net.randn(3)),
               kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1], output_padding=[1, 1])
    net.output(net.op("Tanh", x))


@network(12)
def dncnn(net):
    x = net.input([1, 1, 33, 31], dims=[1, 1, 33, 31])
    y = net.relu(net.conv(x, 16))
    for _ in range(3):
        y = net.block(y, 16)
    net.output(net.op("Sub", x, net.conv(y, 1)))


@network(9)
def openpose(net):
    """Stages with PRelu, joined with what the first one saw."""
    def prelu(x):
        return net.op("PRelu", x, net.const(net.randn(net.shape(x)[1], 1, 1).abs() * 0.3))

    seen = prelu(net.conv(prelu(net.conv(net.input([1, 3, 32, 32]), 16, stride=2)), 16))
    x = seen
    for _ in range(2):
        parts = [x]
        for _ in range(3):
            parts.append(prelu(net.conv(parts[-1], 8)))
        heat = net.conv(net.op("Concat", *parts[1:], axis=1), 5, 1)
        x = net.op("Concat", heat, seen, axis=1)
    net.output(heat)


@network(11)
def hourglass(net):
    x = net.block(net.input([1, 3, 32, 32]), 16)
    y = net.block(net.pool(net.block(net.pool(x), 16)), 16)
    y = net.op("Add", doubled(net, doubled(net, y)), net.block(x, 16, 1))
    heat = net.conv(y, 4, 1)
    # The mean place under the heat.
    share = net.op("Softmax", net.op("Reshape", heat, net.ints(1, 4, 1024)), axis=2)
    share = net.op("Reshape", share, net.ints(1, 4, 32, 32))
    line = net.const(torch.arange(32.0) / 32)
    columns = net.op("ReduceSum", share, axes=[2], keepdims=0)
    rows = net.op("ReduceSum", share, axes=[3], keepdims=0)
    places = [net.op("ReduceSum", net.op("Mul", part, line), axes=[2], keepdims=1)
              for part in (columns, rows)]
    net.output(net.op("Concat", *places, axis=2))
