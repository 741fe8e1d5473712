// A message of a pass for the user, e.g. why a layer stays on the host.
#pragma once

#include <string>
#include <vector>

namespace vta {

struct Note {
  std::string node = {};    // name of the call or value that it is about, where that has one
  std::string fact = {};    // "nn.conv2d 'conv1' stays in float on the host"
  std::string reason = {};  // "groups=32"; may be empty

  std::string text() const { return reason.empty() ? fact : fact + ": " + reason; }
  explicit operator std::string() const { return text(); }
};

inline std::vector<std::string> texts_of(const std::vector<Note>& notes) {
  std::vector<std::string> texts;
  for (const Note& note : notes)
    texts.push_back(note.text());
  return texts;
}

}  // namespace vta
