#include <algorithm>

#include "schema_dtx.h"
#include "versions.h"

namespace dtx {

using core::byteRange;
using core::Record;
using core::State;
using schema::Id;

namespace {

/// Offsets of the header that are read before its layout is known.
constexpr std::uint32_t kBppAt = 26;

/// Fields of a section that have records.
constexpr auto kPaletteField = static_cast<std::uint16_t>(schema::kIndexOf<schema::kSection, "Palette">);
constexpr auto kFacesField = static_cast<std::uint16_t>(schema::kIndexOf<schema::kSection, "Faces">);

/// The printable text up to the first zero, and where that zero is; `end` when there is none.
struct CommandString {
    core::Text text;
    std::uint32_t zero = 0;
};

CommandString commandStringIn(Bytes bytes, std::uint32_t start, std::uint32_t end) {
    const std::string_view field = core::view(bytes, {start, end - start});
    const auto length = static_cast<std::uint32_t>(std::min(field.find('\0'), field.size()));
    const bool isPrintable = std::all_of(field.begin(), field.begin() + length,
                                         [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
    return {{start, isPrintable ? length : 0}, start + length};
}

/// Makes the records of a texture, part after part. Stops at the first that is cut off.
class Builder {
public:
    explicit Builder(File& file) : file_(file), texture_(*file.texture), document_(file.document) {}

    void run() {
        position_ = document_.sections.back().end;
        if (texture_.version != -5 && !palette()) return;
        // Of an unknown format the sizes are unknown too.
        if (texture_.format == Format::Unknown) return document_.addRest(position_, State::Opaque);
        if (texture_.mipsOfFace() == 0) return document_.addRest(position_, State::Unparsed);
        if (!mips() || !alphaPlanes()) return;
        if (sections()) document_.addRest(position_, State::Unreferenced);
    }

private:
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(document_.bytes.size()); }
    [[nodiscard]] std::uint32_t left() const { return size() - position_; }
    [[nodiscard]] core::Records& records() { return document_.records; }

    /// Notes where reading stopped.
    bool stop(Cut::Part part, std::uint64_t wanted, std::uint32_t index = 0) {
        file_.cut = Cut{part, index, position_, wanted, left()};
        return false;
    }

    /// Adds a part of the file, whose records `body` adds. When that returns false the rest of the file is a part of
    /// the part that could not be read. A part without a byte is none.
    template <class Body>
    bool part(Id id, Body body) {
        const std::uint32_t start = position_;
        Record head;
        head.start = start;
        head.type = id;
        const std::uint32_t self = records().add(head);
        const bool complete = body(self);
        if (!complete && left() > 0) records().add(byteRange(position_, size(), State::Unparsed, self));
        if (!complete) position_ = size();
        if (position_ == start) {
            records().truncate(self);
            return complete;
        }
        head.end = position_;
        records().set(self, head);
        core::Section section;
        section.offset = start;
        section.end = section.next = position_;
        section.id = id;
        document_.addSection(section);
        return complete;
    }

    /// Adds an array of elements with records of their own: `element(index, record)` fills one in and moves on, or
    /// returns false when it does not fit.
    template <class Element>
    bool array(std::uint32_t parent, Id type, std::uint16_t field, std::uint32_t count, Element element) {
        Record group;
        group.start = position_;
        group.parent = parent;
        group.field = field;
        group.type = type;
        group.group = true;
        const std::uint32_t self = records().add(group);
        std::uint32_t done = 0;
        bool complete = true;
        while (complete && done < count) {
            Record record;
            record.start = position_;
            record.parent = self;
            record.first = done;
            record.field = field;
            record.type = type;
            const std::uint32_t added = records().add(record);
            complete = element(done, added);
            if (position_ == record.start) {
                records().truncate(added);
                break;
            }
            record = records()[added];
            record.end = position_;
            records().set(added, record);
            ++done;
        }
        if (done == 0) {
            records().truncate(self);
            return complete;
        }
        group.end = position_;
        group.count = done;
        records().set(self, group);
        return complete;
    }

    bool palette() {
        return part(Id::Palette, [&](std::uint32_t) {
            const std::uint32_t bytes = document_.dialect.minimumSize(Id::Palette);
            if (left() < bytes) return stop(Cut::Part::Palette, bytes);
            position_ += bytes;
            texture_.palette = position_ - kColors * kColorSize;
            return true;
        });
    }

    /// A level of that index, wherever it lies.
    [[nodiscard]] Level levelOf(std::uint32_t index) const {
        Level level;
        level.width = std::max(1U, texture_.width >> index);
        level.height = std::max(1U, texture_.height >> index);
        return level;
    }

    /// The mips of one more face as an array of `parent`, those that end before `end`.
    bool mipsOf(std::uint32_t parent, std::uint32_t end) {
        std::vector<Level>& levels = texture_.faces.emplace_back();
        return array(parent, Id::Mip, 0, texture_.mipsOfFace(), [&](std::uint32_t index, std::uint32_t self) {
            Level level = levelOf(index);
            const auto units = unitsOf(texture_.format, level.width, level.height);
            if (!units || units->bytes() > end - position_) return false;
            level.offset = position_;
            level.length = static_cast<std::uint32_t>(units->bytes());
            levels.push_back(level);
            Record record = records()[self];
            record.dims.outer = units->count;
            if (document_.dialect.has(schema::Feature::PixelsOpaque)) record.state = State::Opaque;
            records().set(self, record);
            position_ += level.length;
            return true;
        });
    }

    bool mips() {
        return part(Id::Mips, [&](std::uint32_t self) {
            if (mipsOf(self, size())) return true;
            const auto index = static_cast<std::uint32_t>(texture_.faces[0].size());
            const Level level = levelOf(index);
            const auto units = unitsOf(texture_.format, level.width, level.height);
            return stop(Cut::Part::Mips, units ? units->bytes() : std::uint64_t{core::kMaxFileSize}, index);
        });
    }

    bool alphaPlanes() {
        if (!texture_.hasAlphaPlanes()) return true;
        return part(Id::AlphaPlanes, [&](std::uint32_t self) {
            std::vector<Level>& levels = texture_.faces[0];
            const auto count = static_cast<std::uint32_t>(levels.size());
            return array(self, Id::AlphaPlane, 0, count, [&](std::uint32_t index, std::uint32_t element) {
                Level& level = levels[index];
                const std::uint32_t bytes = (level.length + 1) / 2;
                if (bytes > left()) return stop(Cut::Part::AlphaPlanes, bytes, index);
                level.alphaOffset = position_;
                level.alphaLength = bytes;
                Record record = records()[element];
                record.dims.outer = bytes;
                records().set(element, record);
                position_ += bytes;
                return true;
            });
        });
    }

    /// The faces of a cube map after +X, those mips that end before `end`.
    bool cubeFaces(std::uint32_t self, std::uint32_t end) {
        const bool complete = array(self, Id::Face, kFacesField, kSectionFaces,
                                    [&](std::uint32_t, std::uint32_t face) { return mipsOf(face, end); });
        if (texture_.faces.back().empty()) texture_.faces.pop_back();
        return complete;
    }

    void colors(std::uint32_t self) {
        texture_.palette = position_;
        Record colors;
        colors.start = position_;
        colors.end = position_ + kColors * kColorSize;
        colors.parent = self;
        colors.count = kColors;
        colors.field = kPaletteField;
        colors.type = Id::ColorBgra;
        records().add(colors);
        position_ = colors.end;
    }

    /// The data of a section after its head, as much of it as there is. `Palette32` has its colours in the first that
    /// is as long as they are, a cube map its faces in the first of their type.
    bool sectionData(std::uint32_t self, std::uint32_t index, std::uint32_t length) {
        const std::uint32_t available = std::min(length, left());
        const std::uint32_t end = position_ + available;
        const bool isWhole = available == length;
        const bool isPalette = texture_.format == Format::Palette32 && texture_.palette == core::kNone;
        const bool isCube = texture_.isCubeMap() && texture_.cubeSection == core::kNone;
        State rest = isWhole ? State::Opaque : State::Unparsed;
        if (isCube && sectionType(records().start(self)) == kCubeSectionType) {
            texture_.cubeSection = index;
            const bool complete = cubeFaces(self, end);
            rest = complete && isWhole ? State::Unreferenced : State::Unparsed;
        } else if (isPalette && isWhole && length == kColors * kColorSize) {
            colors(self);
        }
        if (!isWhole) file_.cut = Cut{Cut::Part::Sections, index, position_, length, available};
        if (position_ < end) records().add(byteRange(position_, end, rest, self));
        position_ = end;
        return isWhole;
    }

    /// After its zero may be bytes that are left over.
    [[nodiscard]] std::string_view sectionType(std::uint32_t section) const {
        constexpr std::uint32_t kSize = schema::kSection[schema::kIndexOf<schema::kSection, "Type">].count;
        const std::string_view field = core::view(document_.bytes, {section, kSize});
        return field.substr(0, field.find('\0'));
    }

    bool sections() {
        return part(Id::Sections, [&](std::uint32_t self) {
            return array(self, Id::Section, 0, texture_.sectionCount, [&](std::uint32_t index, std::uint32_t element) {
                if (left() < kSectionHead) return stop(Cut::Part::Sections, kSectionHead, index);
                position_ += kSectionHead;
                return sectionData(element, index, core::load<std::uint32_t>(document_.bytes, position_ - 4));
            });
        });
    }

    File& file_;
    Texture& texture_;
    core::Document& document_;
    std::uint32_t position_ = 0;
};

/// The header as a record, the fields that are there known and what is left over after a text told apart.
void readHeader(File& file, std::uint32_t bpp) {
    core::Document& document = file.document;
    const auto size = static_cast<std::uint32_t>(document.bytes.size());
    const std::uint32_t end = document.dialect.minimumSize(Id::Header);
    core::Section section;
    section.end = section.next = std::min(end, size);
    section.id = Id::Header;
    const core::SectionResult header =
        core::readSection(document.bytes, document.dialect, {}, document.records, {0, section.end, end > size},
                          Id::Header, 0, std::string(document.name(section)));
    document.addSection(section);
    if (const auto& fault = header.fault) {
        file.cut = Cut{Cut::Part::Header, 0, fault->offset, end - fault->offset, size - fault->offset};
        return;
    }
    if (!document.versionKnown) return document.addRest(end, State::Opaque);

    Texture texture;
    const auto number = [&](std::size_t field, std::uint32_t bytes) {
        return core::loadUnsigned(document.bytes, document.dialect.offsetOf(Id::Header, field), bytes);
    };
    texture.version = static_cast<std::int32_t>(document.version);
    texture.width = number(schema::kIndexOf<schema::kHeader, "Width">, 2);
    texture.height = number(schema::kIndexOf<schema::kHeader, "Height">, 2);
    texture.mipCount = number(schema::kIndexOf<schema::kHeader, "MipmapCount">, 2);
    texture.sectionCount = number(schema::kIndexOf<schema::kHeader, "SectionCount">, 2);
    texture.flags = number(schema::kIndexOf<schema::kHeader, "Flags">, 4);
    texture.userFlags = number(schema::kIndexOf<schema::kHeader, "UserFlags">, 4);
    texture.group = number(schema::kIndexOf<schema::kHeader, "TextureGroup">, 1);
    texture.bpp = bpp;
    texture.format = formatOf(texture.version, bpp);
    if (document.dialect.has(schema::Feature::Details)) {
        const auto [text, zero] = commandStringIn(
            document.bytes, core::offsetIn<schema::kHeader, "CommandString">(document.dialect, Id::Header), end);
        texture.commandString = text;
        const std::string_view behind = core::view(document.bytes, {zero, end - zero});
        if (behind.find_first_not_of('\0') != std::string_view::npos) {
            document.records.add(byteRange(zero + 1, end, State::Unreferenced, header.record));
        }
    }
    file.texture = std::move(texture);
    Builder(file).run();
}

}  // namespace

File parse(Bytes bytes) {
    const bool isTooLarge = bytes.size() > core::kMaxFileSize;
    const core::Format format = isTooLarge ? core::Format::Unknown : core::detect(bytes);
    const bool isTexture = format == core::Format::Dtx;
    const auto version = isTexture ? core::load<std::int32_t>(bytes, kVersionAt) : 0;
    const std::uint32_t bpp = bytes.size() > kBppAt ? core::loadUnsigned(bytes, kBppAt, 1) : 0;
    File file{core::Document(bytes, rowOf(version, formatOf(version, bpp))), {}, {}};
    file.document.format = format;
    file.document.version = static_cast<std::uint32_t>(version);
    file.document.versionKnown = isKnown(version);
    if (isTexture) {
        readHeader(file, bpp);
    } else {
        file.document.addRest(0, State::Opaque);
    }
    return file;
}

}  // namespace dtx
