"""Classifiers as the first model zoos hold them."""
import torch

from registry import network


@network(8)
def mnist(net):
    """Weights reshaped in the file, biases added behind, initializers that are inputs."""
    net.as_inputs = True
    x = net.input([1, 1, 28, 28])
    for channels, kernel, stride in ((8, 5, 2), (16, 5, 3)):
        x = net.op("Conv", x, net.weight(channels, net.shape(x)[1], kernel, kernel),
                   auto_pad="SAME_UPPER", kernel_shape=[kernel] * 2, strides=[1, 1], group=1)
        x = net.relu(net.op("Add", x, net.const(net.randn(channels, 1, 1) * 0.1)))
        x = net.pool(x, stride, stride, auto_pad="NOTSET", pads=[0] * 4)
    x = net.op("Reshape", x, net.ints(1, 256))
    weight = net.op("Reshape", net.const(net.randn(16, 4, 4, 10) / 16), net.ints(256, 10))
    net.output(net.op("Add", net.op("MatMul", x, weight), net.const(net.randn(1, 10))))


@network(9)
def caffenet(net):
    x = net.relu(net.conv(net.input([1, 3, 67, 67]), 16, 11, 4, pad=0))
    x = net.op("LRN", net.pool(x, 3, 2), size=5, alpha=1e-4, beta=0.75, bias=1.0)
    x = net.relu(net.conv(x, 24, 5, group=2))
    x = net.op("LRN", net.pool(x, 3, 2), size=5, alpha=1e-2, beta=0.75, bias=2.0)
    x = net.relu(net.conv(net.relu(net.conv(x, 24)), 16, group=2))
    x = net.op("Reshape", x, net.ints(1, -1))
    x, _ = net.op("Dropout", net.relu(net.dense(x, 32)), results=2, ratio=0.5)
    net.output(net.op("Softmax", net.dense(x, 10), axis=1))


@network(8)
def zfnet(net):
    x = net.relu(net.conv(net.input([1, 3, 64, 64]), 16, 7, 2, pad=1))
    x = net.op("LRN", net.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[0, 0, 1, 1]),
               size=3, alpha=5e-5, beta=0.75)
    x = net.pool(net.relu(net.conv(x, 24, 5, 2, pad=0)), 3, 2, pads=[0, 0, 1, 1])
    x = net.relu(net.conv(net.relu(net.conv(x, 24)), 16))
    net.output(net.op("Softmax", net.dense(net.op("Flatten", x), 10)))


def inception(net, x, widths, pool="MaxPool", normed=False):
    def step(y, channels, kernel):
        return net.block(y, channels, kernel) if normed else net.relu(net.conv(y, channels, kernel))

    parts = [step(x, widths[0], 1), step(step(x, widths[1], 1), widths[2], 3),
             step(step(x, widths[3], 1), widths[4], 5)]
    parts.append(step(net.pool(x, 3, 1, pads=[1] * 4, kind=pool), widths[5], 1))
    return net.op("Concat", *parts, axis=1)


@network(9)
def googlenet(net):
    x = net.relu(net.conv(net.input([1, 3, 64, 64]), 16, 7, 2, pad=3))
    x = net.op("LRN", net.pool(x, 3, 2, pads=[0, 0, 1, 1]), size=5, alpha=1e-4, beta=0.75)
    x = inception(net, x, (8, 8, 12, 4, 6, 6))
    x = inception(net, net.pool(x, 3, 2, pads=[0, 0, 1, 1]), (12, 8, 16, 4, 8, 4))
    x = net.pool(x, 8, 1, kind="AveragePool")
    x, _ = net.op("Dropout", net.op("Reshape", x, net.ints(1, 40)), results=2)
    net.output(net.op("Softmax", net.dense(x, 10)))


@network(9)
def inception_v2(net):
    """Scale and bias by Mul and Add with unsqueezed constants."""
    x = net.norm(net.conv(net.input([1, 3, 48, 48]), 16, 7, 2, bias=False, pad=3))
    factors = [net.op("Unsqueeze", net.const(net.randn(16)), axes=[1, 2]) for _ in range(2)]
    x = net.relu(net.op("Add", net.op("Mul", x, factors[0]), factors[1]))
    x = inception(net, x, (8, 8, 12, 4, 6, 6), "AveragePool", normed=True)
    net.classify(x)


@network(8)
def squeezenet(net):
    x = net.pool(net.relu(net.conv(net.input([1, 3, 47, 47]), 16, 3, 2, pad=0)), 3, 2)
    for squeezed in (4, 8):
        x = net.relu(net.conv(x, squeezed, 1))
        x = net.op("Concat", net.relu(net.conv(x, 16, 1)), net.relu(net.conv(x, 16)), axis=1)
    x, _ = net.op("Dropout", x, results=2, ratio=0.5)
    x = net.op("GlobalAveragePool", net.relu(net.conv(x, 10, 1)))
    net.output(net.op("Softmax", net.op("Reshape", x, net.ints(0, -1))))


@network(13)
def squeezenet_planes(net):
    """Softmax along the channels of planes, from opset 13 on one axis."""
    x = net.relu(net.conv(net.input([2, 3, 17, 17]), 17))
    net.output(net.op("Softmax", net.conv(x, 10, 1), axis=1))


@network(12)
def squeezenet_planes_old(net):
    """The same node before opset 13: all axes from 1 on are one."""
    x = net.relu(net.conv(net.input([2, 3, 17, 17]), 17))
    net.output(net.op("Softmax", net.conv(x, 10, 1), axis=1))


@network(9)
def shufflenet_v1(net):
    x = net.pool(net.block(net.input([1, 3, 64, 64]), 12, stride=2), 3, 2, pads=[1] * 4)
    for stride, out in ((2, 24), (1, 24)):
        shortcut = x
        channels = net.shape(x)[1]
        y = net.block(x, 12, 1, group=3)
        n, c, h, w = net.shape(y)
        y = net.op("Reshape", y, net.ints(n, 3, c // 3, h, w))
        y = net.op("Transpose", y, perm=[0, 2, 1, 3, 4])
        y = net.op("Reshape", y, net.ints(n, c, h, w))
        y = net.block(y, 12, stride=stride, group=12, act=None)
        y = net.block(y, out - channels if stride == 2 else out, 1, group=3, act=None)
        if stride == 2:
            shortcut = net.pool(shortcut, 3, 2, pads=[1] * 4, kind="AveragePool")
            x = net.relu(net.op("Concat", shortcut, y, axis=1))
        else:
            x = net.relu(net.op("Add", shortcut, y))
    net.classify(x)


@network(8)
def emotion_ferplus(net):
    """Pixels are centred in the file; weights are inputs too."""
    net.as_inputs = True
    x = net.op("Sub", net.input([1, 1, 32, 32]), net.const(127.5 / 255))
    x = net.op("Div", x, net.const(2.0))
    for channels in (8, 16):
        for _ in range(2):
            x = net.op("Conv", x, net.weight(channels, net.shape(x)[1], 3, 3), strides=[1, 1],
                       auto_pad="SAME_UPPER", kernel_shape=[3, 3], dilations=[1, 1])
            x = net.relu(net.op("Add", x, net.const(net.randn(channels, 1, 1) * 0.1)))
        x = net.op("Dropout", net.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2],
                                     auto_pad="VALID"), ratio=0.25)
    x = net.op("Reshape", x, net.ints(1, 1024))
    x = net.relu(net.op("Add", net.op("MatMul", x, net.const(net.randn(1024, 16) / 32)),
                        net.const(net.randn(16))))
    net.output(net.op("Add", net.op("MatMul", x, net.const(net.randn(16, 8) / 4)),
                      net.const(net.randn(8))))


@network(7)
def lenet(net):
    x = net.op("Tanh", net.conv(net.input([1, 1, 32, 32]), 6, 5, pad=0))
    x = net.pool(x, kind="AveragePool")
    x = net.pool(net.op("Sigmoid", net.conv(x, 16, 5, pad=0)), kind="AveragePool")
    x = net.op("Tanh", net.dense(net.op("Flatten", x), 24))
    net.output(net.dense(x, 10))


@network(7)
def densenet_caffe(net):
    """Norms before convolutions, scales apart from them."""
    x = net.conv(net.input([1, 3, 32, 32]), 16, bias=False)
    for _ in range(3):
        y = net.norm(x, epsilon=1e-5, momentum=0.9)
        scale = [net.op("Unsqueeze", net.const(net.randn(net.shape(y)[1])), axes=[1, 2])
                 for _ in range(2)]
        y = net.relu(net.op("Add", net.op("Mul", y, scale[0]), scale[1]))
        x = net.op("Concat", x, net.conv(y, 8, bias=False), axis=1)
    x = net.pool(net.conv(net.relu(net.norm(x)), 16, 1, bias=False), kind="AveragePool")
    net.output(net.conv(net.op("GlobalAveragePool", x), 10, 1))


@network(7)
def resnet_v2_mxnet(net):
    """A norm of the input itself, norms before convolutions."""
    x = net.conv(net.norm(net.input([1, 3, 32, 32])), 16, bias=False)
    for stride in (1, 2):
        y = net.relu(net.norm(x))
        short = x if stride == 1 else net.conv(y, 24, 1, stride, bias=False)
        channels = net.shape(short)[1]
        y = net.relu(net.norm(net.conv(y, channels, 3, stride, bias=False)))
        x = net.op("Add", net.conv(y, channels, bias=False), short)
    x = net.op("GlobalAveragePool", net.relu(net.norm(x)))
    net.output(net.dense(net.op("Flatten", x), 10))


@network(8)
def arcface(net):
    """Slopes per channel, chains of Identity, a norm of what is flat, length one."""
    x = net.op("Mul", net.op("Sub", net.input([1, 3, 28, 28]), net.const([0.5])), net.const([2.0]))
    x = net.op("PRelu", net.norm(net.conv(x, 16)), net.const(net.randn(16, 1, 1).abs()))
    x = net.op("Identity", net.op("Identity", net.norm(net.conv(x, 16, 3, 2))))
    x, _ = net.op("Dropout", net.norm(x), results=2)
    x = net.norm(net.dense(net.op("Flatten", x), 32))
    net.output(net.op("Div", x, net.op("ReduceL2", x, axes=[1], keepdims=1)))


@network(10)
def duc(net):
    """Dense up-sampling: classes times 4 become four times the pixels."""
    x = net.block(net.block(net.input([1, 3, 32, 32]), 16, stride=2), 16)
    for dilation in (2, 3):
        x = net.op("Add", x, net.relu(net.norm(net.conv(x, 16, dilation=dilation, bias=False))))
    x = net.op("Reshape", net.conv(x, 20, 1), net.ints(0, 5, -1))
    net.output(net.op("Softmax", x, axis=1))


@network(11)
def ceiled_pools(net):
    """Caffe's pools: the last window may reach beyond the edge."""
    x = net.relu(net.conv(net.input([1, 3, 30, 29]), 16))
    x = net.pool(x, 3, 2, ceil_mode=1)
    x = net.pool(x, 3, 2, pads=[1] * 4, kind="AveragePool", ceil_mode=1)
    x = net.pool(net.relu(net.conv(x, 17)), 2, 2, pads=[1, 0, 0, 1], kind="AveragePool",
                 count_include_pad=1)
    net.classify(x)
