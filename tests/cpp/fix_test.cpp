// Repairs: what the tests break comes back sound where that is certain, and is left alone where it is not.
#include <abc/edit.h>
#include <abc/fix.h>
#include <abc/validate.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "support/all_fixtures.h"
#include "support/broken.h"
#include "support/invariants.h"
#include "support/mutate.h"
#include "support/real_files.h"
#include "support/splice.h"

namespace abc::testing {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr std::uint32_t kLast = 0xFFFFFFFF;

std::uint32_t countOf(const Findings& findings, Code code) {
    std::uint32_t count = 0;
    for (const Finding& finding : findings.list()) count += finding.code == code ? finding.count : 0;
    return count;
}

Findings findingsOf(const File& file) {
    const Opened opened(file);
    return validate(opened.document, opened.model);
}

struct Mended {
    File bytes;
    std::size_t operations = 0;
};

/// The file after *Fix* of a code. Whatever is offered is done, mends something, and brings no error.
Mended mended(const File& file, Code code, std::optional<std::size_t> finding = std::nullopt) {
    const Opened opened(file);
    const Findings before = validate(opened.document, opened.model);
    const auto operations = fixes(opened.document, opened.model, before, code, finding);
    if (operations.empty()) return {file, 0};
    Edited edited = edit(opened.document, operations);
    EXPECT_EQ(checkRepairs(opened.document, opened.model, before, code), Violation{});
    if (edited.refusal) return {file, operations.size()};
    return {std::move(edited.bytes), operations.size()};
}

/// Once again for each kind of file in which something else is wrong.
struct Repair {
    const char* name;
    Code code;
    File (*make)();
    /// Without this the mended file is only free of the finding.
    File (*original)() = nullptr;
};

File soundV12() {
    return write(smallV12());
}
File soundV6() {
    return write(smallV6());
}

template <class T>
File patched(File file, std::string_view path, T value) {
    patch(file, path, value);
    return file;
}

/// A weight that two nodes share, so that the other one says where the vertex is.
File sharedVertex() {
    SpecV12 spec = smallV12();
    spec.vertices[2].weights = {{0, {0, 5, 0}, 0.5F}, {1, {0, 0, 0}, 0.5F}};
    return write(spec);
}

File threeKeys() {
    SpecV12 spec = smallV12();
    spec.animations[0].times = {0, 100, 200};
    spec.animations[0].nodes = {{{{0, 0, 0}, {}}, {{1, 0, 0}, {}}, {{2, 0, 0}, {}}},
                                {{{0, 10, 0}, {}}, {{0, 10, 0}, {}}, {{0, 10, 0}, {}}}};
    return write(spec);
}

File fullV12() {
    for (const NamedFile& fixture : allFixtures()) {
        if (fixture.name == "v12_full") return fixture.file;
    }
    return {};
}

File cutDims(std::size_t bytes) {
    SpecV6 spec = smallV6();
    spec.animations.push_back(spec.animations[0]);
    spec.animations[1].name = "second";
    const File file = write(spec);
    File dims = bytesOf(file, "AnimDims.Dimensions");
    dims.resize(dims.size() - bytes);
    return spliced(file, "AnimDims.Dimensions", dims);
}

const Repair kRepairs[] = {
    {"KeyTranslation", Code::NumberNotFinite,
     [] { return patched(threeKeys(), "Animation.Animations[0].NodeTransforms[0].Transforms[1].Location.X", kNaN); },
     threeKeys},
    {"FirstKey", Code::NumberNotFinite,
     [] { return patched(threeKeys(), "Animation.Animations[0].NodeTransforms[1].Transforms[0].Location.Y", kNaN); },
     threeKeys},
    {"KeyRotation", Code::NumberNotFinite,
     [] { return patched(threeKeys(), "Animation.Animations[0].NodeTransforms[1].Transforms[1].Rotation.W", kNaN); },
     threeKeys},
    {"KeyRotationV6", Code::NumberNotFinite,
     [] { return patched(soundV6(), "Animation.Anims[0].NodeAnims[0].Keys[1].Rotation.X", kNaN); }, soundV6},
    {"WeightLocation", Code::NumberNotFinite,
     [] { return patched(soundV12(), "Pieces.Pieces[0].LODs[0].Vertices[1].Weights[0].Location.X", kNaN); }, soundV12},
    {"VertexLocation", Code::NumberNotFinite,
     [] { return patched(soundV12(), "Pieces.Pieces[0].LODs[0].Vertices[2].Location.Y", kNaN); }, soundV12},
    {"MatrixCorner", Code::NumberNotFinite, [] { return patched(soundV12(), "Nodes.Nodes[1].Matrix[15]", kNaN); },
     soundV12},
    {"AnimationBox", Code::NumberNotFinite,
     [] { return patched(soundV12(), "Animation.Animations[0].Extents.Y", kNaN); }, soundV12},
    {"BindingBox", Code::NumberNotFinite,
     [] { return patched(soundV12(), "AnimBindings.Lists[0].AnimBindings[0].Extents.Z", kNaN); }, soundV12},
    {"ChildTransform", Code::NumberNotFinite,
     [] { return patched(soundV12(), "ChildModels.ChildModels[0].Transforms[0].Rotation.W", kNaN); }, soundV12},
    {"NoRotation", Code::QuaternionNotUnit,
     [] { return patched(threeKeys(), "Animation.Animations[0].NodeTransforms[0].Transforms[1].Rotation.W", 0.0F); },
     threeKeys},
    {"WeightThatTheOtherContradicts", Code::WeightLocation,
     [] { return patched(sharedVertex(), "Pieces.Pieces[0].LODs[0].Vertices[2].Weights[0].Location.Y", 9.0F); },
     sharedVertex},
    {"SocketsByTheHeader", Code::CountTooLarge, [] { return patched(soundV12(), "Sockets.Count", 900U); }, soundV12},
    {"SocketsLeftOver", Code::SectionTrailingBytes, [] { return patched(soundV12(), "Sockets.Count", 0U); }, soundV12},
    {"LevelDistances", Code::SectionTrailingBytes,
     [] { return patched(fullV12(), "Header.LODDistanceCount", std::uint16_t{0}); }, fullV12},
    {"KeysOfTheLastAnimation", Code::SectionTrailingBytes,
     [] { return patched(threeKeys(), "Animation.Animations[0].KeyframeCount", 2U); }, threeKeys},
    {"AllKeysOfTheLastAnimation", Code::SectionTrailingBytes,
     [] { return patched(threeKeys(), "Animation.Animations[0].KeyframeCount", 0U); }, threeKeys},
    {"AnimationsLeftOverV6", Code::SectionTrailingBytes, [] { return patched(soundV6(), "Animation.NumAnims", 0U); },
     soundV6},
    {"AnimationsLeftOver", Code::SectionTrailingBytes, [] { return patched(fullV12(), "Animation.Count", 1U); },
     fullV12},
    {"PiecesLeftOver", Code::SectionTrailingBytes, [] { return patched(fullV12(), "Pieces.PieceCount", 1U); }, fullV12},
    {"ChildModelsByTheHeader", Code::SectionTrailingBytes,
     [] { return patched(fullV12(), "ChildModels.Count", std::uint16_t{1}); }, fullV12},
    {"DimsTooFew", Code::CountTooLarge, [] { return cutDims(12); }},
    {"DimsNone", Code::CountTooLarge, [] { return cutDims(24); }},
    {"NormalVertsTooMany", Code::CountMismatch, [] { return patched(soundV6(), "Geometry.NormalVerts", 6U); }, soundV6},
    {"NodeNumberV6", Code::NodeIndexOrder,
     [] { return patched(soundV6(), "Nodes.Nodes[0].TransformationIndex", std::uint16_t{9}); }, soundV6},
    {"RepeatedInTheMiddle", Code::SectionRepeated,
     [] {
         File file = withSection(soundV12(), "Sockets", std::string_view("\0\0\0\0", 4));
         const File data = bytesOf(file, "Sockets.Sockets");
         file = withSection(spliced(file, "Sockets#2.Count",
                                    [&] {
                                        ByteWriter out;
                                        out.u32(1);
                                        for (const std::byte byte : data) out.value(byte);
                                        return out.bytes();
                                    }()),
                            "Extra", "data");
         return file;
     },
     [] { return withSection(soundV12(), "Extra", "data"); }},
    {"RepeatedAtTheEnd", Code::SectionRepeated,
     [] { return withSection(withSection(soundV12(), "Extra", "data"), "Extra", "data"); },
     [] { return withSection(soundV12(), "Extra", "data"); }},
};

class Fix : public ::testing::TestWithParam<Repair> {};

TEST_P(Fix, GivesTheRightValueBack) {
    const Repair& repair = GetParam();
    const Mended result = mended(repair.make(), repair.code);
    EXPECT_GT(result.operations, 0U);
    EXPECT_EQ(countOf(findingsOf(result.bytes), repair.code), 0U);
    if (repair.original != nullptr) {
        EXPECT_EQ(result.bytes, repair.original());
    }
}

INSTANTIATE_TEST_SUITE_P(, Fix, ::testing::ValuesIn(kRepairs), [](const auto& param) { return param.param.name; });

/// Of the files that are wrong in one way, those that no repair can know to mend.
const std::set<Code> kNotMended{
    // Nothing is after the data that could be read.
    Code::SectionHeadBad,
    // Of a socket, whose place nothing else says.
    Code::NumberNotFinite,
    // The header says the same number, or none.
    Code::DataTruncated,
    Code::CountTooLarge,
    // Of another content than the first.
    Code::SectionRepeated,
};
/// The broken value was any other, so that another than the first one may come back.
const std::set<Code> kOtherValue{Code::SectionNameCase,    Code::SectionTrailingBytes, Code::QuaternionNotUnit,
                                 Code::FaceDegenerate,     Code::WeightZero,           Code::WeightSetNodeCount,
                                 Code::BindingUnknown,     Code::BindingRepeated,      Code::ChildModelSelf,
                                 Code::HeaderCountMismatch};

class FixOfEach : public ::testing::TestWithParam<BrokenFile> {};

TEST_P(FixOfEach, IsOfferedWhereTheCatalogueSaysSo) {
    const BrokenFile& broken = GetParam();
    const File file = broken.make();
    const bool isOffered = !describe(broken.code).fix.empty() && kNotMended.count(broken.code) == 0;
    const Mended result = mended(file, broken.code);
    EXPECT_EQ(result.operations > 0, isOffered);
    if (!isOffered) return;
    EXPECT_EQ(countOf(findingsOf(result.bytes), broken.code), 0U);
    const bool isV6 = parse(file).version == 6;
    if (kOtherValue.count(broken.code) == 0) {
        EXPECT_EQ(result.bytes, isV6 ? soundV6() : soundV12());
    }
}

INSTANTIATE_TEST_SUITE_P(, FixOfEach, ::testing::ValuesIn(brokenFiles().begin(), brokenFiles().end()),
                         [](const auto& param) { return std::string(describe(param.param.code).name); });

TEST(Fixes, HaveWordsWhereTheyAreOffered) {
    std::set<Code> mendable;
    for (const Repair& repair : kRepairs) mendable.insert(repair.code);
    for (const BrokenFile& broken : brokenFiles()) {
        if (kNotMended.count(broken.code) == 0 && !describe(broken.code).fix.empty()) mendable.insert(broken.code);
    }
    for (const CodeInfo& info : catalogue()) {
        const auto code = info.code.as<Code>();
        // Every offset of a section is broken in every way below.
        EXPECT_EQ(!info.fix.empty(),
                  mendable.count(code) > 0 || code == Code::SectionHeadBad || code == Code::DataTruncated)
            << info.name;
    }
}

TEST(Fixes, LinkSectionsThatAnyOffsetLost) {
    for (const File& sound : {soundV12(), soundV6(), fullV12()}) {
        const Document document = parse(sound);
        const auto size = static_cast<std::uint32_t>(sound.size());
        std::set<std::string_view> codes;
        for (const Section& section : document.sections) {
            for (const std::uint32_t wrong : {kLast, size, size + 100, 3U, section.offset, section.offset + 2,
                                              section.data() + 1, section.end + 3}) {
                if (wrong == section.next) continue;
                File file = sound;
                std::memcpy(file.data() + section.data() - 4, &wrong, sizeof wrong);
                const Findings findings = findingsOf(file);
                ASSERT_FALSE(findings.list().empty());
                // The finding that has a fix is the one of the offset, or of what is left over.
                for (const Finding& finding : findings.list()) {
                    const auto code = finding.code.as<Code>();
                    const bool isLink = code == Code::SectionTrailingBytes || code == Code::SectionChainOpen ||
                                        code == Code::SectionHeadBad ||
                                        finding.info->name.starts_with("SECTION_OFFSET");
                    if (!isLink) continue;
                    const Mended result = mended(file, code);
                    if (result.operations == 0) continue;
                    EXPECT_EQ(result.bytes, sound)
                        << document.text(section.type) << " " << wrong << " " << finding.info->name;
                    codes.insert(finding.info->name);
                }
            }
        }
        EXPECT_GE(codes.size(), 6U);
    }
}

TEST(Fixes, MendAllPlacesAndNotOnlyThoseThatAreListed) {
    SpecV12 spec = smallV12();
    spec.faces.resize(40, {0, 1, 1});
    const File file = write(spec);
    const Mended result = mended(file, Code::FaceDegenerate);
    EXPECT_EQ(result.operations, 1U);
    EXPECT_EQ(result.bytes, soundV12());
}

/// A sound triangle between each two degenerate ones.
SpecV12 manyFaces(std::size_t degenerate) {
    SpecV12 spec = smallV12();
    spec.faces.clear();
    for (std::size_t i = 0; i < degenerate; ++i) {
        spec.faces.push_back({0, 1, 2});
        spec.faces.push_back({0, 1, 1});
    }
    return spec;
}

TEST(Fixes, RemoveManyTriangles) {
    constexpr std::size_t kMany = 2000;
    SpecV12 wanted = smallV12();
    wanted.faces.assign(kMany, {0, 1, 2});
    const Mended result = mended(write(manyFaces(kMany)), Code::FaceDegenerate);
    EXPECT_EQ(result.operations, kMany);
    EXPECT_EQ(result.bytes, write(wanted));
}

TEST(Fixes, RemoveManyWeights) {
    constexpr std::size_t kMany = 500;
    SpecV12 spec = smallV12();
    SpecV12 wanted = spec;
    for (std::size_t i = 0; i < kMany; ++i) {
        VertexSpec vertex = spec.vertices[0];
        wanted.vertices.push_back(vertex);
        vertex.weights.insert(vertex.weights.begin(), {1, {0, 0, 0}, 0});
        spec.vertices.push_back(vertex);
    }
    const Mended result = mended(write(spec), Code::WeightZero);
    EXPECT_EQ(result.operations, kMany);
    EXPECT_EQ(result.bytes, write(wanted));
}

TEST(Fixes, RemoveRepeatedSectionsThatTouchInOneGo) {
    File file = withSection(soundV12(), "Extra", "data");
    const File sound = file;
    for (int i = 0; i < 200; ++i) file = withSection(file, "Extra", "data");
    const Mended result = mended(file, Code::SectionRepeated);
    EXPECT_EQ(result.operations, 2U);
    EXPECT_EQ(result.bytes, sound);
}

TEST(Fixes, FillAWeightSetThatIsEmpty) {
    SpecV12 spec = smallV12();
    spec.weightSets[0].weights.clear();
    SpecV12 wanted = smallV12();
    wanted.weightSets[0].weights.assign(wanted.nodes.size(), 0);
    const Mended result = mended(write(spec), Code::WeightSetNodeCount);
    EXPECT_EQ(result.operations, 1U);
    EXPECT_EQ(result.bytes, write(wanted));
}

TEST(Fixes, SetARotationInOneChange) {
    const File file = patched(threeKeys(), "Animation.Animations[0].NodeTransforms[0].Transforms[1].Rotation.W", 0.0F);
    EXPECT_EQ(mended(file, Code::QuaternionNotUnit).operations, 1U);
}

TEST(Fixes, RemoveTheNameOfTheModelItselfOnly) {
    // Of another model the bindings name animations that this one does not have: no entry can be put first.
    File file = soundV12();
    file = spliced(file, "ChildModels.ChildModels[0].Name", [] {
        ByteWriter out;
        out.string("other.abc");
        return out.bytes();
    }());
    EXPECT_EQ(mended(file, Code::ChildModelSelf).operations, 1U);
    patch(file, "AnimBindings.Lists[0].AnimBindings[0].Name", std::array<char, 4>{4, 0, 'x', 'x'});
    const Opened opened(file);
    Findings findings = validate(opened.document, opened.model);
    EXPECT_TRUE(
        fixes(opened.document, opened.model, findings, FindingCode(Code::ChildModelSelf), std::nullopt).empty());
    withdrawFixes(opened.document, opened.model, findings);
    const auto& list = findings.list();
    const auto found = std::find_if(list.begin(), list.end(),
                                    [](const Finding& finding) { return finding.code == Code::ChildModelSelf; });
    ASSERT_NE(found, list.end());
    EXPECT_EQ(found->fix, "");
}

TEST(Fixes, MendOneFindingOfSeveral) {
    SpecV12 spec = smallV12();
    File file = write(spec);
    patch(file, "Header.FaceCount", 7U);
    patch(file, "Header.StringLengthTotal", 7U);
    const Mended result = mended(file, Code::HeaderCountMismatch, 1);
    EXPECT_EQ(result.operations, 1U);
    EXPECT_EQ(result.bytes, patched(soundV12(), "Header.FaceCount", 7U));
}

TEST(Fixes, LeaveAloneWhatMayBeMeant) {
    // All weights of the vertex contradict it: it may be the vertex that is wrong.
    File file = patched(sharedVertex(), "Pieces.Pieces[0].LODs[0].Vertices[2].Location.X", 50.0F);
    EXPECT_EQ(mended(file, Code::WeightLocation).operations, 0U);
    // Where both counts agree, nothing says that the sockets are there but they themselves.
    file = patched(fullV12(), "Sockets.Count", 0U);
    patch(file, "Header.SocketCount", 0U);
    EXPECT_EQ(mended(file, Code::SectionTrailingBytes).operations, 0U);
    // The header would then say what the section lost.
    file = patched(fullV12(), "Sockets.Count", 0U);
    EXPECT_EQ(mended(file, Code::HeaderCountMismatch).operations, 0U);
    // The animation that has no binding may be the one that the unknown name means.
    File renamed = soundV12();
    patch(renamed, "AnimBindings.Lists[0].AnimBindings[0].Name", std::array<char, 4>{4, 0, 'x', 'x'});
    EXPECT_EQ(mended(renamed, Code::BindingUnknown).operations, 0U);
    // Column by column the translation stands in the last row.
    File columns = soundV12();
    patch(columns, "Nodes.Nodes[1].Matrix[7]", 0.0F);
    patch(columns, "Nodes.Nodes[1].Matrix[13]", 10.0F);
    EXPECT_EQ(mended(columns, Code::NodeMatrixNotAffine).operations, 0U);
    // A vertex keeps its only weight.
    file = patched(soundV12(), "Pieces.Pieces[0].LODs[0].Vertices[0].Weights[0].Bias", 0.0F);
    EXPECT_EQ(mended(file, Code::WeightZero).operations, 0U);
}

TEST(Fixes, AreWithdrawnFromFindingsThatNothingMends) {
    File file = patched(soundV12(), "Nodes.Nodes[1].Matrix[0]", kNaN);
    patch(file, "Animation.Animations[0].NodeTransforms[0].Transforms[1].Location.X", kNaN);
    const Opened opened(file);
    Findings findings = validate(opened.document, opened.model);
    withdrawFixes(opened.document, opened.model, findings);
    std::map<std::string, bool> offered;
    for (const Finding& finding : findings.list()) {
        if (finding.code == Code::NumberNotFinite) offered[finding.place().path] = !finding.fix.empty();
    }
    EXPECT_EQ(offered,
              (std::map<std::string, bool>{{"Animation.Animations[0].NodeTransforms[0].Transforms[1].Location.X", true},
                                           {"Nodes.Nodes[1].Matrix[0]", false}}));
}

/// Vertices of one piece of which the first weights contradict them: of `shared` both, of one more the first.
File contradicting(std::size_t shared, bool hasOneMore) {
    SpecV12 spec = smallV12();
    const VertexSpec sound{{0, 5, 0}, {0, 0, 1}, {{0, {0, 2.5F, 0}, 0.5F}, {1, {0, -2.5F, 0}, 0.5F}}};
    VertexSpec both = sound;
    both.weights[0].location = both.weights[1].location = {0, 90, 0};
    spec.vertices.insert(spec.vertices.end(), shared, both);
    if (hasOneMore) {
        spec.vertices.push_back(sound);
        spec.vertices.back().weights[0].location = {0, 90, 0};
    }
    return write(spec);
}

TEST(Fixes, KeepTheirWordsWhereNotAllPlacesAreListed) {
    const auto isOffered = [](const File& file) {
        const Opened opened(file);
        Findings findings = validate(opened.document, opened.model);
        withdrawFixes(opened.document, opened.model, findings);
        const auto& list = findings.list();
        return std::any_of(list.begin(), list.end(), [](const Finding& finding) {
            return finding.code == Code::WeightLocation && !finding.fix.empty();
        });
    };
    // Eight places are listed. What can be mended is the ninth.
    EXPECT_FALSE(isOffered(contradicting(4, false)));
    EXPECT_TRUE(isOffered(contradicting(4, true)));
    EXPECT_EQ(mended(contradicting(4, true), Code::WeightLocation).operations, 1U);
    EXPECT_EQ(mended(contradicting(5, false), Code::WeightLocation).operations, 0U);
}

/// Every repair that is offered for a file, each alone.
void expectRepairsHold(const File& file) {
    const Examined examined(file);
    EXPECT_EQ(checkRepairs(examined.document, examined.model, examined.findings), Violation{});
}

TEST(Fixes, BringNoErrorIntoAnyBrokenFile) {
    for (const File& sound : {soundV12(), soundV6(), fullV12()}) {
        Mutator mutator(5);
        for (int i = 0; i < 80 && !::testing::Test::HasFailure(); ++i) {
            const Mutation mutation = mutator.mutate(sound);
            SCOPED_TRACE("mutation " + std::to_string(i) + " at byte " + std::to_string(mutation.place));
            expectRepairsHold(mutation.file);
        }
    }
}

class FixedModel : public ::testing::TestWithParam<std::string> {};

TEST_P(FixedModel, BringsNoErrorIntoDamagedFiles) {
    const File file = readReal(GetParam());
    Mutator mutator(3);
    for (int i = 0; i < 3 && !HasFailure(); ++i) expectRepairsHold(mutator.mutate(file).file);
}

INSTANTIATE_TEST_SUITE_P(Real, FixedModel, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

}  // namespace
}  // namespace abc::testing
