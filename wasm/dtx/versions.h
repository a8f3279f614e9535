// The versions of DTX as rows of features, and the sizes that follow from a format of pixels (dtx.md).
#pragma once

#include "schema.h"
#include "texture.h"

namespace dtx {

inline constexpr std::uint32_t kVersionAt = 4;
/// Mips of a face that the engine takes.
inline constexpr std::uint32_t kMostMips = 8;
inline constexpr std::uint32_t kColors = 256;
inline constexpr std::uint32_t kColorSize = 4;
/// Faces of a cube map that its section has: all but +X.
inline constexpr std::uint32_t kSectionFaces = 5;
inline constexpr std::string_view kCubeSectionType = "CUBEMAPDATA";
inline constexpr std::uint32_t kSectionHead = 32;

[[nodiscard]] bool isKnown(std::int32_t version);

/// What the pixels are. v−2 and v−3 have a palette in the file whatever their header says; so has v−5 by `bpp` 1, but
/// nobody knows where.
[[nodiscard]] Format formatOf(std::int32_t version, std::uint32_t bpp);

/// The row of the schema for such pixels. Of a version that nobody has described: the words that all begin with.
[[nodiscard]] const core::Version& rowOf(std::int32_t version, Format format);

/// A known version with the pixels of every format that it may have, for who describes it and not one file.
[[nodiscard]] const core::Version& anyFormatOf(std::int32_t version);

/// Pixels, blocks or bytes that a level consists of, and the bytes of each.
struct Units {
    std::uint32_t count = 0;
    std::uint32_t size = 0;
    [[nodiscard]] std::uint64_t bytes() const { return std::uint64_t{count} * size; }
};

/// Of Rgb16 and Rgb24 the units are bytes, of the DXT formats blocks; Unknown has none. Nothing when there are more
/// than any file holds.
[[nodiscard]] std::optional<Units> unitsOf(Format format, std::uint32_t width, std::uint32_t height);

}  // namespace dtx
