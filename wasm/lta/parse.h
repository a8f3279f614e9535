// Text in, a file out (lta.md).
#pragma once

#include "core/document.h"
#include "lexer.h"

namespace lta {

/// Parses bytes that are a text of lists (`core::detect`), packed or not: a packed one becomes the text that it was
/// made of, which the document keeps. One pass, in time linear in the text. Never fails but for memory
/// (std::bad_alloc).
[[nodiscard]] core::Document parse(Bytes bytes);

/// The name of the first list of a text that is something else than a model, by which the tools refuse it; a token of
/// the kind End of any other.
[[nodiscard]] Token otherKindOf(Bytes text);

/// The tools read so many bytes of a word, and so many lists in each other.
inline constexpr std::uint32_t kLongestWord = 1023;
inline constexpr std::uint32_t kToolsDeepest = 1023;

}  // namespace lta
