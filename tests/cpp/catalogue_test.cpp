// Every entry of the catalogue, provoked alone: its place, how often, and nothing else with it.
#include <abc/validate.h>
#include <gtest/gtest.h>

#include <set>

#include "support/broken.h"

namespace abc::testing {
namespace {

class Catalogue : public ::testing::TestWithParam<BrokenFile> {};

/// Findings whose path names what is not in the file, or more than they are about: [offset, offset + length)
/// is then all there is to say.
bool namesItsBytes(Code code) {
    static const std::set<Code> others{Code::VersionUnknown, Code::DataTruncated, Code::CountTooLarge,
                                       Code::NodeTreeOpen};
    return others.count(code) == 0;
}

TEST_P(Catalogue, EntryIsFoundAlone) {
    const BrokenFile& expected = GetParam();
    const Opened file(expected.make());
    const Findings findings = validate(file.document, file.model);
    std::size_t found = 0;
    for (const Finding& finding : findings.list()) {
        if (finding.code != expected.code) {
            EXPECT_EQ(expected.also.count(finding.code.as<Code>()), 1U)
                << finding.info->name << ": " << finding.message;
            continue;
        }
        ++found;
        EXPECT_EQ(finding.place().path, expected.path);
        EXPECT_EQ(finding.count, expected.count);
        EXPECT_EQ(finding.places.size(), expected.count);
        for (const std::string& text : {finding.message, finding.effect, finding.remedy}) {
            EXPECT_FALSE(text.empty());
            EXPECT_EQ(text.find('{'), std::string::npos) << text;
        }
        if (expected.path.empty() || !namesItsBytes(expected.code)) continue;
        const auto place = file.document.walk().resolve(expected.path);
        ASSERT_TRUE(place);
        EXPECT_EQ(finding.place().offset, place->start);
        EXPECT_EQ(finding.place().length, place->end - place->start);
    }
    EXPECT_EQ(found, 1U);
}

INSTANTIATE_TEST_SUITE_P(Every, Catalogue, ::testing::ValuesIn(brokenFiles().begin(), brokenFiles().end()),
                         [](const auto& param) { return std::string(describe(param.param.code).name); });

TEST(WholeCatalogue, IsProvokedWhole) {
    std::set<Code> missing;
    for (const CodeInfo& info : catalogue()) missing.insert(info.code.as<Code>());
    for (const BrokenFile& provoked : brokenFiles()) missing.erase(provoked.code);
    // One takes a gigabyte (Validate.FindsAFileThatIsTooLarge), the other is told by the binding.
    // Five take two files (compare_child_test.cpp).
    EXPECT_EQ(missing,
              (std::set<Code>{Code::FileTooLarge, Code::OutOfMemory, Code::ChildTreeMismatch, Code::ChildBuildNumber,
                              Code::ChildBindingNames, Code::ChildBindingCount, Code::ChildHasChildren}));
}

TEST(WholeCatalogue, NamesAreDistinctAndAllTextsAreSentences) {
    std::set<std::string_view> names;
    for (const CodeInfo& info : catalogue()) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        for (const std::string_view text : {info.message, info.effect, info.remedy}) {
            ASSERT_FALSE(text.empty()) << info.name;
            EXPECT_TRUE(text.back() == '.' || text.back() == '}') << info.name << ": " << text;
        }
        EXPECT_TRUE(info.engine != Engine::Refused || info.severity == Severity::Error) << info.name;
        // What ModelEdit refuses is a mistake, but for what was never made for it.
        EXPECT_TRUE(info.modelEdit() != Engine::Refused || info.severity <= Severity::Warning ||
                    info.code == Code::VersionNotInModelEdit)
            << info.name;
        EXPECT_TRUE(info.engine <= Engine::Unaffected || info.severity <= Severity::Warning) << info.name;
    }
}

}  // namespace
}  // namespace abc::testing
