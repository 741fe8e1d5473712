"""What there is before a network runs: networks of the zoo, configurations, what hardware costs."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple

from . import _native
from ._arguments import Config, PathText, config_source, native_text, path_text, whole_number, word


class ZooNetwork(NamedTuple):
    """A well-known network that `vta.write_network` writes."""

    name: str
    summary: str
    extent: int  #: its input is (N, 3, extent, extent)
    classes: int
    parameters: int
    macs: int  #: of one image


def networks() -> List[ZooNetwork]:
    """The networks that `vta.write_network` knows: resnet18_v1, mobilenet_v2, ..."""
    return [ZooNetwork(*row) for row in _native.networks()]


def write_network(name: str, path: PathText, *, seed: int = 1) -> None:
    """Writes a network of the zoo as an ONNX file with weights from a seed."""
    file = native_text(path_text(path, "path"), "path")
    _native.write_network(word(name, "name"), whole_number(seed, "seed", least=0), file)


def configurations() -> List[str]:
    """Names of configurations, for the keyword `config`."""
    return _native.configurations()


def cost(config: Config = "default") -> Dict[str, Any]:
    """What the hardware of a configuration costs, by the models of area and clock (docs/cost.md).

    lut, ff, dsp and bram18 of a 7-series FPGA, the longest path in ns and the clock in MHz that it
    allows. The energy of a run is in `net.report`.
    """
    return _native.cost(*config_source(config))
