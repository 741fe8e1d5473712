"""What the makers of trained networks add to the ONNX files that PyTorch wrote."""


def append_metadata(path, key, value):
    """Adds an entry to ModelProto.metadata_props (field 14): messages may be continued at their end."""

    def length(count):  # seven bits a byte, the lowest first
        return bytes([count]) if count < 128 else bytes([count & 127 | 128]) + length(count >> 7)

    def field(number, payload):
        return bytes([number << 3 | 2]) + length(len(payload)) + payload

    entry = field(1, key.encode()) + field(2, value.encode())
    with open(path, "ab") as file:
        file.write(field(14, entry))
