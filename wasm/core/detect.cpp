#include "detect.h"

#include <algorithm>

namespace core {
namespace {

using namespace std::string_view_literals;

constexpr std::int32_t kLowestTextureVersion = -16;
constexpr std::string_view kAbcStart = "\x06\0Header"sv;

bool startsWith(Bytes bytes, std::string_view text, std::size_t at = 0) {
    return bytes.size() >= at + text.size() && std::memcmp(bytes.data() + at, text.data(), text.size()) == 0;
}

bool isText(Bytes bytes) {
    return std::all_of(bytes.begin(),
                       bytes.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(bytes.size(), 256)),
                       [](std::byte b) {
                           const auto c = static_cast<unsigned char>(b);
                           return c >= 0x20 || c == '\t' || c == '\n' || c == '\r';
                       });
}

/// Where text begins after a byte order mark and blanks.
Bytes skipBlanks(Bytes bytes) {
    std::size_t at = startsWith(bytes, "\xEF\xBB\xBF"sv) ? 3 : 0;
    while (at < bytes.size() && " \t\r\n"sv.find(static_cast<char>(bytes[at])) != std::string_view::npos) ++at;
    return bytes.subspan(at);
}

/// Music notation opens with fields: one letter, a colon. `X:` is the tune's number.
bool isMusic(Bytes bytes) {
    const Bytes text = skipBlanks(bytes);
    return isText(bytes) && (startsWith(text, "X:"sv) || startsWith(text, "%abc"sv));
}

/// A list of paths that ends where the file does (dtx.md §7): a sprite has no signature.
bool isSprite(Bytes bytes) {
    constexpr std::size_t kHead = 20;
    if (bytes.size() < kHead) return false;
    const std::size_t count = load<std::uint32_t>(bytes, 0);
    if (count == 0 || count > (bytes.size() - kHead) / 2) return false;
    std::size_t at = kHead;
    for (std::size_t i = 0; i < count; ++i) {
        if (bytes.size() - at < 2) return false;
        const std::size_t length = load<std::uint16_t>(bytes, at);
        at += 2;
        if (length == 0 || length > bytes.size() - at) return false;
        const Bytes path = bytes.subspan(at, length);
        const auto isControl = [](std::byte b) { return b < std::byte{0x20} || b == std::byte{0x7F}; };
        if (std::any_of(path.begin(), path.end(), isControl)) return false;
        at += length;
    }
    return at == bytes.size();
}

/// Four zeros, then text packed bit by bit from the low end of each byte: a 1, and eight bits of the first character,
/// the highest first (LTC).
bool isPackedText(Bytes bytes) {
    if (bytes.size() < 6 || load<std::uint32_t>(bytes, 0) != 0) return false;
    const std::uint32_t bits = load<std::uint16_t>(bytes, 4);
    std::uint32_t first = 0;
    for (std::uint32_t i = 1; i <= 8; ++i) first = first << 1U | (bits >> i & 1U);
    return (bits & 1U) != 0 && "( \t\r\n"sv.find(static_cast<char>(first)) != std::string_view::npos;
}

constexpr std::size_t kCompiledHead = 20;

/// Byte 0 is the type and the version stands at 2; between and after them are zeros in every known file.
std::uint32_t compiledType(Bytes bytes) {
    return bytes.size() < kCompiledHead ? 0 : load<std::uint16_t>(bytes, 0);
}
bool isZeroBehindVersion(Bytes bytes) {
    const Bytes rest = bytes.subspan(4, kCompiledHead - 4);
    return std::all_of(rest.begin(), rest.end(), [](std::byte b) { return b == std::byte{0}; });
}

constexpr std::uint16_t kModelVersion = 9;

bool isCompiledModel(Bytes bytes) {
    return compiledType(bytes) == 1 && load<std::uint16_t>(bytes, 2) == kModelVersion;
}

/// A stream of LZMA alone: properties, a dictionary of 64 KB at least, and the size of what is packed.
bool isLzma(Bytes bytes) {
    return bytes.size() >= kCompiledHead && bytes[0] == std::byte{0x5D} && load<std::uint16_t>(bytes, 1) == 0 &&
           bytes[3] != std::byte{0};
}

}  // namespace

Compiled compiledKind(Bytes bytes) {
    constexpr std::uint32_t kWorld = 66;
    if (startsWith(bytes, kLtbHeaderName) || startsWith(bytes, kLtbHeaderName, 2)) return Compiled::OldModel;
    if (isLzma(bytes)) return Compiled::Packed;
    const std::uint32_t type = compiledType(bytes);
    if (type == 1) return isCompiledModel(bytes) ? Compiled::None : Compiled::OtherVersion;
    if (type == 2) return Compiled::PlayStation;
    if (type == 0) return Compiled::None;
    if (load<std::uint32_t>(bytes, 0) == kWorld) return Compiled::World;
    if (!isZeroBehindVersion(bytes) || load<std::uint16_t>(bytes, 2) == 0) return Compiled::None;
    switch (type) {
        case 3: return Compiled::Xbox;
        case 5: return Compiled::RenderStyle;
        case 6: return Compiled::PlayStationRenderStyle;
        case 7: return Compiled::RenderObject;
        default: return Compiled::None;
    }
}

std::uint32_t ltbFileType(Bytes bytes) {
    constexpr std::uint32_t kTypeAt = 15;  // u16 + "LTBHeader" + u32
    const bool isThere = bytes.size() >= kTypeAt + sizeof(std::uint16_t) &&
                         load<std::uint16_t>(bytes, 0) == kLtbHeaderName.size() && startsWith(bytes, kLtbHeaderName, 2);
    return isThere ? load<std::uint16_t>(bytes, kTypeAt) : 0;
}

std::uint32_t wrapperSize(Bytes bytes) {
    constexpr std::uint32_t kSize = 35;
    constexpr std::uint32_t kAbc = 4;
    return ltbFileType(bytes) == kAbc && startsWith(bytes, kAbcStart, kSize) ? kSize : 0;
}

Format detect(Bytes bytes) {
    if (bytes.empty()) return Format::Empty;
    if (startsWith(bytes, kAbcStart, wrapperSize(bytes))) return Format::Abc;
    if (startsWith(bytes, "Ogawa"sv) || startsWith(bytes, "\x89HDF\r\n\x1A\n"sv)) return Format::Alembic;
    if (startsWith(bytes, "\r\nRezMgr Version 1"sv)) return Format::Rez;
    if (startsWith(bytes, kLtbHeaderName) || startsWith(bytes, kLtbHeaderName, 2)) return Format::Compiled;
    if (bytes.size() >= 8 && load<std::uint32_t>(bytes, 0) == 0) {
        const auto version = load<std::int32_t>(bytes, 4);
        // Three are known (dtx.md); others would be small negative numbers too.
        if (version < 0 && version >= kLowestTextureVersion) return Format::Dtx;
    }
    if (isMusic(bytes)) return Format::Music;
    if (isText(bytes) && startsWith(skipBlanks(bytes), "("sv)) return Format::Lta;
    if (isSprite(bytes)) return Format::Spr;
    if (isPackedText(bytes)) return Format::Ltc;
    // A file type and a version: only after everything that has a real signature.
    if (isCompiledModel(bytes)) return Format::Ltb;
    return compiledKind(bytes) == Compiled::None ? Format::Unknown : Format::Compiled;
}

}  // namespace core
