#include "validate.h"

#include <algorithm>
#include <bit>

#include "core/words.h"
#include "schema.h"
#include "versions.h"

namespace dtx {

using core::FindingPlace;
using core::grouped;
using core::State;

namespace {

constexpr std::uint32_t kLargestSide = 4096;

/// The findings of one texture, each at a place that is named by its path.
class Check {
public:
    explicit Check(const File& file) : file_(file), document_(file.document), walk_(file.document.walk()) {}

    core::Findings run() {
        checkWhatItIs();
        checkCut();
        if (file_.texture) {
            checkFormat();
            checkSize();
            checkMips();
            checkCube();
            checkLeftOver();
            if (alphaOf(document_.bytes, *file_.texture) == Alpha::Transparent) {
                findings_.add(Code::TextureAlphaZero, placeOf("Mips"));
            }
        }
        return std::move(findings_);
    }

private:
    /// The place at the path, the nearest one around it that is there otherwise.
    [[nodiscard]] FindingPlace placeOf(std::string path) const {
        auto place = walk_.resolve(path);
        while (!place) {
            const std::size_t cut = path.find_last_of(".[");
            path.resize(cut == std::string::npos ? 0 : cut);
            place = walk_.resolve(path);
        }
        return {place->start, place->end - place->start, path};
    }

    void checkWhatItIs() {
        constexpr std::uint32_t kSignature = 8;
        const std::size_t size = document_.bytes.size();
        if (document_.format == core::Format::Dtx) {
            if (document_.versionKnown) return;
            const auto version = static_cast<std::int32_t>(document_.version);
            findings_.add(Code::TextureVersionUnknown, placeOf("Header.Version"), {std::to_string(version)});
        } else if (document_.format == core::Format::Empty) {
            findings_.add(Code::EmptyFile, FindingPlace{});
        } else if (size > core::kMaxFileSize) {
            findings_.add(Code::FileTooLarge, FindingPlace{}, {grouped(size), grouped(core::kMaxFileSize)});
        } else {
            const auto shown = static_cast<std::uint32_t>(std::min<std::size_t>(size, kSignature));
            const bool isModel = document_.format == core::Format::Abc;
            findings_.add(Code::NotDtx, FindingPlace{0, shown, {}},
                          {isModel ? "it is an ABC model" : "it does not start with 0 and a version of −2, −3 or −5"});
        }
    }

    void checkCut() {
        if (!file_.cut) return;
        const Cut& cut = *file_.cut;
        const std::string index = std::to_string(cut.index);
        std::string what;
        std::string path;
        switch (cut.part) {
            case Cut::Part::Header:
                what = "The header";
                path = "Header.Unparsed";
                break;
            case Cut::Part::Palette:
                what = "The palette";
                path = "Palette.Unparsed";
                break;
            case Cut::Part::Mips:
                what = "Mip " + index;
                path = "Mips.Unparsed";
                break;
            case Cut::Part::AlphaPlanes:
                what = "The alpha of mip " + index;
                path = "AlphaPlanes.Unparsed";
                break;
            case Cut::Part::Sections:
                what = "Section " + index;
                path = "Sections[" + index + "].Unparsed";
                if (!walk_.resolve(path)) path = "Sections.Unparsed";
                break;
        }
        const auto length = static_cast<std::uint32_t>(document_.bytes.size()) - cut.offset;
        findings_.add(Code::TextureCut, FindingPlace{cut.offset, length, placeOf(path).path},
                      {what, grouped(cut.wanted), grouped(cut.available)});
    }

    void checkFormat() {
        const Texture& texture = *file_.texture;
        const bool isWhole = !file_.cut;
        switch (texture.format) {
            case Format::Unknown:
                return findings_.add(Code::TextureFormatUnknown, placeOf("Header.BPP"), {std::to_string(texture.bpp)});
            case Format::Rgb16: return opaque("16-bit, in an unknown order of red, green and blue");
            case Format::Rgb24: return opaque("24-bit, in an unknown order of red, green and blue");
            case Format::Palette8:
                if (texture.version == -5) opaque("indices into a palette whose location in v−5 is unknown");
                return;
            case Format::Palette32:
                if (isWhole && texture.palette == core::kNone) {
                    findings_.add(Code::TexturePaletteMissing, placeOf("Header.SectionCount"));
                }
                return;
            case Format::Bgra32:
            case Format::Dxt1:
            case Format::Dxt3:
            case Format::Dxt5: return;
        }
    }

    void opaque(std::string what) {
        findings_.add(Code::TextureFormatOpaque, placeOf("Header.BPP"), {std::move(what)});
    }

    void checkSize() {
        const auto [width, height] = std::pair(file_.texture->width, file_.texture->height);
        const std::vector<std::string> values{grouped(width), grouped(height)};
        const auto sizeAt = [&](bool isWidth) { return placeOf(isWidth ? "Header.Width" : "Header.Height"); };
        if (width == 0 || height == 0) return findings_.add(Code::TextureSizeZero, sizeAt(width == 0), values);
        if (std::max(width, height) > kLargestSide) {
            findings_.add(Code::TextureSizeLarge, sizeAt(width > kLargestSide), values);
        }
        if (!std::has_single_bit(width) || !std::has_single_bit(height)) {
            findings_.add(Code::TextureSizeUneven, sizeAt(!std::has_single_bit(width)), values);
        }
        if (file_.texture->isCubeMap() && width != height) {
            findings_.add(Code::TextureCubeNotSquare, sizeAt(true), values);
        }
    }

    void checkMips() {
        const Texture& texture = *file_.texture;
        if (texture.mipCount == 0) return findings_.add(Code::TextureMipsNone, placeOf("Header.MipmapCount"));
        if (texture.mostMips() == 0) return;
        const auto add = [&](Code code, std::uint32_t most) {
            findings_.add(code, placeOf("Header.MipmapCount"), {grouped(texture.mipCount), grouped(most)});
        };
        if (texture.mipCount > texture.mostMips()) return add(Code::TextureMipsTooMany, texture.mostMips());
        if (texture.mipCount > kMostMips) add(Code::TextureMipsAboveEngine, kMostMips);
    }

    /// Whether the section with five of the faces is there, and as long as they are.
    void checkCube() {
        const Texture& texture = *file_.texture;
        if (!texture.isCubeMap() || texture.level(0, 0) == nullptr) return;
        if (texture.cubeSection == core::kNone) {
            // What is cut off may have had it.
            if (!file_.cut) findings_.add(Code::TextureCubeMissing, placeOf("Header.Flags"));
            return;
        }
        const FindingPlace length = placeOf("Sections[" + std::to_string(texture.cubeSection) + "].Length");
        const auto stored = core::load<std::uint32_t>(document_.bytes, length.offset);
        std::uint64_t wanted = 0;
        for (const Level& level : texture.faces[0]) wanted += std::uint64_t{level.length} * kSectionFaces;
        if (stored != wanted) findings_.add(Code::TextureCubeLength, length, {grouped(stored), grouped(wanted)});
    }

    /// What is left over after the command string and after the texture, and sections that nobody can read.
    void checkLeftOver() {
        const core::Records& records = document_.records;
        for (std::uint32_t i = 0; i < records.size(); ++i) {
            const core::Record record = records[i];
            const std::uint32_t length = record.end - record.start;
            if (record.type != schema::Type(schema::Scalar::Bytes)) continue;
            if (record.state == State::Unreferenced) {
                const bool isTrailing = record.parent == core::kNone;
                // Of what a section has too much, its length tells.
                if (!isTrailing && records[record.parent].type != schema::Type(schema::Id::Header)) continue;
                findings_.add(isTrailing ? Code::TextureTrailingBytes : Code::TextureCommandLeftOver,
                              placeOf(isTrailing ? "Unreferenced" : "Header.Unreferenced"), {grouped(length)});
            } else if (record.state == State::Opaque && record.parent != core::kNone) {
                findings_.add(Code::SectionOpaque, 0, [&] {
                    const std::string section = std::to_string(records[record.parent].first);
                    return core::Findings::Detail{placeOf("Sections[" + section + "].Data"), {grouped(length)}};
                });
            }
        }
    }

    const File& file_;
    const core::Document& document_;
    core::Walk walk_;
    core::Findings findings_{catalogue()};
};

}  // namespace

core::Findings validate(const File& file) {
    return Check(file).run();
}

}  // namespace dtx
