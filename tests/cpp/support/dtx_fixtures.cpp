#include "dtx_fixtures.h"

#include <algorithm>
#include <numeric>

#include "byte_writer.h"

namespace dtx::testing {
namespace {

constexpr std::size_t kColors = 256;

/// Bytes of one mip (dtx.md §3).
std::size_t sizeOfMip(const TextureSpec& spec, std::size_t width, std::size_t height) {
    const std::size_t blocks = ((width + 3) / 4) * ((height + 3) / 4);
    if (spec.version != -5) return width * height;
    switch (spec.bpp) {
        case 1:
        case 7: return width * height;
        case 2: return width * height * 2;
        case 4: return blocks * 8;
        case 5:
        case 6: return blocks * 16;
        case 8: return width * height * 3;
        default: return width * height * 4;
    }
}

/// Bytes of all mips of a face, and of the planes of alpha after them.
std::size_t sizeOfPixels(const TextureSpec& spec) {
    std::size_t colors = 0;
    std::size_t alpha = 0;
    for (std::size_t i = 0; i < spec.mips; ++i) {
        const std::size_t width = std::max<std::size_t>(1, spec.width >> i);
        const std::size_t height = std::max<std::size_t>(1, spec.height >> i);
        colors += sizeOfMip(spec, width, height);
        if (spec.version != -5 && (spec.flags & 2U) != 0) alpha += (width * height + 1) / 2;
    }
    return colors + alpha;
}

std::string padded(std::string text, std::size_t size) {
    text.resize(size);
    return text;
}

}  // namespace

std::string noise(std::size_t size, std::uint32_t seed) {
    std::string out(size, '\0');
    for (char& c : out) {
        seed = seed * 1664525 + 1013904223;
        c = static_cast<char>(seed >> 24U);
    }
    return out;
}

Bytes write(const TextureSpec& spec) {
    abc::testing::ByteWriter out;
    out.u32(0).i32(spec.version).u16(spec.width).u16(spec.height).u16(spec.mips);
    out.u16(static_cast<std::uint16_t>(spec.sections.size())).u32(spec.flags).u32(7);
    out.u8(3).u8(0);
    if (spec.version == -2) {
        out.u8(1).u8(2).zeros(16);
    } else {
        out.u8(spec.bpp).u8(1).u8(2).u8(4).f32(0.5F).u16(45).raw(padded(spec.command, 128));
    }
    if (spec.version == -3) out.zeros(8);
    if (spec.version != -5) out.raw(spec.palette.empty() ? noise(kColors * 4, 1) : spec.palette);
    out.raw(spec.pixels.empty() ? noise(sizeOfPixels(spec), 2) : spec.pixels);
    for (const SectionSpec& section : spec.sections) {
        out.raw(padded(section.type, 15)).raw(padded(section.name, 10)).zeros(3);
        out.u32(static_cast<std::uint32_t>(section.data.size())).raw(section.data);
    }
    return out.raw(spec.trailing).bytes();
}

TextureSpec cubeMap(TextureSpec spec, std::string faces) {
    if (faces.empty()) faces = noise(5 * sizeOfPixels(spec), 5);
    spec.flags |= 1024U;
    // As in real files, bytes after the zeros are left over.
    spec.sections.push_back({std::string("CUBEMAPDATA\0\0\2\v", 15), std::string("\0x\xAD", 3), std::move(faces)});
    return spec;
}

const std::vector<NamedTexture>& allTextures() {
    static const std::vector<NamedTexture> textures = [] {
        const auto of = [](std::int32_t version, std::uint8_t bpp, std::uint32_t flags = 8) {
            TextureSpec spec;
            spec.version = version;
            spec.bpp = bpp;
            spec.flags = flags;
            return spec;
        };
        TextureSpec odd = of(-3, 0, 2);
        odd.width = 5;
        odd.height = 3;
        odd.mips = 3;
        TextureSpec palette = of(-5, 7);
        palette.sections = {{"PALETTE32", "", noise(kColors * 4, 3)}};
        TextureSpec sections = of(-5, 3);
        sections.command = std::string("DetailTex a.dtx\0left over", 25);
        sections.sections = {{"", "empty", ""}, {"A long type name", "some data", noise(40, 4)}};
        TextureSpec cube = of(-5, 4);
        cube.width = cube.height = 4;
        return std::vector<NamedTexture>{
            {"V2", write(of(-2, 0))},
            {"V2Alpha", write(of(-2, 0, 2))},
            {"V3", write(of(-3, 0))},
            {"V3AlphaOdd", write(odd)},
            {"Bgra", write(of(-5, 3))},
            {"Indexed5", write(of(-5, 1))},
            {"Rgb16", write(of(-5, 2))},
            {"Rgb24", write(of(-5, 8))},
            {"Dxt1", write(of(-5, 4))},
            {"Dxt3", write(of(-5, 5))},
            {"Dxt5", write(of(-5, 6))},
            {"Palette32", write(palette)},
            {"Sections", write(sections)},
            {"Cube", write(cubeMap(cube))},
            {"UnknownVersion", write(of(-4, 3))},
            {"UnknownFormat", write(of(-5, 99))},
        };
    }();
    return textures;
}

std::vector<std::size_t> textureIndices() {
    std::vector<std::size_t> indices(allTextures().size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    return indices;
}

}  // namespace dtx::testing
