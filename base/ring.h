// A first-in first-out queue in one array that grows to what was needed once and stays there.
#pragma once

#include <cstddef>
#include <vector>

namespace vta {

template <typename T>
class Ring {
 public:
  bool empty() const { return head_ == tail_; }
  size_t size() const { return tail_ - head_; }
  const T& front() const { return items_[head_ & mask()]; }
  T& front() { return items_[head_ & mask()]; }
  const T& operator[](size_t k) const { return items_[(head_ + k) & mask()]; }  // from the front
  T& operator[](size_t k) { return items_[(head_ + k) & mask()]; }
  void pop() { ++head_; }
  void clear() { head_ = tail_ = 0; }
  void push(const T& item) {
    if (size() == items_.size())
      grow();
    items_[tail_++ & mask()] = item;
  }

 private:
  size_t mask() const { return items_.size() - 1; }
  void grow() {
    std::vector<T> larger(items_.empty() ? 16 : items_.size() * 2);
    size_t count = 0;
    for (; !empty(); pop())
      larger[count++] = front();
    items_ = std::move(larger);
    head_ = 0;
    tail_ = count;
  }

  std::vector<T> items_;  // a power of two
  size_t head_ = 0, tail_ = 0;
};

}  // namespace vta
