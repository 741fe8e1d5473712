// A function of this program in a process of its own, and messages with it.
//
// The process is a fork, so it shares all that this one has prepared. It ends with this one,
// however that ends, and answers no Ctrl-C of the terminal: its parent decides.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vta {

struct WorkerEnding {
  int status = 0;        // as waitpid() gives it
  bool garbled = false;  // it was ended because it sent bytes that are no message
  std::string text;      // "ended by signal 9 (Killed)", "sent bytes that are no message"
  double peak_mb = 0;    // of the largest process among it and those that it waited for
};

class ForkedWorker {
 public:
  // The worker's end of the connection.
  class Parent {
   public:
    explicit Parent(int socket) : socket_(socket) {}
    bool receive(std::string& message);   // waits; false: no further message will come
    bool send(std::string_view message);  // waits; false: the other end is closed

   private:
    int socket_;
    std::string received_;
  };

  // `work` is called in the worker, which ends when it returns. This process must have one thread:
  // InternalError. ResourceError where the system has no process or descriptor for it.
  explicit ForkedWorker(const std::function<void(Parent&)>& work);
  ~ForkedWorker();  // ends it
  ForkedWorker(const ForkedWorker&) = delete;
  ForkedWorker& operator=(const ForkedWorker&) = delete;

  // Does not wait: what the worker does not take yet goes with later calls of exchange().
  void send(std::string_view message);
  // Sends what it can, and adds what has come. False: nothing will come any more, because the
  // worker has ended or sent bytes that are no message.
  bool exchange(std::vector<std::string>& messages);
  void signal(int number) const;
  // How it ended: now, by SIGKILL, where it has not yet.
  WorkerEnding end();
  // In another worker, which has a copy of this object: closes that copy's connection.
  void forget() const;

  // Until one of them has something for exchange() to do, at most so long; null ones are left out.
  static void wait_for_any(const std::vector<const ForkedWorker*>& workers, int milliseconds);

 private:
  void flush();

  pid_t pid_ = -1;
  int socket_ = -1;
  std::string outgoing_, received_;
  bool garbled_ = false;
};

}  // namespace vta
