// Networks without, or with few, shortcuts: as in torchvision, for 224x224 images and 1000 classes.
#pragma once

#include "compiler/onnx/net_writer.h"

namespace vta::onnx_import {

void write_vgg11(NetWriter& net);
void write_alexnet(NetWriter& net);
void write_squeezenet(NetWriter& net);  // version 1.1
void write_mobilenet_v2(NetWriter& net);

}  // namespace vta::onnx_import
