// Models as text that tests make, from the description of the format and not from the schema.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lta::testing {

using Bytes = std::vector<std::byte>;

[[nodiscard]] Bytes bytesOf(std::string_view text);

/// Packed with literals, nine bits a byte, and no mark of the end but zeros.
[[nodiscard]] Bytes packed(std::string_view text);

/// A sound model: two nodes, a piece of two levels, an animation of two keys with its binding, a socket, a weight set
/// and a child model. The second node turns by 90° about Z within a second.
[[nodiscard]] std::string soundText();

/// The same with a part of the text replaced, which must be there once.
[[nodiscard]] std::string soundTextWith(std::string_view part, std::string_view other);

struct NamedText {
    std::string name;
    Bytes file;
};
/// Sound models, packed and not, written by the tools and by others.
[[nodiscard]] std::vector<NamedText> allTexts();

}  // namespace lta::testing
