"""Forms of ONNX file that PyTorch's exporter makes of one network."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Form:
    name: str
    opset: int
    fold: bool = True  # do_constant_folding
    open_batch: bool = False  # dynamic_axes
    open_size: bool = False
    script: bool = False  # TorchScript: control flow and shapes stay in the graph
    keep_norms: bool = False  # batch norms are not merged into convolutions
    half: bool = False  # weights stored in 16 bits, widened where they are used


FORMS = {
    form.name: form
    for form in [
        Form("traced", opset=13, open_batch=True),
        Form("open", opset=17, fold=False, open_batch=True, open_size=True),
        Form("old", opset=9),
        Form("scripted", opset=15, script=True, open_batch=True),
        Form("norms", opset=11, keep_norms=True, open_batch=True),
        Form("half", opset=14, fold=False, half=True, open_batch=True),
    ]
}
