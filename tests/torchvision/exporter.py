"""A network as an ONNX file of a form."""
import warnings

import torch


def with_half_weights(network):
    """Stored in 16 bits, widened at each use. What is expected must come from this network."""
    # float64's where the whole network was made that
    widened = property(lambda self: self.half_weight.float()
                       if self.half_weight.dtype == torch.half else self.half_weight)
    for module in list(network.modules()):
        if isinstance(module, (torch.nn.Conv2d, torch.nn.Linear)):
            module.register_buffer("half_weight", module.weight.detach().half())
            del module.weight
            kind = type(module)
            module.__class__ = type("Half" + kind.__name__, (kind,), {"weight": widened})
    return network


def export(network, form, size, path):
    """Input `input` (1, 3, size, size), output `output`; the exporter's own errors."""
    # Not under no_grad(): attention would be one operator of PyTorch's that ONNX does not have.
    axes = {0: "n"} if form.open_batch else {}
    if form.open_size:
        axes |= {2: "h", 3: "w"}
    training = torch.onnx.TrainingMode
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            torch.jit.script(network) if form.script else network,
            torch.randn(1, 3, size, size),
            path,
            opset_version=form.opset,
            do_constant_folding=form.fold,
            training=training.PRESERVE if form.keep_norms else training.EVAL,
            keep_initializers_as_inputs=form.keep_norms,
            dynamic_axes={"input": axes} if axes else None,
            input_names=["input"],
            output_names=["output"],
        )
