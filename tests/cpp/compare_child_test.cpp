// A child model's entry against the file that was opened for it.
#include <abc/compare_child.h>
#include <gtest/gtest.h>

#include "support/all_fixtures.h"
#include "support/fixtures.h"

namespace abc::testing {
namespace {

/// A skeleton of a root and `arms` children of it.
SpecV9 star(std::uint32_t arms) {
    SpecV9 spec;
    spec.lodCount = 0;
    spec.sockets = {};
    spec.nodes = {{.name = "root", .flags = 0, .children = arms, .bind = {}, .deformed = {}}};
    spec.nodes.resize(arms + 1, {.name = "arm", .flags = 0, .children = 0, .bind = {}, .deformed = {}});
    return spec;
}

AnimationSpec still(std::string name, const SpecV9& spec) {
    AnimationSpec animation;
    animation.name = std::move(name);
    animation.times = {0};
    animation.nodes.resize(spec.nodes.size(), {KeySpec{}});
    return animation;
}

/// Names a child model that is stored with build number 7 and has three bindings.
SpecV9 user() {
    SpecV9 spec = star(2);
    spec.childModels = {{},
                        {.name = "base.abc", .buildNumber = 7, .bindings = {{"Walk", {}}, {"run", {}}, {"hop", {}}}}};
    return spec;
}

SpecV9 base(std::vector<std::string> animations, std::uint32_t arms = 2) {
    SpecV9 spec = star(arms);
    for (std::string& name : animations) spec.animations.push_back(still(std::move(name), spec));
    spec.childModels = {{.name = "", .buildNumber = 7, .bindings = {}}};
    return spec;
}

std::vector<Finding> compared(const SpecV9& donor, std::uint32_t child = 1) {
    const Opened file(user());
    const Opened other(donor);
    return compareChild(file.document, file.model, child, other.model).list();
}

/// The one finding that there is.
Finding only(const std::vector<Finding>& findings) {
    EXPECT_EQ(findings.size(), 1U);
    return findings.empty() ? Finding{} : findings[0];
}

TEST(CompareChild, FindsNothingInTheFileThatIsMeant) {
    EXPECT_TRUE(compared(base({"walk", "RUN", "hop"})).empty());
}

// abc.md §3.9: a number of bindings other than of animations only clears a flag.
TEST(CompareChild, CountsBindings) {
    const Finding finding = only(compared(base({"walk", "RUN", "hop", "more"})));
    EXPECT_EQ(finding.code, Code::ChildBindingCount);
    EXPECT_EQ(finding.message, "This model has 3 bindings to a child model, but its file has 4 animations.");
    EXPECT_EQ(finding.place().path, "AnimBindings.Lists[1].Count");
    EXPECT_EQ(finding.info->modelEdit(), Engine::Unaffected);
}

// abc.md §3.11.
TEST(CompareChild, FindsAChildWithChildren) {
    SpecV9 donor = base({"walk", "run", "hop"});
    donor.childModels.push_back({.name = "other.abc", .buildNumber = 1, .bindings = {}});
    const Finding finding = only(compared(donor));
    EXPECT_EQ(finding.code, Code::ChildHasChildren);
    EXPECT_EQ(finding.message, "The file of a child model has 1 child model of its own.");
    EXPECT_EQ(finding.place().path, "ChildModels.ChildModels[1].Name");
    EXPECT_EQ(finding.info->modelEdit(), Engine::Refused);
}

TEST(CompareChild, TellsHowTheTreesDiffer) {
    const Finding fewer = only(compared(base({"walk", "run", "hop"}, 1)));
    EXPECT_EQ(fewer.code, Code::ChildTreeMismatch);
    EXPECT_EQ(fewer.message,
              "The file of a child model has a different node tree: this model has 3 nodes, but that file has 2.");
    EXPECT_EQ(fewer.place().path, "ChildModels.ChildModels[1].Name");

    SpecV9 chain = base({"walk", "run", "hop"});
    chain.nodes[0].children = 1;
    chain.nodes[1].children = 1;
    EXPECT_EQ(only(compared(chain)).message,
              "The file of a child model has a different node tree: node 2 has a different parent there.");
}

TEST(CompareChild, HoldsTheStoredBuildNumberAgainstTheFilesOwn) {
    SpecV9 later = base({"walk", "run", "hop"});
    later.childModels[0].buildNumber = 1234;
    const Finding finding = only(compared(later));
    EXPECT_EQ(finding.code, Code::ChildBuildNumber);
    EXPECT_EQ(finding.message, "A child model is stored with build number 7; its file has 1,234.");
    EXPECT_EQ(finding.place().path, "ChildModels.ChildModels[1].BuildNumber");
}

TEST(CompareChild, LooksForTheNamesOfTheBindings) {
    const Finding finding = only(compared(base({"walk", "sit", "lie"})));
    EXPECT_EQ(finding.code, Code::ChildBindingNames);
    EXPECT_EQ(finding.count, 2U);
    EXPECT_EQ(finding.message, "The bindings to a child model refer to “run”, which is not an animation in its file.");
    EXPECT_EQ(finding.place().path, "AnimBindings.Lists[1].AnimBindings[1].Name");
}

TEST(CompareChild, OfTheModelItselfOrOfNoEntryIsEmpty) {
    EXPECT_TRUE(compared(base({}, 1), 0).empty());
    EXPECT_TRUE(compared(base({}, 1), 2).empty());
    EXPECT_TRUE(compared(base({}, 1), kNone).empty());
}

}  // namespace
}  // namespace abc::testing
