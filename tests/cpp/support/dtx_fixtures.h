// Small textures in memory and their bytes, written straight from dtx.md and not from the schema.
#pragma once

#include <dtx/texture.h>

#include <array>
#include <string>
#include <vector>

namespace dtx::testing {

using Bytes = std::vector<std::byte>;

struct SectionSpec {
    std::string type;
    std::string name;
    std::string data;
};

struct TextureSpec {
    std::int32_t version = -5;
    std::uint16_t width = 8;
    std::uint16_t height = 4;
    std::uint16_t mips = 2;
    std::uint32_t flags = 8;
    std::uint8_t bpp = 3;
    /// What stands in the 128 bytes of the command string.
    std::string command;
    /// 256 colours of 4 bytes as they are stored (v−2, v−3); empty: some that differ.
    std::string palette;
    /// Pixels and alpha planes of all mips, of a cube map those of +X; empty: some that differ, as many bytes as there
    /// should be.
    std::string pixels;
    std::vector<SectionSpec> sections;
    std::string trailing;
};

[[nodiscard]] Bytes write(const TextureSpec& spec);

/// The texture as a cube map: flagged, and with a section that has the faces −X, +Y, −Y, +Z, −Z (dtx.md §5), which are
/// `faces`; empty: some that differ, as many bytes as there should be.
[[nodiscard]] TextureSpec cubeMap(TextureSpec spec, std::string faces = {});

struct NamedTexture {
    std::string name;
    Bytes file;
};

/// One of every version, format of pixels, and part that a file may have.
[[nodiscard]] const std::vector<NamedTexture>& allTextures();
[[nodiscard]] std::vector<std::size_t> textureIndices();

/// Numbers that look random and are always the same.
[[nodiscard]] std::string noise(std::size_t size, std::uint32_t seed);

}  // namespace dtx::testing
