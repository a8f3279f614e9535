#include "schema_spr.h"
#include "sprite.h"

namespace spr {

using schema::Id;

namespace {

constexpr core::Version kRow{0, schema::kTables, {}, 0};

template <core::schema::Name name>
std::uint32_t numberOf(const core::Document& document) {
    return core::load<std::uint32_t>(document.bytes,
                                     core::offsetIn<schema::kSprite, name>(document.dialect, Id::Sprite));
}

/// The paths from the end of the head on that end before `end`.
std::vector<core::Text> framesIn(Bytes bytes, std::uint32_t position, std::uint32_t end, std::uint32_t count) {
    std::vector<core::Text> frames;
    while (frames.size() < count && end - position >= 2) {
        const std::uint32_t length = core::loadUnsigned(bytes, position, 2);
        if (length > end - position - 2) break;
        frames.push_back({position + 2, length});
        position += 2 + length;
    }
    return frames;
}

/// What has no signature is tried: who calls knows by the file's name what it should be. A count of 1 or 2 frames is
/// all that a compiled model without a signature is told by.
bool mayBeSprite(Bytes bytes, core::Format format) {
    if (format == core::Format::Ltb || format == core::Format::Compiled)
        return bytes[0] == std::byte{1} || bytes[0] == std::byte{2};
    return format == core::Format::Spr || format == core::Format::Unknown;
}

}  // namespace

File parse(Bytes bytes) {
    const bool isTooLarge = bytes.size() > core::kMaxFileSize;
    const core::Format format = isTooLarge ? core::Format::Unknown : core::detect(bytes);
    const bool isTried = !isTooLarge && mayBeSprite(bytes, format);
    File file{core::Document(bytes, kRow), {}};
    core::Document& document = file.document;
    document.format = isTried ? core::Format::Spr : format;
    document.versionKnown = isTried;
    if (!isTried) {
        document.addRest(0, core::State::Opaque);
        return file;
    }
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const std::uint32_t head = document.dialect.minimumSize(Id::Sprite);
    core::Section section;
    section.end = section.next = size;
    section.id = Id::Sprite;
    core::SectionResult result = core::readSection(bytes, document.dialect, {}, document.records, {0, size, false},
                                                   Id::Sprite, 0, std::string(document.name(section)));
    document.addSection(section);
    if (result.fault) document.faults.push_back({0, std::move(*result.fault), false});
    if (size < head) return file;
    Sprite sprite;
    sprite.frameCount = numberOf<"FrameCount">(document);
    sprite.framesPerSecond = numberOf<"FramesPerSecond">(document);
    sprite.transparent = numberOf<"Transparent">(document);
    sprite.translucent = numberOf<"Translucent">(document);
    sprite.colorKey = numberOf<"ColorKey">(document);
    sprite.frames = framesIn(bytes, head, result.reached.offset, sprite.frameCount);
    file.sprite = std::move(sprite);
    return file;
}

}  // namespace spr
