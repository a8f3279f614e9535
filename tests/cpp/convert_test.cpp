// A model in another version: what every version has stays, and the way back gives the same bytes where nothing was
// lost.
#include <abc/convert.h>
#include <abc/edit.h>
#include <abc/validate.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/all_fixtures.h"
#include "support/edit_steps.h"
#include "support/real_files.h"
#include "support/splice.h"

namespace abc::testing {
namespace {

/// Those that differ from version 12 in nothing but numbers, and that one.
std::vector<std::uint32_t> versionsOfNumbers() {
    std::vector<std::uint32_t> out = conversionsOf(12);
    out.erase(std::remove(out.begin(), out.end(), 6U), out.end());
    out.push_back(12);
    std::sort(out.begin(), out.end());
    return out;
}

const std::vector<std::uint32_t> kVersions = versionsOfNumbers();

struct Result {
    File bytes;
    Converted made;
};

Result converted(const File& file, std::uint32_t version) {
    const Document document = parse(file);
    Converted made = convert(document, version);
    File bytes = made.refusal.empty() ? abc::spliced(file, made.splices) : File{};
    return {std::move(bytes), std::move(made)};
}

bool isOfThese(const File& file) {
    const Document document = parse(file);
    return document.versionKnown && std::find(kVersions.begin(), kVersions.end(), document.version) != kVersions.end();
}

/// Every leaf that no conversion touches, by its path.
std::map<std::string, std::vector<std::byte>> leavesOf(const File& file) {
    std::map<std::string, std::vector<std::byte>> leaves;
    const Document document = parse(file);
    document.walk().leaves(
        0, static_cast<std::uint32_t>(file.size()), true, [&](const Place& leaf, const std::string& path) {
            const bool isTouched = path == "Header.Version" || path.ends_with(".NextSectionOffset") ||
                                   path.ends_with(".LODWeight") || path.ends_with("].Unknown") ||
                                   path.ends_with(".InterpolationTime") || path == "Header.VertAnimDataSize" ||
                                   (path.find(".Transforms[") != std::string::npos &&
                                    (path.ends_with(".Time") || path.ends_with(".Pointer")));
            if (!isTouched) leaves[path] = {file.begin() + leaf.start, file.begin() + leaf.end};
        });
    return leaves;
}

/// To every other version: the content stays, no error comes, and without a loss the way back is the same bytes.
void expectConverts(const File& file) {
    const Document document = parse(file);
    const auto errors = [](const File& bytes) {
        const Opened opened(bytes);
        std::multiset<std::string_view> codes;
        const Findings findings = validate(opened.document, opened.model);
        for (const Finding& finding : findings.list()) {
            if (finding.info->severity == Severity::Error) codes.insert(finding.info->name);
        }
        return codes;
    };
    // Heads of animations that are those of another version become those of the version.
    const bool isUsual = document.variants.empty() || document.dialect.has(schema::Feature::LodsByHeader);
    // Once: of a large model all leaves by their paths take longer than all else here.
    const auto leaves = leavesOf(file);
    const auto errorsBefore = errors(file);
    for (const std::uint32_t version : kVersions) {
        SCOPED_TRACE("to version " + std::to_string(version));
        const Result there = converted(file, version);
        if (version == document.version) {
            EXPECT_NE(there.made.refusal, "");
            continue;
        }
        ASSERT_EQ(there.made.refusal, "");
        const Document read = parse(there.bytes);
        EXPECT_EQ(read.version, version);
        EXPECT_TRUE(read.faults.empty());
        EXPECT_EQ(leavesOf(there.bytes), leaves);
        EXPECT_EQ(errors(there.bytes), errorsBefore);
        for (std::size_t i = 1; i < there.made.splices.size(); ++i) {
            EXPECT_LT(there.made.splices[i - 1].end, there.made.splices[i].start);
        }
        const Result back = converted(there.bytes, document.version);
        if (!isUsual || !there.made.lost.empty()) continue;
        // What is left over in the keys of v13 says nothing, and is not told.
        if (document.version == 13) {
            EXPECT_EQ(back.bytes.size(), file.size());
            EXPECT_EQ(leavesOf(back.bytes), leaves);
        } else {
            EXPECT_EQ(back.bytes, file);
        }
    }
}

class ConvertFixture : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ConvertFixture, ThereAndBack) {
    const File& file = allFixtures()[GetParam()].file;
    if (isOfThese(file)) {
        expectConverts(file);
    } else if (parse(file).version != 6) {
        for (const std::uint32_t version : kVersions) EXPECT_NE(converted(file, version).made.refusal, "");
    }
}

INSTANTIATE_TEST_SUITE_P(, ConvertFixture, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

class ConvertedModel : public ::testing::TestWithParam<std::string> {};

TEST_P(ConvertedModel, ThereAndBack) {
    const File file = readReal(GetParam());
    if (isOfThese(file)) expectConverts(file);
}

INSTANTIATE_TEST_SUITE_P(Real, ConvertedModel, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

TEST(Convert, SaysWhatIsLostAndWhatIsAdded) {
    File file = write(smallV12());
    const auto lost = [&](std::uint32_t version) { return converted(file, version).made.lost; };
    const auto added = [&](std::uint32_t version) { return converted(file, version).made.added; };
    using Sentences = std::vector<std::string>;
    patch(file, "Pieces.Pieces[0].LODWeight", 1.0F);
    patch(file, "Animation.Animations[0].InterpolationTime", 200U);
    patch(file, "Animation.Animations[0].Unknown", -1);
    EXPECT_EQ(lost(9), Sentences{});
    patch(file, "Pieces.Pieces[0].LODWeight", 3.0F);
    patch(file, "Animation.Animations[0].InterpolationTime", 0U);
    EXPECT_EQ(lost(11), Sentences{"Version 11 has no InterpolationTime: 1 animation loses a value other than 200 ms."});
    EXPECT_EQ(lost(9), (Sentences{"Version 9 has no LODWeight: 1 piece loses a value other than 1.",
                                  "Version 9 has no InterpolationTime: 1 animation loses a value other than 200 ms."}));
    EXPECT_EQ(added(9), Sentences{});
    file = converted(file, 9).bytes;
    EXPECT_EQ(added(12), (Sentences{"Version 12 needs LODWeight: 1 piece gets 1.",
                                    "Version 12 needs Unknown: 1 animation gets −1.",
                                    "Version 12 needs InterpolationTime: 1 animation gets 200 ms."}));
}

TEST(Convert, GivesKeysOfVersion13TheTimesOfTheirKeyframes) {
    const File& file = fixture("v12_full");
    const Result there = converted(file, 13);
    const Document read = parse(there.bytes);
    const auto number = [&](const std::string& path) {
        return load<std::uint32_t>(there.bytes, read.walk().resolve(path)->start);
    };
    const std::string animation = "Animation.Animations[0]";
    const auto keys = read.walk().resolve(animation + ".Keyframes")->count;
    const auto nodes = read.walk().resolve(animation + ".NodeTransforms")->count;
    for (std::uint32_t node = 0; node < nodes; ++node) {
        const std::string track = animation + ".NodeTransforms[" + std::to_string(node) + "]";
        EXPECT_EQ(number(track + ".Unknown"), 0xFFFFFFFF);
        for (std::uint32_t key = 0; key < keys; ++key) {
            const std::string index = "[" + std::to_string(key) + "]";
            EXPECT_EQ(number(track + ".Transforms" + index + ".Time"),
                      number(animation + ".Keyframes" + index + ".Time"));
            EXPECT_EQ(number(track + ".Transforms" + index + ".Pointer"), 0U);
        }
    }
    // A time that is another one is told of when it goes.
    File other = there.bytes;
    patch(other, animation + ".NodeTransforms[0].Transforms[0].Time", 12'345U);
    EXPECT_EQ(converted(other, 12).made.lost,
              std::vector<std::string>{
                  "Version 12 has no Time: 1 key of a node loses a value other than the time of its keyframe."});
}

TEST(Convert, ChangesNothingButWhatTheVersionsDifferIn) {
    const File file = write(smallV12());
    const auto splices = converted(file, 11).made.splices;
    // The version, the four bytes of InterpolationTime, and the offsets in the sections after which it stood.
    const std::uint32_t time = offsetOf(file, "Animation.Animations[0].InterpolationTime");
    std::vector<std::uint32_t> starts;
    for (const Splice& splice : splices) starts.push_back(splice.start);
    EXPECT_EQ(starts, (std::vector<std::uint32_t>{offsetOf(file, "Header.Version"),
                                                  offsetOf(file, "Animation.NextSectionOffset"), time,
                                                  offsetOf(file, "Sockets.NextSectionOffset")}));
}

TEST(Convert, IsAnOperation) {
    const File file = write(smallV12());
    const Document document = parse(file);
    Operation operation;
    operation.kind = Operation::Kind::Convert;
    operation.version = 9;
    const Edited edited = edit(document, {&operation, 1});
    ASSERT_FALSE(edited.refusal);
    EXPECT_EQ(edited.bytes, converted(file, 9).bytes);
    EXPECT_GT(edited.splices.size(), 4U);
    operation.version = 108;
    EXPECT_EQ(edit(document, {&operation, 1}).refusal->reason,
              "A model of version 12 can be converted to version 6, 9, 10, 11 or 13.");
}

TEST(Convert, KeepsUnknownSectionsAndBytesThatAreLeftOver) {
    File file = withSection(write(smallV12()), "Extra", "any \xFF data");
    file.resize(file.size() + 3);
    const File other = converted(file, 9).bytes;
    EXPECT_EQ(bytesOf(other, "Extra.Data"), bytesOf(file, "Extra.Data"));
    EXPECT_EQ(converted(other, 12).bytes.size(), file.size());
}

TEST(Convert, RefusesWhatItCannotDo) {
    const auto refusal = [](const File& file, std::uint32_t version) { return converted(file, version).made.refusal; };
    EXPECT_EQ(refusal(write(smallV12()), 108), "A model of version 12 can be converted to version 6, 9, 10, 11 or 13.");
    EXPECT_EQ(refusal(write(smallV12()), 12), "The model already has version 12.");
    EXPECT_EQ(refusal(write(smallV6()), 13), "A model of version 6 can be converted to version 9, 10, 11 or 12.");
    File cut = write(smallV12());
    cut.resize(cut.size() - 4);
    EXPECT_EQ(refusal(cut, 11), "The file cannot be read to its end, so it cannot be converted completely.");
    EXPECT_NE(refusal({}, 11), "");
}

}  // namespace
}  // namespace abc::testing
