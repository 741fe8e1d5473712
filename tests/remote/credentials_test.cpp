// Servers that ask for tokens and certificates, and clients that have none, wrong ones, or old
// ones.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "remote/credentials/credentials.h"
#include "remote/proto/vta_device.grpc.pb.h"
#include "tests/remote/made_certificates.h"

namespace vta::remote {
namespace {

using test::day;
using test::MadeCertificate;
using test::make_authority;
using test::make_certificate;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

constexpr const char* kToken = "correct-horse-battery-staple";
constexpr const char* kOtherToken = "correct-horse-battery-stapld";

// Says who is let in.
class GuardedService final : public v1::Device::Service {
 public:
  explicit GuardedService(const ClientGuard& guard) : guard_(guard) {}
  grpc::Status Describe(grpc::ServerContext* context, const v1::DescribeRequest*,
                        v1::Description* description) override {
    description->set_version(1);
    return guard_.check(*context);
  }

 private:
  const ClientGuard& guard_;
};

class Credentials : public ::testing::Test {
 protected:
  Credentials() { std::filesystem::create_directories(folder_); }
  ~Credentials() override {
    if (server_ != nullptr)
      server_->Shutdown();
    std::filesystem::remove_all(folder_);
  }

  std::string file(const std::string& name, const std::string& text, mode_t mode = 0600) const {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << text;
    ::chmod(path.c_str(), mode);
    return path;
  }
  // NAME.pem and NAME.key
  void put(const std::string& name, const MadeCertificate& made) const {
    file(name + ".pem", made.certificate, 0644);
    file(name + ".key", made.key);
  }
  std::string pem(const std::string& name) const { return folder_ + "/" + name + ".pem"; }
  std::string key(const std::string& name) const { return folder_ + "/" + name + ".key"; }

  // A server's and clients' certificates of one authority, now valid.
  void make_lab() {
    put("ca", authority_);
    put("server", make_certificate({"127.0.0.1", day(2020, 1, 1), day(2090, 1, 1)}, authority_));
    put("client",
        make_certificate({"bench-7", day(2020, 1, 1), day(2090, 1, 1), false, false}, authority_));
  }
  void serve(const ServerKeyFiles& files) {
    security_ = server_security(files);
    service_ = std::make_unique<GuardedService>(*security_.guard);
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", security_.credentials, &port);
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    ASSERT_NE(server_, nullptr);
    address_ = fmt::format("127.0.0.1:{}", port);
  }
  grpc::Status call(const ClientKeyFiles& files) const {
    const ClientSecurity client = client_security(files, address_);
    const auto stub = v1::Device::NewStub(grpc::CreateChannel(address_, client.credentials));
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    client.add_token(context);
    v1::Description description;
    return stub->Describe(&context, {}, &description);
  }

  std::string folder_ = ::testing::TempDir() + "vta_credentials_" + std::to_string(::getpid());
  MadeCertificate authority_ = make_authority("lab");
  ServerSecurity security_;
  std::unique_ptr<GuardedService> service_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
};

TEST_F(Credentials, WithoutAnyEverybodyOfThisMachineIsLetIn) {
  serve({});
  EXPECT_TRUE(call({}).ok());
  EXPECT_TRUE(call({.token = file("token", kToken)}).ok());  // nobody asked for it
}

TEST_F(Credentials, ATokenIsAskedForAndCompared) {
  serve({.tokens = file("tokens", std::string(kToken) + "\n0123456789abcdef\n")});
  EXPECT_TRUE(call({.token = file("token", kToken)}).ok());
  EXPECT_TRUE(call({.token = file("token", "0123456789abcdef\n")}).ok());
  const grpc::Status without = call({});
  EXPECT_EQ(without.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(without.error_message(), "the server requires a token (token_file=)");
  const grpc::Status wrong = call({.token = file("token", kOtherToken)});
  EXPECT_EQ(wrong.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(wrong.error_message(), "the server does not know the token");
}

TEST_F(Credentials, TlsWithCertificatesOnBothEnds) {
  make_lab();
  serve({.certificate = pem("server"), .key = key("server"), .client_ca = pem("ca")});
  EXPECT_TRUE(security_.protection.tls && security_.protection.clients_are_known);
  EXPECT_TRUE(call({.ca = pem("ca"), .certificate = pem("client"), .key = key("client")}).ok());
  const grpc::Status without = call({.ca = pem("ca")});
  EXPECT_EQ(without.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(without.error_message(), HasSubstr("requires a client certificate"));
  put("stranger", make_certificate({"bench-7", day(2020, 1, 1), day(2090, 1, 1), false, false},
                                   make_authority("elsewhere")));
  const grpc::Status stranger =
      call({.ca = pem("ca"), .certificate = pem("stranger"), .key = key("stranger")});
  EXPECT_EQ(stranger.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(stranger.error_message(), HasSubstr("local issuer"));
}

// As a client that does not look at its own certificate would come.
TEST_F(Credentials, AnOldCertificateIsRefusedWithItsDate) {
  make_lab();
  serve({.certificate = pem("server"), .key = key("server"), .client_ca = pem("ca")});
  const auto come_with = [&](const MadeCertificate& made) {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = authority_.certificate;
    options.pem_cert_chain = made.certificate;
    options.pem_private_key = made.key;
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a connection of its own
    const auto stub = v1::Device::NewStub(
        grpc::CreateCustomChannel(address_, grpc::SslCredentials(options), arguments));
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    v1::Description description;
    return stub->Describe(&context, {}, &description);
  };
  const auto come = [&](std::time_t from, std::time_t until) {
    return come_with(make_certificate({"bench-7", from, until, false, false}, authority_));
  };
  EXPECT_TRUE(come(day(2020, 1, 1), day(2090, 1, 1)).ok());
  const grpc::Status old = come(day(2020, 1, 1), day(2021, 1, 1));
  EXPECT_EQ(old.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(old.error_message(), "the client's certificate: expired 2021-01-01T00:00:00Z");
  // With a good one behind it, which is somebody else's.
  auto both =
      make_certificate({"bench-7", day(2020, 1, 1), day(2021, 1, 1), false, false}, authority_);
  both.certificate +=
      make_certificate({"bench-8", day(2020, 1, 1), day(2090, 1, 1), false, false}, authority_)
          .certificate;
  EXPECT_EQ(come_with(both).error_code(), grpc::StatusCode::UNAUTHENTICATED);
  const grpc::Status early = come(day(2089, 1, 1), day(2090, 1, 1));
  EXPECT_EQ(early.error_message(),
            "the client's certificate: is not valid before 2089-01-01T00:00:00Z");
  put("old",
      make_certificate({"bench-7", day(2020, 1, 1), day(2021, 1, 1), false, false}, authority_));
  EXPECT_THAT([&] { call({.ca = pem("ca"), .certificate = pem("old"), .key = key("old")}); },
              ThrowsMessage<InputError>(HasSubstr("expired 2021-01-01")));  // ours looks
}

TEST_F(Credentials, BothAreAskedForWhereBothAreGiven) {
  make_lab();
  serve({.certificate = pem("server"),
         .key = key("server"),
         .client_ca = pem("ca"),
         .tokens = file("tokens", kToken)});
  ClientKeyFiles files{pem("ca"), pem("client"), key("client"), file("token", kToken)};
  EXPECT_TRUE(call(files).ok());
  files.token.clear();
  EXPECT_EQ(call(files).error_code(), grpc::StatusCode::UNAUTHENTICATED);
  files = {.ca = pem("ca"), .token = file("token", kToken)};
  EXPECT_EQ(call(files).error_code(), grpc::StatusCode::UNAUTHENTICATED);
}

TEST_F(Credentials, AClientDoesNotTalkToAServerThatItDoesNotKnow) {
  make_lab();
  put("elsewhere", make_authority("elsewhere"));
  serve({.certificate = pem("server"), .key = key("server"), .tokens = file("tokens", kToken)});
  const std::string token = file("token", kToken);
  EXPECT_TRUE(call({.ca = pem("ca"), .token = token}).ok());
  EXPECT_EQ(call({.ca = pem("elsewhere"), .token = token}).error_code(),
            grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(call({.token = token}).error_code(), grpc::StatusCode::UNAVAILABLE);  // without TLS
}

TEST_F(Credentials, AServerOfAnotherNameOrAgeIsNotTalkedTo) {
  make_lab();
  put("named", make_certificate({"192.0.2.1", day(2020, 1, 1), day(2090, 1, 1)}, authority_));
  serve({.certificate = pem("named"), .key = key("named"), .tokens = file("tokens", kToken)});
  EXPECT_EQ(call({.ca = pem("ca"), .token = file("token", kToken)}).error_code(),
            grpc::StatusCode::UNAVAILABLE);
  put("old", make_certificate({"127.0.0.1", day(2020, 1, 1), day(2021, 1, 1)}, authority_));
  EXPECT_THAT([&] { server_security({.certificate = pem("old"), .key = key("old")}); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("--tls-cert '" + pem("old")),
                                              HasSubstr("expired 2021-01-01T00:00:00Z"))));
}

TEST_F(Credentials, FilesThatDoNotGoTogetherAreNamed) {
  make_lab();
  const auto server = [](const ServerKeyFiles& files, const char* why) {
    EXPECT_THAT([&] { server_security(files); }, ThrowsMessage<UsageError>(HasSubstr(why)));
  };
  server({.certificate = pem("server")}, "--tls-cert and --tls-key need each other");
  server({.key = key("server")}, "--tls-cert and --tls-key need each other");
  server({.client_ca = pem("ca")}, "--client-ca needs --tls-cert and --tls-key");
  ::chmod(key("server").c_str(), 0644);
  EXPECT_THAT([&] { server_security({.certificate = pem("server"), .key = key("server")}); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("--tls-key '"), HasSubstr("(mode 644)"),
                                              Not(HasSubstr("BEGIN")))));
  const auto client = [](const ClientKeyFiles& files, const std::string& address, const char* why) {
    EXPECT_THAT([&] { client_security(files, address); },
                ThrowsMessage<UsageError>(HasSubstr(why)));
  };
  client({.certificate = pem("client")}, "127.0.0.1:1", "cert and key need each other");
  client({.certificate = pem("client"), .key = key("client")}, "127.0.0.1:1", "need ca");
  client({.token = file("token", kToken)}, "192.0.2.1:1", "without encryption");
}

}  // namespace
}  // namespace vta::remote
