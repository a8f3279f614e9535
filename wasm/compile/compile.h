// A text as a compiled model, as the makers' packer makes it (ltb.md §8).
#pragma once

#include <optional>

#include "lta/build.h"
#include "ltb/parse.h"
#include "notes.h"

namespace compiling {

struct Options {
    /// From ltb::kFirstVersion to ltb::kLastVersion.
    std::uint32_t version = ltb::kLastVersion;
    /// How keys are stored, as in `ltb::schema::Compression`; absent: as the text says.
    std::optional<std::uint32_t> compression = {};
};

/// A file, or why there is none.
struct Compiled {
    std::vector<std::byte> bytes;
    Notes notes;
    /// A sentence. Empty: there is a file.
    std::string refusal;
};

/// Keys of all nodes in all animations, at most, since keys that the text says once may be stored for each node. Far
/// more than the games' own models have.
inline constexpr std::uint64_t kMostKeys = std::uint64_t{1} << 22U;

/// Compiles a parsed text. What a compiled model cannot have is left out, and what the engine would not load is
/// refused: what comes out is read without findings. In time linear in the text but for sorting; never fails but for
/// memory (std::bad_alloc).
[[nodiscard]] Compiled compile(const core::Document& document, const lta::Parts& parts, const abc::Model& model,
                               const Options& options = {});
[[nodiscard]] Compiled compile(const core::Document& document, const Options& options = {});

}  // namespace compiling
