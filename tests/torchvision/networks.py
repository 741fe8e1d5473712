"""A network of torchvision with weights that say something.

Weights are random, from a seed: nobody else's are downloaded. Batch norms get the statistics of the
data that they see, so that no activation dies and none explodes on the way through fifty layers.
"""
import copy
import math
import warnings

import torch
import torchvision

import names


class FirstOutput(torch.nn.Module):
    """A segmentation network answers with a dictionary; its main output alone."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        return self.network(x)["out"]


def build(name):
    warnings.simplefilter("ignore")  # of how future releases will draw weights
    if name.startswith(("fcn_", "deeplabv3_", "lraspp_")):
        return FirstOutput(torchvision.models.get_model(name, weights=None, weights_backbone=None))
    return torchvision.models.get_model(name, weights=None)


def settle(network, size):
    """Batch norms: factors about 1, and the statistics of two random images."""
    norms = [m for m in network.modules() if isinstance(m, torch.nn.modules.batchnorm._BatchNorm)]
    for norm in norms:
        torch.nn.init.uniform_(norm.weight, 0.5, 1.5)
        torch.nn.init.normal_(norm.bias, 0, 0.2)
        norm.momentum = None  # the plain mean of what is seen
        norm.train()
    if norms:
        network(torch.randn(2, 3, size, size))
    network.eval()


@torch.no_grad()
def random_network(name, seed):
    """The network in eval mode, the same for the same seed and version."""
    torch.manual_seed(seed)
    network = build(name)
    network.eval()
    for module in network.modules():
        if type(module).__name__ == "CNBlock":  # 1e-6 at birth: the blocks would add nothing
            torch.nn.init.uniform_(module.layer_scale, 0.2, 1)
    for parameter in network.parameters():  # heads that are born as zeros
        if parameter.dim() > 1 and not parameter.any():
            torch.nn.init.normal_(parameter, 0, 0.02)
    settle(network, names.size_of(name))
    return network


@torch.no_grad()
def expected(network, inputs):
    """PyTorch's answer. An error where it would say nothing: not finite, or all alike."""
    outputs = network(inputs)
    spread = float(outputs.std())
    if not math.isfinite(spread) or spread < 1e-6:
        raise ValueError(f"the random network's outputs spread by {spread}: nothing to compare")
    return outputs


@torch.no_grad()
def exact(network, inputs):
    """The answer in float64."""
    return copy.deepcopy(network).double()(inputs.double())
