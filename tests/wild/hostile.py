"""Files that a careless or an evil hand has made: each is refused with what is wrong, or means
something and is right. None may crash, hang or be guessed at."""
import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

CASES = {}
REFUSED, BROKEN = 5, 3  # exit codes


def hostile(code, text):
    """A function of a model that works: exit code 0 and no text where it still does."""
    def add(change):
        CASES[change.__name__] = (change, code, text)
        return change
    return add


def model_that_works():
    """conv - relu - flatten - dense; one input, one output."""
    random = numpy.random.default_rng(1)
    weights = {"w": (16, 3, 3, 3), "b": (16,), "k": (1024, 10)}
    tensors = [numpy_helper.from_array(random.standard_normal(shape).astype(numpy.float32), name)
               for name, shape in weights.items()]
    nodes = [helper.make_node("Conv", ["x", "w", "b"], ["c"], "conv", pads=[1] * 4),
             helper.make_node("Relu", ["c"], ["r"], "relu"),
             helper.make_node("Flatten", ["r"], ["f"], "flat"),
             helper.make_node("MatMul", ["f", "k"], ["y"], "dense")]
    float_info = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "works", [float_info("x", TensorProto.FLOAT, [1, 3, 8, 8])],
                              [float_info("y", TensorProto.FLOAT, [1, 10])], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    return model


def node(model, name):
    return next(n for n in model.graph.node if n.name == name)


def tensor(model, name):
    return next(t for t in model.graph.initializer if t.name == name)


@hostile(0, None)
def nothing_changed(model):
    pass


# ---- The graph ----------------------------------------------------------------------------------
@hostile(REFUSED, "node 'conv' (Conv, pads=[1, 1, 1, 1]) reads 'r', which node 'relu' (Relu) produces only later")
def cycle(model):
    node(model, "conv").input[0] = "r"


@hostile(REFUSED, "node 'relu' (Relu) reads 'r', which node 'relu' (Relu) produces only later")
def reads_itself(model):
    node(model, "relu").input[0] = "r"


@hostile(REFUSED, "node 'dense' (MatMul) reads 'f', which node 'flat' (Flatten) produces only later")
def not_in_order(model):
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(reversed(nodes))


@hostile(REFUSED, "reads 'w', but no earlier node produces it")
def initializer_is_missing(model):
    model.graph.initializer.remove(tensor(model, "w"))


@hostile(REFUSED, "produces 'c', which node 'conv'")
def two_nodes_write_one_value(model):
    node(model, "relu").output[0] = "c"


@hostile(REFUSED, "initializer produces 'w', which")
def initializer_is_there_twice(model):
    model.graph.initializer.append(tensor(model, "w"))


@hostile(REFUSED, "produces 'x', which")
def two_inputs_of_one_name(model):
    model.graph.input.append(model.graph.input[0])


@hostile(0, None)
def one_output_is_there_twice(model):
    model.graph.output.append(model.graph.output[0])


@hostile(0, None)
def output_is_the_input(model):
    model.graph.output.append(model.graph.input[0])


@hostile(0, None)
def output_is_an_initializer(model):
    model.graph.output.append(helper.make_tensor_value_info("b", TensorProto.FLOAT, [16]))


@hostile(REFUSED, "output 'nowhere' reads 'nowhere', but no earlier node produces it")
def output_is_nowhere(model):
    model.graph.output[0].name = "nowhere"


@hostile(REFUSED, "the model has no outputs")
def no_outputs(model):
    del model.graph.output[:]


@hostile(REFUSED, "operands")
def too_many_operands(model):
    node(model, "dense").input.append("k")


@hostile(REFUSED, "input has no name")
def input_has_no_name(model):
    model.graph.input[0].name = ""
    node(model, "conv").input[0] = ""


@hostile(0, None)
def input_that_nobody_reads(model):
    model.graph.input.append(helper.make_tensor_value_info("unread", TensorProto.FLOAT, [1, 5]))


@hostile(0, None)
def optional_result_left_out(model):
    node(model, "relu").op_type = "Dropout"
    node(model, "relu").output.append("")


@hostile(0, None)
def nodes_without_names(model):
    for n in model.graph.node:
        n.ClearField("name")


@hostile(0, None)
def nodes_of_one_name(model):
    for n in model.graph.node:
        n.name = "same"


@hostile(REFUSED, "operand 0 is left out: it is required")
def operand_left_out(model):
    node(model, "relu").input[0] = ""


@hostile(REFUSED, "is no sequence")
def sequence_where_none_is(model):
    node(model, "relu").op_type = "SequenceLength"


@hostile(REFUSED, "operator 'Loop' is not supported")
def loop(model):
    body = helper.make_graph([], "body", [], [])
    node(model, "relu").op_type = "Loop"
    node(model, "relu").attribute.append(helper.make_attribute("body", body))


@hostile(REFUSED, "operator 'Magic' of domain 'org.nowhere' is not supported")
def other_domain(model):
    node(model, "relu").op_type, node(model, "relu").domain = "Magic", "org.nowhere"


@hostile(REFUSED, "uses opset 0: supported are 1 and later")
def opset_of_the_past(model):
    model.opset_import[0].version = 0


@hostile(0, None)
def opset_of_the_future(model):
    """Its operators are as they were."""
    model.opset_import[0].version = 99


@hostile(BROKEN, "names no opset")
def no_opset(model):
    del model.opset_import[:]


# ---- Shapes -------------------------------------------------------------------------------------
def shaped(model, *extents):
    shape = model.graph.input[0].type.tensor_type.shape
    del shape.dim[:]
    for extent in extents:
        shape.dim.add().dim_value = extent


@hostile(0, None)
def batch_of_0(model):
    """Says that the batch is open."""
    shaped(model, 0, 3, 8, 8)


@hostile(REFUSED, "axis 2 has extent '0'")
def height_of_0(model):
    shaped(model, 1, 3, 0, 8)


@hostile(REFUSED, "axis 3 has extent '-5'")
def negative_width(model):
    shaped(model, 1, 3, 8, -5)


@hostile(REFUSED, "has extent 4611686018427387904: must be 1..1073741824")
def huge_height(model):
    shaped(model, 1, 3, 2**62, 8)


@hostile(REFUSED, "has extent 137438953472: must be 1..1073741824")
def large_height(model):
    shaped(model, 1, 3, 2**30, 8)


@hostile(REFUSED, "input 'x'")
def forty_axes(model):
    shaped(model, *[1] * 40)


@hostile(REFUSED, "input 'x' has no shape")
def input_without_shape(model):
    model.graph.input[0].type.tensor_type.ClearField("shape")


@hostile(REFUSED, "input 'x'")
def input_without_type(model):
    model.graph.input[0].ClearField("type")


@hostile(REFUSED, "input 'x'")
def input_of_texts(model):
    model.graph.input[0].type.tensor_type.elem_type = TensorProto.STRING


@hostile(REFUSED, "node 'conv'")
def channels_do_not_agree(model):
    shaped(model, 1, 4, 8, 8)


@hostile(REFUSED, "node 'conv'")
def group_of_0(model):
    node(model, "conv").attribute.append(helper.make_attribute("group", 0))


@hostile(REFUSED, "node 'conv'")
def strides_of_0(model):
    node(model, "conv").attribute.append(helper.make_attribute("strides", [0, 0]))


@hostile(REFUSED, "node 'conv'")
def huge_pads(model):
    del node(model, "conv").attribute[:]
    node(model, "conv").attribute.append(helper.make_attribute("pads", [2**62] * 4))


@hostile(REFUSED, "attribute pads has type STRING")
def pads_are_a_text(model):
    del node(model, "conv").attribute[:]
    node(model, "conv").attribute.append(helper.make_attribute("pads", "many"))


# ---- Tensors ------------------------------------------------------------------------------------
@hostile(BROKEN, "tensor 'w' of shape (16, 3, 3, 3) has 100 bytes, expected 1728")
def weights_cut(model):
    tensor(model, "w").raw_data = tensor(model, "w").raw_data[:100]


@hostile(BROKEN, "tensor 'w'")
def weights_without_values(model):
    tensor(model, "w").ClearField("raw_data")


@hostile(BROKEN, "tensor 'w'")
def weights_of_negative_shape(model):
    tensor(model, "w").dims[0] = -16


@hostile(BROKEN, "tensor 'w'")
def weights_of_huge_shape(model):
    for i in range(4):
        tensor(model, "w").dims[i] = 2**40


@hostile(REFUSED, "tensor 'w' has element type 77: supported are FLOAT")
def weights_of_unknown_type(model):
    tensor(model, "w").data_type = 77


@hostile(BROKEN, "tensor 'w': its values are in")
def weights_elsewhere(model):
    w = tensor(model, "w")
    w.ClearField("raw_data")
    w.data_location = TensorProto.EXTERNAL
    w.external_data.add(key="location", value="no_such_file.bin")


@hostile(BROKEN, "must be a path below the model's folder")
def weights_of_others(model):
    weights_elsewhere(model)
    tensor(model, "w").external_data[0].value = "../../../../etc/passwd"


@hostile(REFUSED, "conv has a weight or bias nan: only finite values can be quantized")
def weights_are_not_numbers(model):
    tensor(model, "b").raw_data = numpy.full(16, numpy.nan, numpy.float32).tobytes()


def sparse(model):
    w = tensor(model, "w")
    s = model.graph.sparse_initializer.add()
    s.values.CopyFrom(numpy_helper.from_array(numpy.ones(1, numpy.float32), "w"))
    s.indices.CopyFrom(numpy_helper.from_array(numpy.zeros(1, numpy.int64), "i"))
    s.dims.extend([16, 3, 3, 3])
    model.graph.initializer.remove(w)


CASES["sparse_weights"] = (sparse, REFUSED, "reads 'w', a sparse initializer: must be dense")


# ---- Bytes --------------------------------------------------------------------------------------
def bytes_of(name):
    """The model's bytes: names may be no text, which Python would not write."""
    model = model_that_works()
    CASES[name][0](model)
    data = model.SerializeToString()
    if name == "names_that_are_no_text":
        data = data.replace(b"relu", b"\xff\xfe\x80\x1b")
    if name == "half_of_the_file":
        data = data[:len(data) // 2]
    if name == "a_picture":
        data = b"\x89PNG\r\n\x1a\n" + data
    return b"" if name == "an_empty_file" else data


CASES["names_that_are_no_text"] = (lambda model: None, 0, None)
CASES["half_of_the_file"] = (lambda model: None, BROKEN, "is truncated or damaged")
CASES["a_picture"] = (lambda model: None, BROKEN, "is not an ONNX model")
CASES["an_empty_file"] = (lambda model: None, BROKEN, "is empty")


def write(name, path):
    with open(path, "wb") as file:
        file.write(bytes_of(name))
    return path
