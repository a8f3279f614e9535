// A parsed DTX (dtx.md): the layout of its bytes, as of any file, and where its pictures lie.
#pragma once

#include <optional>

#include "core/document.h"

namespace dtx {

using core::Bytes;

enum class Format : std::uint8_t { Palette8, Palette32, Bgra32, Dxt1, Dxt3, Dxt5, Rgb16, Rgb24, Unknown };
inline constexpr std::string_view kFormatNames[] = {"PALETTE8", "PALETTE32", "BGRA32", "DXT1",   "DXT3",
                                                    "DXT5",     "RGB16",     "RGB24",  "unknown"};
static_assert(core::hasNameOf(kFormatNames, Format::Unknown));

/// Bits of Texture::flags that change what lies in the file.
enum Flag : std::uint32_t {
    kAlphaPlanes = 2,  ///< in v−2 and v−3; in v−5 it is a wish for 16 bits
    kCubeMap = 1024,   ///< in v−5
};

/// One mip of one face.
struct Level {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// Its pixels in the file, all of them there.
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    /// Its plane of alpha; length 0: none.
    std::uint32_t alphaOffset = 0;
    std::uint32_t alphaLength = 0;
};

struct Texture {
    std::int32_t version = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// As the header says; the file may hold fewer.
    std::uint32_t mipCount = 0;
    std::uint32_t sectionCount = 0;
    std::uint32_t flags = 0;
    std::uint32_t userFlags = 0;
    std::uint32_t group = 0;
    /// As stored; the version decides in v−2 and v−3.
    std::uint32_t bpp = 0;
    Format format = Format::Unknown;
    /// Printable, up to the first zero.
    core::Text commandString;
    /// 256 colours of 4 bytes: A, R, G, B, of Palette32 B, G, R, A. kNone when there are none, or they are not known.
    std::uint32_t palette = core::kNone;
    /// One, or up to six of a cube map in the order +X, −X, +Y, −Y, +Z, −Z; each with its levels, largest first; only
    /// those that are whole.
    std::vector<std::vector<Level>> faces;
    /// Index of the section that has the faces of a cube map after the first; kNone: none was found.
    std::uint32_t cubeSection = core::kNone;

    [[nodiscard]] bool isCubeMap() const { return version == -5 && (flags & kCubeMap) != 0; }
    [[nodiscard]] bool hasAlphaPlanes() const { return version != -5 && (flags & kAlphaPlanes) != 0; }
    /// Its colours are known; there may still be no whole level.
    [[nodiscard]] bool isDecodable() const;
    /// nullptr when the file has no such level.
    [[nodiscard]] const Level* level(std::uint32_t face, std::uint32_t index) const;
    /// How often the size halves before it is 1 × 1, and once more.
    [[nodiscard]] std::uint32_t mostMips() const;
    /// Mips of a face that are looked for: those that the header counts, and not below 1 × 1.
    [[nodiscard]] std::uint32_t mipsOfFace() const;
};

/// Part of the file that ends before it should.
struct Cut {
    enum class Part : std::uint8_t { Header, Palette, Mips, AlphaPlanes, Sections };
    Part part = Part::Header;
    /// Level or section at which reading stopped.
    std::uint32_t index = 0;
    /// From here to the end of the file nothing was read.
    std::uint32_t offset = 0;
    /// Bytes of the level, the data of the section …, and how many of them there are.
    std::uint64_t wanted = 0;
    std::uint32_t available = 0;
};

struct File {
    /// The bytes belong to the caller and must outlive it.
    core::Document document;
    /// Nothing when it is no DTX, of an undescribed version, or the file ends inside its header.
    std::optional<Texture> texture;
    /// Where reading stopped.
    std::optional<Cut> cut;
};

/// Parses any bytes, in time linear in their number; allocates for what is there and not for what the header
/// promises. Never fails but for memory (std::bad_alloc).
[[nodiscard]] File parse(Bytes bytes);

/// Texels of a level that is decoded, at most: 8192 × 8192, four times what any game takes.
inline constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 26U;

/// The 256 colours, the pixels and the alpha of a level as R, G, B, A of 8 bits each, rows from the top. Empty when
/// there is no such level, its colours are not known, or it has more than kMostTexels.
[[nodiscard]] std::vector<std::uint8_t> decode(Bytes bytes, const Texture& texture, std::uint32_t face,
                                               std::uint32_t index);

/// Alpha of the largest level. None: no alpha is stored.
enum class Alpha : std::uint8_t { None, Opaque, Transparent, Varied };
inline constexpr std::string_view kAlphaNames[] = {"none", "opaque", "transparent", "varied"};
static_assert(core::hasNameOf(kAlphaNames, Alpha::Varied));
[[nodiscard]] Alpha alphaOf(Bytes bytes, const Texture& texture);

}  // namespace dtx
