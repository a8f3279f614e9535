// Images as textures: the bytes of a DTX (dtx.md), laid out as the schema says.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "image.h"
#include "texture.h"

namespace dtx {

/// A version that is written.
struct WrittenVersion {
    std::int32_t version = 0;
    /// Of its pixels.
    std::span<const Format> formats;
    /// Whether it has commands for the engine.
    bool hasCommand = false;
};

/// The usual one first.
[[nodiscard]] std::span<const WrittenVersion> writtenVersions();

/// What a texture is to be.
struct Wish {
    std::int32_t version = -5;
    /// Nothing: DXT1 of an opaque image, else DXT5. v−2 and v−3 have a palette, whatever is wished.
    std::optional<Format> format;
    /// Levels, the largest included; 0: four, as most textures of the games have, or as many as there are.
    std::uint32_t mips = 0;
    std::uint32_t flags = 0;
    std::uint32_t userFlags = 0;
    std::uint32_t group = 0;
    /// For the engine; v−2 has none.
    std::string command;
    /// DXT1: pixels with less alpha become holes. Others: no effect. 0: no holes.
    std::uint32_t holesBelow = 0;
    /// v−2 and v−3: alpha in planes of 4 bits, and the flag that says so. Nothing: where the image is not opaque.
    std::optional<bool> hasAlphaPlanes;
};

/// A file, or the reason why there is none, a sentence.
struct WrittenTexture {
    std::vector<std::byte> bytes;
    std::string refusal;
};

/// Told the share of the pixels that are compressed, from 0 to 1; false stops, which leaves no file.
using WriteProgress = std::function<bool(double)>;

/// @return no file and no refusal when the progress stopped it
[[nodiscard]] WrittenTexture write(Image image, const Wish& wish, const WriteProgress& progress = {});

}  // namespace dtx
