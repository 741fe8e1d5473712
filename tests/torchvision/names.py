"""Which networks and configurations there are; needs nothing that is not Python's own."""

# What must hold.
REQUIRED = [
    "resnet18", "resnet50", "mobilenet_v2", "mobilenet_v3_small", "shufflenet_v2_x1_0",
    "efficientnet_b0", "squeezenet1_1", "densenet121", "googlenet", "regnet_x_400mf",
    "regnet_y_400mf", "convnext_tiny",
]
# What is tried beside it: where one is refused, that is said and no failure.
FURTHER = [
    "vgg11", "alexnet", "mnasnet1_0", "inception_v3", "wide_resnet50_2", "resnext50_32x4d",
    "shufflenet_v2_x0_5", "mobilenet_v3_large", "efficientnet_v2_s", "vit_b_16", "swin_t",
    "swin_v2_t", "maxvit_t", "fcn_resnet50", "deeplabv3_mobilenet_v3_large",
    "lraspp_mobilenet_v3_large",
]
# A few of different kinds: concatenations, blocks with gates, shuffled channels.
QUICK = ["squeezenet1_1", "mobilenet_v3_small", "shufflenet_v2_x0_5"]

GROUPS = {"required": REQUIRED, "all": REQUIRED + FURTHER, "quick": QUICK}

SIZES = {"inception_v3": 299}  # elsewhere 224
ODD_SIZES = {"inception_v3": 231}  # elsewhere 225
# Their windows are of one size, or their positions are learnt.
ONE_SIZE = {"vit_b_16", "swin_t", "swin_v2_t", "maxvit_t"}
# They have few convolutions, or one: the accelerator gets what is dense.
DENSE = {"vit_b_16", "swin_t", "swin_v2_t"}


def size_of(name):
    return SIZES.get(name, 224)


def odd_size_of(name):
    """A size that no stride divides; None where the network has but one."""
    return None if name in ONE_SIZE else ODD_SIZES.get(name, 225)
