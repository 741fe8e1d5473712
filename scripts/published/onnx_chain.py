"""Networks of a few operators as ONNX files, written with Python alone: geometry is what counts, weights are drawn."""
import random
import struct


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """A member of a protocol buffer: an integer, text, bytes or a message made by join()."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value & (1 << 64) - 1)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def join(*members):
    return b''.join(members)


class Network:
    """Values have names and shapes (channels, height, width) or (features,)."""

    def __init__(self, seed=1):
        self.random = random.Random(seed)
        self.nodes, self.tensors, self.inputs, self.outputs = [], [], [], []
        self.count = 0

    def name(self, stem):
        self.count += 1
        return f'{stem}_{self.count}'

    def value(self, name, shape):
        dims = join(*(field(1, field(1, extent)) for extent in (1, *shape)))
        return join(field(1, name), field(2, field(1, join(field(1, 1), field(2, dims)))))

    def input(self, *shape):
        self.inputs.append(self.value('input', shape))
        return 'input', shape

    def output(self, x):
        self.outputs.append(self.value(*x))

    def weights(self, *shape):
        count = 1
        for extent in shape:
            count *= extent
        spread = (2 / max(1, count // shape[0])) ** 0.5
        few = [self.random.gauss(0, spread) for _ in range(min(count, 4093))]
        values = (few * (count // len(few) + 1))[:count]
        name = self.name('weight')
        self.tensors.append(join(*(field(1, extent) for extent in shape), field(2, 1), field(8, name),
                                 field(9, struct.pack(f'<{count}f', *values))))
        return name

    def scales(self, *values):
        name = self.name('scales')
        self.tensors.append(join(field(1, len(values)), field(2, 1), field(8, name),
                                 field(9, struct.pack(f'<{len(values)}f', *values))))
        return name

    def node(self, kind, inputs, shape, **attributes):
        name = self.name(kind.lower())
        members = [field(1, x) for x in inputs] + [field(2, name), field(3, name), field(4, kind)]
        for key, value in attributes.items():
            if isinstance(value, list):
                payload = join(*(field(8, v) for v in value), field(20, 7))
            elif isinstance(value, int):
                payload = join(field(3, value), field(20, 2))
            elif isinstance(value, float):
                payload = join(varint(2 << 3 | 5), struct.pack('<f', value), field(20, 1))
            else:
                payload = join(field(4, value), field(20, 3))
            members.append(field(5, join(field(1, key), payload)))
        self.nodes.append(join(*members))
        return name, shape

    def conv(self, x, channels, kernel, stride=1, pad=None):
        name, (inputs, height, width) = x
        pad = kernel // 2 if pad is None else pad
        out = tuple((extent + 2 * pad - kernel) // stride + 1 for extent in (height, width))
        return self.node('Conv', [name, self.weights(channels, inputs, kernel, kernel), self.weights(channels)],
                         (channels, *out), kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[pad] * 4)

    def dense(self, x, units):
        return self.node('Gemm', [x[0], self.weights(units, x[1][0]), self.weights(units)], (units,), transB=1)

    def relu(self, x):
        return self.node('Relu', [x[0]], x[1])

    def leaky_relu(self, x):
        return self.node('LeakyRelu', [x[0]], x[1], alpha=0.125)

    def max_pool(self, x, stride):
        channels, height, width = x[1]
        pads = [0, 0, 0, 0] if stride == 2 else [0, 0, 1, 1]
        return self.node('MaxPool', [x[0]], (channels, height // stride, width // stride), kernel_shape=[2, 2],
                         strides=[stride] * 2, pads=pads)

    def upsample(self, x):
        channels, height, width = x[1]
        return self.node('Resize', [x[0], '', self.scales(1, 1, 2, 2)], (channels, 2 * height, 2 * width),
                         mode='nearest', nearest_mode='floor', coordinate_transformation_mode='asymmetric')

    def concat(self, a, b):
        return self.node('Concat', [a[0], b[0]], (a[1][0] + b[1][0], *a[1][1:]), axis=1)

    def save(self, path):
        graph = join(*(field(1, n) for n in self.nodes), field(2, 'network'), *(field(5, t) for t in self.tensors),
                     *(field(11, v) for v in self.inputs), *(field(12, v) for v in self.outputs))
        path.write_bytes(join(field(1, 8), field(7, graph), field(8, join(field(1, ''), field(2, 13)))))


def one_layer(path, layer):
    """A convolution [inputs, outputs, kernel, stride, height, width] or a dense layer [inputs, outputs], and a Relu."""
    net = Network()
    if len(layer) == 2:
        x = net.dense(net.input(layer[0]), layer[1])
    else:
        inputs, outputs, kernel, stride, height, width = layer
        x = net.conv(net.input(inputs, height, width), outputs, kernel, stride)
    net.output(net.relu(x))
    net.save(path)


def yolov3_tiny(path):
    """YOLOv3-tiny for 416 x 416 and 80 classes, batch norms folded."""
    net = Network()
    leaky = lambda x, channels, kernel: net.leaky_relu(net.conv(x, channels, kernel))
    x = net.input(3, 416, 416)
    for channels in (16, 32, 64, 128):
        x = net.max_pool(leaky(x, channels, 3), 2)
    route = leaky(x, 256, 3)
    x = leaky(net.max_pool(route, 2), 512, 3)
    x = leaky(leaky(net.max_pool(x, 1), 1024, 3), 256, 1)
    net.output(net.conv(leaky(x, 512, 3), 255, 1))
    x = net.concat(net.upsample(leaky(x, 128, 1)), route)
    net.output(net.conv(leaky(x, 256, 3), 255, 1))
    net.save(path)
