// The messages of vta_device.proto: version 1 keeps its numbers, so that clients of it stay able to
// speak.
#include <gmock/gmock.h>

#include "remote/proto/vta_device.pb.h"

namespace vta::remote::v1 {
namespace {

std::vector<std::string> fields_of(const google::protobuf::Descriptor& message) {
  std::vector<std::string> out;
  for (int i = 0; i < message.field_count(); ++i)
    out.push_back(fmt::format("{} {}", message.field(i)->number(), message.field(i)->name()));
  return out;
}

TEST(DeviceProto, RequestsKeepTheirNumbers) {
  EXPECT_THAT(fields_of(*Request::descriptor()),
              testing::ElementsAre("1 open", "2 program", "3 chunk", "4 run", "5 frame"));
  EXPECT_THAT(fields_of(*Reply::descriptor()),
              testing::ElementsAre("1 opened", "2 program", "3 result", "4 frame", "5 failure"));
}

TEST(DeviceProto, ARequestIsItselfAfterTheWire) {
  Request request;
  Tensor& tensor = *request.mutable_run()->add_images()->add_inputs();
  tensor.set_type("int8");
  tensor.add_shape(2);
  tensor.set_data(std::string("\x00\x7f", 2));
  Request again;
  ASSERT_TRUE(again.ParseFromString(request.SerializeAsString()));
  EXPECT_EQ(again.run().images(0).inputs(0).data(), std::string("\x00\x7f", 2));
  EXPECT_EQ(again.kind_case(), Request::kRun);
}

}  // namespace
}  // namespace vta::remote::v1
