// Sprites (dtx.md §7): what is read, what is found, and that no bytes do harm.
#include <gtest/gtest.h>
#include <spr/validate.h>

#include <functional>
#include <set>

#include "support/heap.h"
#include "support/spr_fixtures.h"
#include "support/spr_invariants.h"

namespace spr::testing {
namespace {

using abc::testing::hasError;
using abc::testing::HeapMeter;

std::vector<std::string> pathsOf(const File& file) {
    std::vector<std::string> paths;
    for (const core::Text frame : file.sprite->frames) paths.emplace_back(file.document.text(frame));
    return paths;
}

TEST(Sprite, HasItsHeadAndItsFramesInOrder) {
    SpriteSpec spec;
    spec.framesPerSecond = 15;
    spec.transparent = 1;
    spec.colorKey = 0xFF00FF;
    const Bytes bytes = write(spec);
    EXPECT_EQ(core::detect(bytes), core::Format::Spr);
    const File file = parse(bytes);
    ASSERT_TRUE(file.sprite);
    EXPECT_EQ(file.sprite->framesPerSecond, 15U);
    EXPECT_EQ(file.sprite->transparent, 1U);
    EXPECT_EQ(file.sprite->translucent, 1U);
    EXPECT_EQ(file.sprite->colorKey, 0xFF00FFU);
    EXPECT_EQ(pathsOf(file), spec.frames);
    EXPECT_TRUE(validate(file).list().empty());
    const auto path = file.document.walk().resolve("Sprite.Frames[1].Path");
    ASSERT_TRUE(path);
    EXPECT_EQ(path->start, 20U + 16U);
    EXPECT_EQ(path->end - path->start, 2U + 14U);
}

TEST(Sprite, IsToldFromFilesThatOnlyBeginLikeOne) {
    const Bytes bytes = write({});
    for (std::size_t length = 1; length < bytes.size(); ++length) {
        EXPECT_EQ(core::detect(core::Bytes(bytes).first(length)), core::Format::Unknown) << length;
    }
    SpriteSpec longer;
    longer.trailing = "x";
    EXPECT_EQ(core::detect(write(longer)), core::Format::Unknown);
    SpriteSpec unprintable;
    unprintable.frames = {"a\nb", "c", "d"};
    EXPECT_EQ(core::detect(write(unprintable)), core::Format::Unknown);
    // One or two frames: the first word is that of a compiled model.
    SpriteSpec two;
    two.frames = {"a.dtx", "b.dtx"};
    EXPECT_EQ(core::detect(write(two)), core::Format::Spr);
}

struct Case {
    Code code;
    std::function<void(SpriteSpec&)> change;
    std::string path;
    std::uint32_t offset;
    std::string message;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {Code::SpriteCut, [](SpriteSpec& spec) { spec.frameCount = 4; }, "Sprite", 59,
         "The file ends inside frame 3: 2 bytes needed, 0 left."},
        {Code::SpriteCut,
         [](SpriteSpec& spec) {
             spec.frameCount = 4;
             spec.trailing = std::string("\x05\0abc", 5);
         },
         "Sprite.Unparsed", 59, "The file ends inside frame 3: 7 bytes needed, 5 left."},
        {Code::SpriteCountLarge, [](SpriteSpec& spec) { spec.frameCount = 0xFFFFFFFF; }, "Sprite.FrameCount", 0,
         "FrameCount is 4,294,967,295, but the bytes that follow can hold at most 19 frames."},
        {Code::SpriteNoFrames, [](SpriteSpec& spec) { spec.frames = {}; }, "Sprite.FrameCount", 0,
         "The sprite has no frames."},
        {Code::SpritePathEmpty, [](SpriteSpec& spec) { spec.frames[1] = ""; }, "Sprite.Frames[1].Path", 36,
         "The path of frame 1 is empty."},
        {Code::SpritePathUnprintable, [](SpriteSpec& spec) { spec.frames[2] = "\x01"; }, "Sprite.Frames[2].Path", 52,
         "The path of frame 2 contains control characters."},
        {Code::SpriteNoRate, [](SpriteSpec& spec) { spec.framesPerSecond = 0; }, "Sprite.FramesPerSecond", 4,
         "FramesPerSecond is 0, but the sprite has 3 frames."},
        {Code::SpriteTrailingBytes, [](SpriteSpec& spec) { spec.trailing = "xyz"; }, "Sprite.Unreferenced", 59,
         "3 bytes follow the last frame."},
    };
    return all;
}

TEST(SpriteFindings, EachIsFoundAloneAndInItsPlace) {
    for (const Case& expected : cases()) {
        SpriteSpec spec;
        expected.change(spec);
        const Bytes bytes = write(spec);
        const core::Findings findings = validate(parse(bytes));
        SCOPED_TRACE(expected.message);
        ASSERT_EQ(findings.list().size(), 1U);
        const core::Finding& finding = findings.list().front();
        EXPECT_EQ(finding.code.as<Code>(), expected.code);
        EXPECT_EQ(finding.message, expected.message);
        EXPECT_EQ(finding.place().path, expected.path);
        EXPECT_EQ(finding.place().offset, expected.offset);
    }
}

TEST(SpriteFindings, NoneOfTheCatalogueIsLeftOut) {
    std::set<Code> missing{};
    for (const core::CodeInfo& info : spriteCatalogue()) missing.insert(info.code.as<Code>());
    for (const Case& expected : cases()) missing.erase(expected.code);
    const auto codeOf = [](std::string_view text) {
        const auto* from = reinterpret_cast<const std::byte*>(text.data());
        const Bytes bytes(from, from + text.size());
        return validate(parse(bytes)).list().front().code.as<Code>();
    };
    EXPECT_EQ(codeOf(""), Code::EmptyFile);
    EXPECT_EQ(codeOf(std::string_view("\6\0Header", 8)), Code::NotSprite);
    // Its name alone said that it should be one.
    EXPECT_EQ(codeOf("text"), Code::SpriteCut);
    missing.erase(Code::NotSprite);
    EXPECT_TRUE(missing.empty());
}

TEST(SpriteSweep, CutAtAnyLengthOrWithAnyByteChangedIsCovered) {
    for (const NamedSprite& sprite : allSprites()) {
        SCOPED_TRACE(sprite.name);
        EXPECT_EQ(checkSprite(sprite.file), Violation{});
        for (std::size_t length = 0; length < sprite.file.size(); ++length) {
            const Bytes cut(sprite.file.begin(), sprite.file.begin() + static_cast<std::ptrdiff_t>(length));
            ASSERT_EQ(checkSprite(cut), Violation{}) << "cut at " << length;
            ASSERT_TRUE(hasError(validate(parse(cut)))) << "cut at " << length;
            ASSERT_EQ(parse(cut).document.format, length == 0 ? core::Format::Empty : core::Format::Spr) << length;
        }
        Bytes changed = sprite.file;
        for (std::size_t i = 0; i < changed.size(); ++i) {
            const auto byte = static_cast<unsigned>(changed[i]);
            for (const unsigned value : {0U, 1U, 0x7FU, 0xFFU, (byte + 1) & 0xFFU, (byte - 1) & 0xFFU}) {
                changed[i] = static_cast<std::byte>(value);
                ASSERT_EQ(checkSprite(changed), Violation{}) << "byte " << i << " = " << value;
            }
            changed[i] = sprite.file[i];
        }
    }
}

TEST(SpriteHostile, TakesMemoryOnlyAsTheFileIsLarge) {
    constexpr std::size_t kMegabyte = 1U << 20U;
    for (const std::uint32_t count : {0xFFFFFFFFU, 0x7FFFFFFFU, 1U << 20U}) {
        SpriteSpec spec;
        spec.frameCount = count;
        spec.frames = {};
        // Every two bytes are an empty path.
        spec.trailing = std::string(kMegabyte, '\0');
        const Bytes bytes = write(spec);
        const HeapMeter heap;
        const File file = parse(bytes);
        EXPECT_TRUE(hasError(validate(file)));
        EXPECT_LE(heap.peak(), 16 * bytes.size()) << count;
        EXPECT_EQ(checkSprite(bytes), Violation{}) << count;
    }
}

}  // namespace
}  // namespace spr::testing
