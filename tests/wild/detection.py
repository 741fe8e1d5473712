"""Detectors: heads of YOLO, SSD, RetinaFace, CenterNet as their exporters write them."""
import torch

from registry import network


def silu(net, x):
    return net.op("Mul", x, net.op("Sigmoid", x))


def doubled(net, x):
    """Twice the size, as opset 11 on writes it: no region, scales."""
    return net.op("Resize", x, "", net.const([1.0, 1.0, 2.0, 2.0]), mode="nearest",
                  coordinate_transformation_mode="asymmetric", nearest_mode="floor")


@network(11)
def yolov3_tiny(net):
    x = net.input([1, 3, 64, 64])
    for channels in (8, 16, 32):
        x = net.block(x, channels, act="LeakyRelu", alpha=0.1)
        route = x
        x = net.pool(x)
    x = net.op("MaxPool", x, kernel_shape=[2, 2], strides=[1, 1], pads=[0, 0, 1, 1])
    x = net.block(x, 24, 1, act="LeakyRelu", alpha=0.1)
    coarse = net.conv(net.block(x, 32, act="LeakyRelu", alpha=0.1), 255, 1)
    x = doubled(net, net.block(x, 16, 1, act="LeakyRelu", alpha=0.1))
    x = net.op("Concat", x, route, axis=1)
    net.output(coarse, net.conv(x, 255, 1))


@network(9)
def tiny_yolov2(net):
    x = net.input([1, 3, 64, 64])
    x = net.op("Add", net.op("Mul", x, net.const([0.003921569])), net.const(torch.zeros(3, 1, 1)))
    for i, channels in enumerate((16, 24, 32, 32, 48)):
        x = net.norm(net.op("Conv", x, net.weight(channels, net.shape(x)[1], 3, 3),
                            auto_pad="SAME_UPPER", kernel_shape=[3, 3], strides=[1, 1]))
        x = net.op("LeakyRelu", x, alpha=0.1)
        x = net.op("MaxPool", x, auto_pad="SAME_UPPER", kernel_shape=[2, 2],
                   strides=[1, 1] if i == 4 else [2, 2])
    net.output(net.conv(x, 125, 1, auto_pad="SAME_UPPER"))


@network(11)
def yolov2_reorganized(net):
    x = net.block(net.input([1, 3, 32, 32]), 16, act="LeakyRelu", alpha=0.1)
    fine = net.block(x, 8, 1, act="LeakyRelu", alpha=0.1)
    n, c, h, w = net.shape(fine)
    fine = net.op("Reshape", fine, net.ints(n, c, h // 2, 2, w // 2, 2))
    fine = net.op("Transpose", fine, perm=[0, 3, 5, 1, 2, 4])
    fine = net.op("Reshape", fine, net.ints(n, c * 4, h // 2, w // 2))
    x = net.block(net.pool(x), 32, act="LeakyRelu", alpha=0.1)
    net.output(net.conv(net.op("Concat", fine, x, axis=1), 30, 1))


@network(11)
def yolov4(net):
    def mish(x):
        return net.op("Mul", x, net.op("Tanh", net.op("Softplus", x)))

    x = mish(net.block(net.input([1, 3, 48, 48]), 16, act=None))
    x = mish(net.block(x, 24, stride=2, act=None))
    left, right = mish(net.conv(x, 12, 1)), mish(net.conv(x, 12, 1))
    left = net.op("Add", left, mish(net.conv(mish(net.conv(left, 12, 1)), 12)))
    x = net.op("Concat", left, right, axis=1)
    pools = [net.pool(x, k, 1, pads=[k // 2] * 4) for k in (13, 9, 5)]
    x = net.op("Concat", *pools, x, axis=1)
    net.output(net.conv(net.block(x, 32, 1, act="LeakyRelu", alpha=0.1), 27, 1))


def cross_stage(net, x, channels):
    left = net.block(x, channels // 2, 1, act="SiLU")
    inner = net.block(net.block(left, channels // 2, 1, act="SiLU"), channels // 2, act="SiLU")
    right = net.block(x, channels // 2, 1, act="SiLU")
    return net.block(net.op("Concat", net.op("Add", left, inner), right, axis=1), channels, 1,
                     act="SiLU")


def yolov5_trunk(net):
    x = net.input([1, 3, 64, 64])
    parts = []
    for row, column in ((0, 0), (1, 0), (0, 1), (1, 1)):
        y = net.op("Slice", x, net.ints(row), net.ints(2**63 - 1), net.ints(2), net.ints(2))
        parts.append(net.op("Slice", y, net.ints(column), net.ints(2**63 - 1), net.ints(3),
                            net.ints(2)))
    x = net.block(net.op("Concat", *parts, axis=1), 16, act="SiLU")
    x = cross_stage(net, net.block(x, 24, stride=2, act="SiLU"), 24)
    fine = x
    x = cross_stage(net, net.block(x, 32, stride=2, act="SiLU"), 32)
    pooled = net.block(x, 16, 1, act="SiLU")
    x = net.block(net.op("Concat", pooled, *[net.pool(pooled, k, 1, pads=[k // 2] * 4)
                                             for k in (5, 9, 13)], axis=1), 32, 1, act="SiLU")
    up = net.op("Concat", doubled(net, net.block(x, 24, 1, act="SiLU")), fine, axis=1)
    return cross_stage(net, up, 24), x


def boxes_of(net, x, classes, stride):
    """(1, 3 anchors, h, w, 5 + classes) with sigmoids."""
    h, w = net.shape(x)[2:]
    x = net.conv(x, 3 * (5 + classes), 1)
    x = net.op("Reshape", x, net.ints(1, 3, 5 + classes, h, w))
    return net.op("Sigmoid", net.op("Transpose", x, perm=[0, 1, 3, 4, 2]))


def grid_of(h, w):
    rows, columns = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
    return torch.stack((columns, rows), 2).float().reshape(1, 1, h, w, 2) - 0.5


@network(13)
def yolov5(net):
    levels = []
    for x, stride in zip(yolov5_trunk(net), (4, 8)):
        h, w = net.shape(x)[2:]
        y = boxes_of(net, x, 5, stride)
        xy, wh, rest = net.op("Split", y, net.ints(2, 2, 6), results=3, axis=4)
        xy = net.op("Mul", net.op("Add", net.op("Mul", xy, net.const(2.0)), net.const(grid_of(h, w))),
                    net.const(float(stride)))
        wh = net.op("Mul", net.op("Pow", net.op("Mul", wh, net.const(2.0)), net.const(2.0)),
                    net.const(torch.tensor([10.0, 13, 16, 30, 33, 23]).reshape(1, 3, 1, 1, 2)))
        y = net.op("Concat", xy, wh, rest, axis=4)
        levels.append(net.op("Reshape", y, net.ints(1, -1, 10)))
    net.output(net.op("Concat", *levels, axis=1))


@network(11)
def yolov5_in_place(net):
    """y[..., 0:2] = ..., which older exporters write as ScatterND."""
    _, x = yolov5_trunk(net)
    h, w = net.shape(x)[2:]
    y = boxes_of(net, x, 2, 8)
    xy = net.op("Slice", y, net.ints(0), net.ints(2), net.ints(4))
    xy = net.op("Mul", net.op("Add", xy, net.const(grid_of(h, w))), net.const(8.0))
    places = torch.stack(torch.meshgrid(torch.arange(1), torch.arange(3), torch.arange(h),
                                        torch.arange(w), torch.arange(2), indexing="ij"), -1)
    y = net.op("ScatterND", y, net.const(places), xy)
    net.output(net.op("Reshape", y, net.ints(1, -1, 7)))


@network(13)
def yolov5_suppressed(net):
    """Boxes chosen by the network itself: how many there are depends on the data."""
    levels = yolov5_trunk(net)
    y = net.op("Reshape", boxes_of(net, levels[1], 2, 8), net.ints(1, -1, 7))
    boxes, scores = net.op("Split", y, net.ints(4, 3), results=2, axis=2)
    scores = net.op("Transpose", scores, perm=[0, 2, 1])
    net.output(net.op("NonMaxSuppression", boxes, scores, net.ints(10), net.const([0.5])))
    net.refused = "(NonMaxSuppression): operator 'NonMaxSuppression' is not supported"


@network(17)
def yolov8(net):
    x = net.block(net.input([1, 3, 64, 64]), 16, stride=2, act="SiLU")
    x = net.block(x, 16, 1, act="SiLU")
    first, second = net.op("Split", x, net.ints(8, 8), results=2, axis=1)
    inner = net.block(net.block(second, 8, act="SiLU"), 8, act="SiLU")
    x = net.op("Concat", first, second, net.op("Add", second, inner), axis=1)
    x = net.block(net.block(x, 24, 1, act="SiLU"), 32, stride=2, act="SiLU")
    h, w = net.shape(x)[2:]
    sides = net.conv(net.block(x, 16, act="SiLU"), 64, 1)
    classes = net.conv(net.block(x, 16, act="SiLU"), 4, 1)
    x = net.op("Reshape", net.op("Concat", sides, classes, axis=1), net.ints(1, 68, -1))
    sides, classes = net.op("Split", x, net.ints(64, 4), results=2, axis=1)
    sides = net.op("Transpose", net.op("Reshape", sides, net.ints(1, 4, 16, h * w)),
                   perm=[0, 2, 1, 3])
    sides = net.op("Conv", net.op("Softmax", sides, axis=1),
                   net.const(torch.arange(16.0).reshape(1, 16, 1, 1)), kernel_shape=[1, 1])
    sides = net.op("Reshape", sides, net.ints(1, 4, h * w))
    before = net.op("Slice", sides, net.ints(0), net.ints(2), net.ints(1))
    after = net.op("Slice", sides, net.ints(2), net.ints(4), net.ints(1))
    anchors = net.const(grid_of(h, w).reshape(1, -1, 2).transpose(1, 2) + 1)
    low, high = net.op("Sub", anchors, before), net.op("Add", anchors, after)
    middle = net.op("Div", net.op("Add", low, high), net.const(2.0))
    boxes = net.op("Mul", net.op("Concat", middle, net.op("Sub", high, low), axis=1), net.const(4.0))
    net.output(net.op("Concat", boxes, net.op("Sigmoid", classes), axis=1))


@network(12)
def ssd_mobilenet(net):
    x = net.block(net.input([1, 3, 64, 64]), 16, stride=2, act="Relu")
    locations, scores = [], []
    for channels in (24, 32):
        x = net.block(net.block(x, net.shape(x)[1], stride=2, group=net.shape(x)[1]), channels, 1)
        for head, width, parts in ((locations, 4, 3), (scores, 6, 3)):
            y = net.op("Transpose", net.conv(x, width * parts), perm=[0, 2, 3, 1])
            head.append(net.op("Reshape", y, net.ints(0, -1, width)))
    net.output(net.op("Concat", *locations, axis=1),
               net.op("Softmax", net.op("Concat", *scores, axis=1), axis=2))


@network(11)
def retinaface(net):
    x = net.block(net.input([1, 3, 64, 64]), 16, stride=2, act="LeakyRelu", alpha=0.1)
    fine = net.block(x, 24, stride=2, act="LeakyRelu", alpha=0.1)
    coarse = net.block(fine, 32, stride=2, act="LeakyRelu", alpha=0.1)
    coarse = net.block(coarse, 16, 1, act="LeakyRelu", alpha=0.1)
    h, w = net.shape(fine)[2:]
    up = net.op("Resize", coarse, net.const(torch.zeros(0)), net.const(torch.zeros(0)),
                net.ints(1, 16, h, w), mode="nearest", nearest_mode="floor",
                coordinate_transformation_mode="asymmetric")
    fine = net.op("Add", net.block(fine, 16, 1, act="LeakyRelu", alpha=0.1), up)
    boxes = []
    for x in (fine, coarse):
        three = net.block(x, 8, act=None)
        five = net.block(x, 4, act="LeakyRelu", alpha=0.1)
        seven = net.block(net.block(five, 4, act="LeakyRelu", alpha=0.1), 4, act=None)
        x = net.relu(net.op("Concat", three, net.block(five, 4, act=None), seven, axis=1))
        y = net.op("Transpose", net.conv(x, 8, 1), perm=[0, 2, 3, 1])
        boxes.append(net.op("Reshape", y, net.ints(1, -1, 4)))
    net.output(net.op("Concat", *boxes, axis=1))


@network(13)
def centernet(net):
    """Peaks: where the heat is that of the largest neighbour."""
    x = net.block(net.input([1, 3, 32, 32]), 16)
    x = net.op("ConvTranspose", net.block(x, 16, stride=2), net.weight(16, 8, 4, 4),
               kernel_shape=[4, 4], strides=[2, 2], pads=[1, 1, 1, 1])
    heat = net.op("Sigmoid", net.conv(net.relu(net.norm(x)), 3, 1))
    peak = net.op("Equal", heat, net.pool(heat, 3, 1, pads=[1, 1, 1, 1]))
    net.output(net.op("Mul", heat, net.op("Cast", peak, to=1)))


@network(11)
def efficientdet(net):
    """Sums with learnt weights, which are divided by their sum."""
    x = net.block(net.input([1, 3, 32, 32]), 16, act="SiLU")
    y = net.pool(net.block(x, 16, stride=2, act="SiLU"), 3, 2, pads=[0, 0, 1, 1])
    weights = net.relu(net.const([0.7, 0.4]))
    total = net.op("Add", net.op("ReduceSum", weights, axes=[0], keepdims=0), net.const(1e-4))
    share = net.op("Div", weights, total)
    parts = []
    for i, part in enumerate((x, doubled(net, doubled(net, y)))):
        one = net.op("Squeeze", net.op("Slice", share, net.ints(i), net.ints(i + 1), net.ints(0)),
                     axes=[0])
        parts.append(net.op("Mul", part, one))
    x = net.op("Add", *parts)
    x = net.conv(net.conv(silu(net, x), 16, group=16, bias=False), 36, 1)
    net.output(net.op("Reshape", net.op("Transpose", x, perm=[0, 2, 3, 1]), net.ints(1, -1, 4)))
