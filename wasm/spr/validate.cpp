#include "validate.h"

#include <algorithm>
#include <cassert>

#include "core/words.h"

namespace spr {

using core::FindingPlace;
using core::grouped;

namespace {

/// The findings of one sprite, each at a place that is named by its path.
class Check {
public:
    explicit Check(const File& file) : file_(file), document_(file.document), walk_(file.document.walk()) {}

    core::Findings run() {
        checkWhatItIs();
        checkFault();
        if (file_.sprite) {
            checkHead();
            checkPaths();
        }
        checkTrailing();
        return std::move(findings_);
    }

private:
    /// The place at the path, which is there.
    [[nodiscard]] FindingPlace placeOf(std::string path) const {
        const auto place = walk_.resolve(path);
        assert(place);
        return {place->start, place->end - place->start, std::move(path)};
    }

    void checkWhatItIs() {
        constexpr std::uint32_t kShown = 20;
        const std::size_t size = document_.bytes.size();
        if (document_.versionKnown) return;
        if (document_.format == core::Format::Empty) return findings_.add(Code::EmptyFile, FindingPlace{});
        if (size > core::kMaxFileSize) {
            return findings_.add(Code::FileTooLarge, FindingPlace{}, {grouped(size), grouped(core::kMaxFileSize)});
        }
        const auto shown = static_cast<std::uint32_t>(std::min<std::size_t>(size, kShown));
        const std::string_view format = core::kFormatNames[static_cast<std::size_t>(document_.format)];
        findings_.add(Code::NotSprite, FindingPlace{0, shown, {}},
                      {"it starts like another kind of file: " + std::string(format)});
    }

    /// Where reading stopped: from there on nothing was read.
    void checkFault() {
        if (document_.faults.empty()) return;
        const core::Fault& fault = document_.faults.front().fault;
        if (fault.kind == core::Fault::Kind::CountTooLarge) {
            return findings_.add(Code::SpriteCountLarge, placeOf("Sprite.FrameCount"),
                                 {grouped(file_.sprite->frameCount), grouped(fault.available / 2)});
        }
        const auto size = static_cast<std::uint32_t>(document_.bytes.size());
        const bool isHead = !file_.sprite;
        const std::string what = isHead ? "its header" : frameName(file_.sprite->frames.size());
        // Nothing may be left of what was needed.
        const std::string path = walk_.resolve("Sprite.Unparsed") ? "Sprite.Unparsed" : "Sprite";
        findings_.add(Code::SpriteCut, FindingPlace{fault.offset, size - fault.offset, path},
                      {what, grouped(fault.wanted), grouped(fault.available)});
    }

    void checkHead() {
        const Sprite& sprite = *file_.sprite;
        if (sprite.frameCount == 0) findings_.add(Code::SpriteNoFrames, placeOf("Sprite.FrameCount"));
        if (sprite.framesPerSecond == 0 && sprite.frameCount > 1) {
            findings_.add(Code::SpriteNoRate, placeOf("Sprite.FramesPerSecond"), {grouped(sprite.frameCount)});
        }
    }

    void checkPaths() {
        const std::vector<core::Text>& frames = file_.sprite->frames;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const std::string_view path = document_.text(frames[i]);
            const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
            const bool isOdd = std::any_of(path.begin(), path.end(), isControl);
            if (!path.empty() && !isOdd) continue;
            findings_.add(isOdd ? Code::SpritePathUnprintable : Code::SpritePathEmpty, 0, [&] {
                return core::Findings::Detail{placeOf("Sprite.Frames[" + std::to_string(i) + "].Path"), {frameName(i)}};
            });
        }
    }

    void checkTrailing() {
        if (!walk_.resolve("Sprite.Unreferenced")) return;
        const FindingPlace place = placeOf("Sprite.Unreferenced");
        findings_.add(Code::SpriteTrailingBytes, place, {grouped(place.length)});
    }

    [[nodiscard]] static std::string frameName(std::size_t index) { return "frame " + grouped(index); }

    const File& file_;
    const core::Document& document_;
    core::Walk walk_;
    core::Findings findings_{catalogue()};
};

}  // namespace

core::Findings validate(const File& file) {
    return Check(file).run();
}

}  // namespace spr
