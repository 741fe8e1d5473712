"""The networks by name, in the order in which they are written down."""
NETWORKS = {}


def network(opset=13):
    """A function of a Net: its name becomes the network's."""
    def add(build):
        NETWORKS[build.__name__] = (build, opset)
        return build
    return add
