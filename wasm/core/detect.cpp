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

/// Where text begins behind a byte order mark and blanks.
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

}  // namespace

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
    if (startsWith(bytes, kLtbHeaderName) || startsWith(bytes, kLtbHeaderName, 2)) return Format::Ltb;
    if (bytes.size() >= 8 && load<std::uint32_t>(bytes, 0) == 0) {
        const auto version = load<std::int32_t>(bytes, 4);
        // Three are known (dtx.md); others would be small negative numbers too.
        if (version < 0 && version >= kLowestTextureVersion) return Format::Dtx;
    }
    if (isMusic(bytes)) return Format::Music;
    if (isText(bytes) && startsWith(skipBlanks(bytes), "("sv)) return Format::Lta;
    if (isSprite(bytes)) return Format::Spr;
    // A file-type word of 1 or 2 and a small version: only after everything that has a real signature.
    if (bytes.size() >= 20) {
        const auto type = load<std::uint16_t>(bytes, 0);
        if (type == 1 || type == 2) return Format::Ltb;
    }
    return Format::Unknown;
}

}  // namespace core
