// Changes to compiled models: values, texts and lists, with what counts them.
#include <gtest/gtest.h>
#include <ltb/build.h>
#include <ltb/edit.h>
#include <ltb/validate.h>

#include "support/edit_steps.h"
#include "support/ltb_fixtures.h"
#include "support/thorough.h"

namespace ltb::testing {
namespace {

using abc::testing::set;
using core::Edited;
using core::EditValue;
using core::Operation;
using Kind = Operation::Kind;

Edited edited(const Bytes& file, const std::vector<Operation>& operations) {
    const core::Document document = parse(file);
    Edited out = edit(document, operations);
    EXPECT_EQ(abc::testing::checkEdited(document, out).value_or(""), "");
    return out;
}

Bytes after(const Bytes& file, const std::vector<Operation>& operations) {
    Edited out = edited(file, operations);
    EXPECT_FALSE(out.refusal) << out.refusal->reason;
    return std::move(out.bytes);
}

std::string refused(const Bytes& file, const std::vector<Operation>& operations) {
    const Edited out = edited(file, operations);
    return out.refusal ? out.refusal->reason : "";
}

ModelSpec sound() {
    ModelSpec spec = twoNodes(1);
    spec.sockets = {"hand", "head"};
    spec.weightSets = {{"upper", {0, 1}}, {"lower", {1, 0}}};
    return spec;
}

AnimationSpec named(AnimationSpec animation, std::string name) {
    animation.name = std::move(name);
    return animation;
}

// What comes out is what another writer makes of the changed model.

TEST(LtbEdit, RenamesWithWhatCountsTheTexts) {
    ModelSpec spec = sound();
    const Bytes before = write(spec);
    spec.nodes[1].name = "a longer name than before";
    spec.sockets[0] = "h";
    EXPECT_EQ(after(before, {set("Nodes.Nodes[1].Name", {spec.nodes[1].name}),
                             set("Sockets.Sockets[0].Name", {spec.sockets[0]})}),
              write(spec));
}

TEST(LtbEdit, RenamesAnAnimationWithItsBinding) {
    ModelSpec spec = sound();
    spec.animations.push_back(named(spec.animations[0], "other"));
    const Bytes before = write(spec);
    spec.animations[1].name = "Walk";
    EXPECT_EQ(after(before, {set("Animation.Animations[1].Name", {std::string("Walk")})}), write(spec));
}

TEST(LtbEdit, ChangesNumbersInPlace) {
    const Bytes before = write(sound());
    const Edited one = edited(before, {set("Header.InternalRadius", {12.0})});
    ASSERT_FALSE(one.refusal);
    EXPECT_EQ(one.bytes.size(), before.size());
    ASSERT_EQ(one.splices.size(), 1U);
    EXPECT_LE(one.splices[0].end - one.splices[0].start, 4U);
    EXPECT_EQ(refused(before, {set("Sockets.Sockets[0].NodeIndex", {9.0})}),
              "Sockets.Sockets[0].NodeIndex would refer to node 9, but there are 2 nodes.");
    EXPECT_EQ(refused(before, {set("Header.InternalRadius", {std::string("x")})}),
              "Header.InternalRadius must be a number.");
}

TEST(LtbEdit, TakesSocketsAndWeightSetsAwayAndRepeatsThem) {
    ModelSpec spec = sound();
    const Bytes before = write(spec);
    spec.sockets = {"head"};
    EXPECT_EQ(after(before, {abc::testing::list(Kind::Remove, "Sockets.Sockets[0]")}), write(spec));
    spec.sockets = {"hand", "head", "head"};
    EXPECT_EQ(after(before, {abc::testing::list(Kind::Duplicate, "Sockets.Sockets[1]")}), write(spec));
    spec.sockets = {"head", "hand"};
    EXPECT_EQ(after(before, {abc::testing::list(Kind::Move, "Sockets.Sockets[0]", 1)}), write(spec));
    spec = sound();
    spec.weightSets.erase(spec.weightSets.begin());
    EXPECT_EQ(after(before, {abc::testing::list(Kind::Remove, "Nodes.WeightSets[0]")}), write(spec));
}

TEST(LtbEdit, TakesAnAnimationAwayWithItsBindingAndItsKeys) {
    ModelSpec spec = sound();
    spec.animations.push_back(named(spec.animations[0], "other"));
    const Bytes before = write(spec);
    ModelSpec less = spec;
    less.animations.erase(less.animations.begin());
    EXPECT_EQ(after(before, {abc::testing::list(Kind::Remove, "Animation.Animations[0]")}), write(less));
    ModelSpec more = spec;
    more.animations.insert(more.animations.begin() + 1, named(spec.animations[0], "copy"));
    EXPECT_EQ(after(before, {abc::testing::list(Kind::Duplicate, "Animation.Animations[0]"),
                             set("Animation.Animations[1].Name", {std::string("copy")})}),
              write(more));
}

TEST(LtbEdit, LeavesWrongCountersAsTheyAre) {
    const Bytes before = after(write(sound()), {set("Header.SocketCount", {7.0})});
    const Bytes now = after(before, {abc::testing::list(Kind::Remove, "Sockets.Sockets[0]")});
    const core::Document document = parse(now);
    const auto counter = document.walk().resolve("Header.SocketCount");
    ASSERT_TRUE(counter);
    EXPECT_EQ(core::load<std::uint32_t>(now, counter->start), 7U);
}

TEST(LtbEdit, RefusesWhatItHasNoPlaceFor) {
    const Bytes before = write(sound());
    for (const char* const path : {"Pieces.Pieces[0]", "Nodes.Nodes[1]", "Pieces.Pieces[0].LODs[0].Vertices[0]",
                                   "Animation.Animations[0].Keyframes[0]"}) {
        const std::string list = std::string(path).substr(0, std::string(path).rfind('['));
        EXPECT_EQ(refused(before, {abc::testing::list(Kind::Remove, path)}),
                  list +
                      " of a compiled model cannot get other elements: other parts of the file depend on them. "
                      "Convert it to text (LTA) to change them.");
    }
    EXPECT_EQ(refused(before, {abc::testing::list(Kind::Insert, "Animation.Animations[0]")}),
              "Animation.Animations of a compiled model cannot get other elements: other parts of the file depend on "
              "them. Convert it to text (LTA) to change them.");
    EXPECT_EQ(refused(before, {abc::testing::list(Kind::Reverse, "Animation.Animations[0]")}),
              "A compiled model cannot be changed this way: convert it to ABC.");
    Operation longer = set("Nodes.Nodes[0].Name", {std::string(4096, 'x')});
    EXPECT_EQ(refused(before, {longer}),
              "Nodes.Nodes[0].Name would have 4,096 characters; the engine reads up to 4,095.");
    EXPECT_EQ(refused(before, {set("AnimBindings.Lists[0].AnimBindings[0].Name", {std::string(256, 'x')})}),
              "AnimBindings.Lists[0].AnimBindings[0].Name would have 256 characters; the engine reads up to 255.");
    longer.force = true;
    EXPECT_EQ(refused(before, {longer}), "");
}

TEST(LtbEdit, LeadsFromAnyModelToWhatTheSplicesSay) {
    for (const NamedModel& model : allModels()) {
        const core::Document document = parse(model.file);
        const auto lists = abc::testing::listsOf(document);
        std::uint32_t dice = 3;
        const auto roll = [&dice](std::uint32_t limit) {
            dice = dice * 1664525U + 1013904223U;
            return limit == 0 ? 0 : (dice >> 8U) % limit;
        };
        const int steps = abc::testing::kThorough ? 200 : 40;
        for (int i = 0; i < steps; ++i) {
            const Operation operation = abc::testing::anyOperation(document, lists, roll);
            const Edited made = edit(document, {&operation, 1});
            EXPECT_EQ(abc::testing::checkEdited(document, made).value_or(""), "")
                << model.name << " " << abc::testing::name(operation);
        }
    }
}

}  // namespace
}  // namespace ltb::testing
