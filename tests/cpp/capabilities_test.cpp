// What the models of each version can have, as abc.md says it and not as the schema does.
#include <abc/capabilities.h>
#include <abc/versions.h>
#include <gtest/gtest.h>

#include <set>

#include "support/all_fixtures.h"

namespace abc::testing {
namespace {

std::set<std::string_view> namesOf(const Dialect& dialect) {
    const Capabilities capabilities = capabilitiesOf(dialect);
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < std::size(kCapabilityNames); ++i) {
        if (capabilities.has(static_cast<Capability>(i))) names.insert(kCapabilityNames[i]);
    }
    return names;
}

const std::set<std::string_view> kOldModels = {"collapses", "deformation", "interpretation", "keyBounds",
                                               "nodeNumbers"};
const std::set<std::string_view> kNewModels = {"bindPose", "childModels", "levels",     "pieces",
                                               "sockets",  "tiledSkins",  "weightSets", "weights"};

class CapabilitiesOfAFile : public ::testing::TestWithParam<std::size_t> {};

TEST_P(CapabilitiesOfAFile, AreThoseOfItsVersionWhateverIsInIt) {
    const NamedFile& fixture = allFixtures()[GetParam()];
    const Document document = parse(fixture.file);
    EXPECT_EQ(namesOf(document.dialect), fixture.version == 6 ? kOldModels : kNewModels);
}

INSTANTIATE_TEST_SUITE_P(Every, CapabilitiesOfAFile, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

TEST(Capabilities, OfAVersionWithoutADescriptionAreNone) {
    EXPECT_EQ(namesOf(Dialect(chainOnly())), std::set<std::string_view>());
    EXPECT_EQ(namesOf(Dialect(kNoVersion)), std::set<std::string_view>());
}

}  // namespace
}  // namespace abc::testing
