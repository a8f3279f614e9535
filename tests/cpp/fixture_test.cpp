// Every fixture of every version: each leaf is where, what and how it was written, and the file comes out of
// the writer byte for byte.
#include <gtest/gtest.h>

#include "support/all_fixtures.h"
#include "support/invariants.h"
#include "support/rewrite.h"

namespace abc::testing {
namespace {

using schema::Scalar;

/// What stands in a leaf, by the type that the walk gives it.
auto valueOf(const File& file, const Place& leaf) -> decltype(WrittenLeaf::value) {
    switch (leaf.type.scalar()) {
        case Scalar::U8: return std::int64_t{load<std::uint8_t>(file, leaf.start)};
        case Scalar::I8: return std::int64_t{load<std::int8_t>(file, leaf.start)};
        case Scalar::U16: return std::int64_t{load<std::uint16_t>(file, leaf.start)};
        case Scalar::I16: return std::int64_t{load<std::int16_t>(file, leaf.start)};
        case Scalar::U32: return std::int64_t{load<std::uint32_t>(file, leaf.start)};
        case Scalar::I32: return std::int64_t{load<std::int32_t>(file, leaf.start)};
        case Scalar::F32: return load<float>(file, leaf.start);
        case Scalar::String: return std::string(view(file, loadText(file, leaf.start)));
        case Scalar::Bytes:
        case Scalar::Chars:
        case Scalar::CString:
        case Scalar::Number:
        case Scalar::Word:
        case Scalar::Quoted:
        case Scalar::Space: break;
    }
    return std::string(view(file, {leaf.start, leaf.end - leaf.start}));
}

class Fixture : public ::testing::TestWithParam<std::size_t> {
protected:
    const NamedFile& fixture_ = allFixtures()[GetParam()];
};

TEST_P(Fixture, HasTheLeavesThatWereWritten) {
    const Document document = parse(fixture_.file);
    EXPECT_EQ(document.version, fixture_.version);
    std::size_t i = 0;
    document.walk().leaves(
        0, static_cast<std::uint32_t>(fixture_.file.size()), true, [&](const Place& leaf, const std::string& path) {
            ASSERT_LT(i, fixture_.leaves.size()) << path;
            const WrittenLeaf& meant = fixture_.leaves[i++];
            ASSERT_EQ(path, meant.path);
            ASSERT_EQ(leaf.start, meant.offset) << path;
            ASSERT_EQ(leaf.end - leaf.start, meant.length) << path;
            ASSERT_EQ(nameOf(schema::kScalarNames, leaf.type.scalar()), nameOf(schema::kScalarNames, meant.type))
                << path;
            EXPECT_EQ(leaf.state, meant.state) << path;
            EXPECT_EQ(valueOf(fixture_.file, leaf), meant.value) << path;
        });
    EXPECT_EQ(i, fixture_.leaves.size());
}

TEST_P(Fixture, ComesOutOfTheWriterByteForByte) {
    const Document document = parse(fixture_.file);
    // Written whatever is found: games refuse some of them, which has nothing to do with writing.
    const Written again = rewrite(document, {});
    EXPECT_EQ(again.refusal, "");
    EXPECT_EQ(again.bytes, fixture_.file);
}

TEST_P(Fixture, IsSoundWhenItHasAnAnimation) {
    const Examined file(fixture_.file);
    EXPECT_EQ(checkEverything(file, file.model.animations.size()), Violation{});
    for (const Finding& finding : file.findings.list()) {
        const bool isError = finding.info->severity == Severity::Error;
        EXPECT_FALSE(isError && !file.model.animations.empty()) << finding.message;
    }
}

INSTANTIATE_TEST_SUITE_P(, Fixture, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

}  // namespace
}  // namespace abc::testing
