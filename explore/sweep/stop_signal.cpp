#include "explore/sweep/stop_signal.h"

namespace vta {
namespace {

volatile std::sig_atomic_t g_requested = 0;

}  // namespace

StopSignal::StopSignal() {
  g_requested = 0;
  struct sigaction action {};
  action.sa_handler = [](int) { g_requested = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &interrupt_);
  sigaction(SIGTERM, &action, &terminate_);
}

StopSignal::~StopSignal() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
}

bool StopSignal::requested() {
  return g_requested != 0;
}

}  // namespace vta
