// A parsed SPR (dtx.md §7): the layout of its bytes, as of any file, and the frames it lists.
#pragma once

#include <optional>

#include "core/document.h"

namespace spr {

using core::Bytes;

struct Sprite {
    std::uint32_t frameCount = 0;
    std::uint32_t framesPerSecond = 0;
    std::uint32_t transparent = 0;
    std::uint32_t translucent = 0;
    std::uint32_t colorKey = 0;
    /// Paths of the frames that are whole.
    std::vector<core::Text> frames;
};

struct File {
    /// The bytes belong to the caller and must outlive it.
    core::Document document;
    /// Nothing when it is another kind of file, or ends inside its head.
    std::optional<Sprite> sprite;
};

/// Parses any bytes that are nothing else, in time linear in their number: a sprite has no signature, and of bytes that
/// `core::detect` does not take for one the findings say what is wrong. Allocates for the frames that are there and not
/// for those that the head promises. Never fails but for memory (std::bad_alloc).
[[nodiscard]] File parse(Bytes bytes);

}  // namespace spr
