// Changes to models that are broken in themselves, and changes that nobody means well.
#include <abc/edit.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <core/splices.h>

#include "support/all_fixtures.h"
#include "support/edit_steps.h"
#include "support/splice.h"

namespace abc::testing {
namespace {

using Kind = Operation::Kind;
using Fields = EditValue::Fields;
using List = EditValue::List;

EditRefusal refused(const File& file, const std::vector<Operation>& operations) {
    const Document document = parse(file);
    const Edited edited = edit(document, operations);
    EXPECT_EQ(checkEdited(document, edited).value_or(""), "");
    return edited.refusal.value_or(EditRefusal{});
}

bool says(const EditRefusal& refusal, std::string_view words) {
    return refusal.reason.find(words) != std::string::npos;
}

template <class T>
T valueAt(const File& file, std::string_view path) {
    return load<T>(Bytes(file), offsetOf(file, path));
}

std::string textAt(const File& file, std::string_view path) {
    return std::string(view(Bytes(file), loadText(Bytes(file), offsetOf(file, path))));
}

EditValue::Bytes asBytes(const File& file, std::string_view path) {
    const File bytes = bytesOf(file, path);
    return {bytes.begin(), bytes.end()};
}

template <class T>
EditValue::Bytes bytesOfNumbers(std::initializer_list<T> numbers) {
    EditValue::Bytes out;
    for (const T number : numbers) {
        const auto* bytes = reinterpret_cast<const std::byte*>(&number);
        out.insert(out.end(), bytes, bytes + sizeof number);
    }
    return out;
}

EditValue::Bytes textBytes(std::string_view text) {
    EditValue::Bytes out = bytesOfNumbers({static_cast<std::uint16_t>(text.size())});
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    out.insert(out.end(), bytes, bytes + text.size());
    return out;
}

/// The file with one of its sections once more at its end.
File withAgain(const File& file, std::string_view section) {
    const Document document = parse(file);
    for (const Section& each : document.sections) {
        if (document.name(each) != section) continue;
        const auto* data = reinterpret_cast<const char*>(file.data());
        return withSection(file, section, std::string_view(data + each.data(), each.end - each.data()));
    }
    ADD_FAILURE() << "no section " << section;
    return file;
}

TEST(HostileEdit, RefusesTheListsOfASectionThatIsThereAgain) {
    const std::array<std::array<const char*, 3>, 7> lists = {{{"v12_full", "Nodes", "Nodes#2.Nodes[1]"},
                                                              {"v12_full", "Animation", "Animation#2.Animations[1]"},
                                                              {"v12_full", "Pieces", "Pieces#2.Pieces[0]"},
                                                              {"v12_full", "Sockets", "Sockets#2.Sockets[0]"},
                                                              {"v6_full", "Nodes", "Nodes#2.Nodes[2]"},
                                                              {"v6_full", "Animation", "Animation#2.Anims[0]"},
                                                              {"v6_full", "Geometry", "Geometry#2.VertexInfo[0]"}}};
    for (const auto& [name, section, path] : lists) {
        const File file = withAgain(fixture(name), section);
        const Document document = parse(file);
        ASSERT_TRUE(document.walk().resolve(path)) << path;
        for (const Kind kind : {Kind::Insert, Kind::Remove, Kind::Duplicate, Kind::Move}) {
            EXPECT_TRUE(says(
                refused(file,
                        {list(kind, path, kind == Kind::Move && !std::string_view(path).ends_with("[0]") ? 0 : 1)}),
                "earlier section has the same name"))
                << path;
        }
    }
}

TEST(HostileEdit, LeavesOutBytesThatAreChangedTwice) {
    core::Splices splices;
    splices.add(4, 8, EditValue::Bytes(2));
    EXPECT_FALSE(splices.isContradictory());
    splices.add(6, 10, EditValue::Bytes(9));
    EXPECT_TRUE(splices.isContradictory());
    EXPECT_EQ(splices.growth(), -2);
    EXPECT_EQ(splices.apply(File(12)).size(), 10U);
}

TEST(HostileEdit, KeepsKeysWhereTheNodesCannotBeRead) {
    const File& file = fixture("v12_full");
    // More children than there are nodes.
    const File open = done(file, {set("Nodes.Nodes[0].ChildCount", {9.0})});
    EXPECT_FALSE(parse(open).faults.empty());
    EXPECT_NE(refused(open, {list(Kind::Insert, "Animation.Animations[0].Keyframes[0]")}).reason, "");
}

TEST(HostileEdit, CountsTextsThatAreGivenAsBytes) {
    const File& file = fixture("v12_full");
    const File byText = done(file, {set("Animation.Animations[1].Name", {std::string("waiting")})});
    EXPECT_EQ(done(file, {set("Animation.Animations[1].Name", {textBytes("waiting")})}), byText);
    EXPECT_EQ(textAt(byText, "AnimBindings.Lists[0].AnimBindings[1].Name"), "waiting");
    const File renamed = done(file, {set("Sockets.Sockets[0].Name", {std::string("a longer name")})});
    EXPECT_EQ(done(file, {set("Sockets.Sockets[0].Name", {textBytes("a longer name")})}), renamed);
    EXPECT_TRUE(
        says(refused(file, {set("Sockets.Sockets[0].Name", {bytesOfNumbers<std::uint16_t>({9})})}), "cannot be read"));
}

TEST(HostileEdit, MakesOfBytesWhatTheListWouldMake) {
    const File& file = fixture("v12_full");
    // A distance has a level in each piece.
    const File levels = done(file, {set("Header.LODDistances", {bytesOfNumbers({100.0F, 300.0F, 900.0F})})});
    EXPECT_EQ(levels, done(file, {insert("Header.LODDistances[2]", {900.0})}));
    const File back = done(levels, {set("Header.LODDistances", {bytesOfNumbers({100.0F, 300.0F})})});
    EXPECT_EQ(back, file);
    const File& old = fixture("v6_full");
    const std::string deformed = "Nodes.Nodes[2].MDVertList";
    const File more = done(old, {set(deformed, {bytesOfNumbers<std::uint16_t>({3, 4})})});
    EXPECT_EQ(more, done(old, {insert(deformed + "[1]", {4.0})}));
    EXPECT_TRUE(parse(more).faults.empty());
    // What a collapse stands in for is not removed with the bytes.
    EditValue::Bytes vertices = asBytes(old, "Geometry.VertexInfo");
    vertices.resize(vertices.size() / 7 * 6);
    EXPECT_NE(refused(old, {set("Geometry.VertexInfo", {vertices})}).reason, "");
}

TEST(HostileEdit, RefusesBytesThatOtherPartsOfTheFileAreNotReadBy) {
    const File& file = fixture("v12_full");
    // Two nodes instead of three: tracks and weights name the third.
    const Document document = parse(file);
    const std::uint32_t start = offsetOf(file, "Nodes.Nodes");
    const std::uint32_t third = document.walk().resolve("Nodes.Nodes[2]")->start;
    EditValue::Bytes two(file.begin() + start, file.begin() + third);
    const std::uint32_t children = offsetOf(file, "Nodes.Nodes[0].ChildCount") - start;
    two[children] = std::byte{1};
    EXPECT_NE(refused(file, {set("Nodes.Nodes", {two})}).reason, "");
    // A section is not free either.
    EXPECT_TRUE(says(refused(file, {set("Sockets", {EditValue::Bytes(3)})}), "cannot be read"));
    EXPECT_EQ(done(file, {set("Sockets", {asBytes(file, "Sockets")})}), file);
    EXPECT_EQ(done(file, {set("Header", {asBytes(file, "Header")})}), file);
}

TEST(HostileEdit, FillsAnEmptyListWithBytes) {
    const File& file = fixture("v12_full");
    const std::string faces = "Pieces.Pieces[1].LODs[1].Faces";
    const Document document = parse(file);
    ASSERT_FALSE(document.walk().resolve(faces));
    const EditValue::Bytes one(document.dialect.minimumSize(schema::Id::Face));
    EXPECT_EQ(done(file, {set(faces, {one})}), done(file, {insert(faces + "[0]", {one})}));
    EXPECT_EQ(done(file, {set(faces, {EditValue::Bytes()})}), file);
}

TEST(HostileEdit, RefusesIndicesThatNameNothing) {
    const std::string vertex = "Pieces.Pieces[0].LODs[0].Vertices[0]";
    const std::tuple<const char*, std::string, double> limits[] = {
        {"v12_full", "Sockets.Sockets[0].NodeIndex", 3},
        {"v12_full", vertex + ".Weights[0].NodeIndex", 3},
        {"v12_full", vertex + ".SubLODVertexIndex", 3},
        {"v12_full", "Pieces.Pieces[0].LODs[0].Faces[1].Vertices[2].VertexIndex", 4},
        {"v6_full", "Geometry.FaceInfo[0].VertexIndex[0]", 7},
        {"v6_full", "Nodes.Nodes[1].MDVertList[0]", 7},
    };
    for (const auto& [name, path, limit] : limits) {
        const File& file = fixture(name);
        Operation operation = set(path, {limit});
        const EditRefusal refusal = refused(file, {operation});
        EXPECT_TRUE(says(refusal, "would refer to") && refusal.canForce) << path << ": " << refusal.reason;
        operation.force = true;
        const File forced = done(file, {operation});
        // What is wrong may stay.
        EXPECT_EQ(done(forced, {set(path, {limit})}), forced);
        (void)done(file, {set(path, {limit - 1})});
    }
    // The next level of the last one, and of one without vertices, is none.
    (void)done(fixture("v12_full"), {set("Pieces.Pieces[0].LODs[1].Vertices[0].SubLODVertexIndex", {9.0})});
    // The same in new elements.
    EXPECT_TRUE(refused(fixture("v12_full"), {insert("Sockets.Sockets[0]", {Fields{{"NodeIndex", {3.0}}}})}).canForce);
    // A new piece has its own vertices, more than the one whose place it takes.
    EXPECT_EQ(refused(fixture("v12_full"), {list(Kind::Insert, "Pieces.Pieces[0]")}).reason, "");
}

TEST(HostileEdit, GivesNodesOfV6NumbersOfTheirOwn) {
    // The numbers are no indices.
    const File file = done(fixture("v6_full"), {set("Nodes.Nodes[1].TransformationIndex", {2.0}),
                                                set("Nodes.Nodes[2].TransformationIndex", {1.0})});
    for (const Operation& operation : {list(Kind::Insert, "Nodes.Nodes[1]"), list(Kind::Duplicate, "Nodes.Nodes[1]"),
                                       list(Kind::Move, "Nodes.Nodes[1]", 2)}) {
        const File after = done(file, {operation});
        const Document document = parse(after);
        const auto nodes = document.walk().resolve("Nodes.Nodes");
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t n = 0; n < nodes->count; ++n) {
            const std::string path = "Nodes.Nodes[" + std::to_string(n) + "]";
            const auto number = valueAt<std::uint16_t>(after, path + ".TransformationIndex");
            EXPECT_EQ(std::count(numbers.begin(), numbers.end(), number), 0) << path;
            numbers.push_back(number);
            const bool isFlag = textAt(after, path + ".NodeName") == "flag";
            EXPECT_TRUE(!isFlag || number == 1) << path;
        }
        EXPECT_EQ(bytesOf(after, "Geometry.VertexInfo"), bytesOf(file, "Geometry.VertexInfo"));
    }
}

TEST(HostileEdit, KeepsWhatWasSetByHandBefore) {
    const File& file = fixture("v12_full");
    const std::string animation = "Animation.Animations[1]";
    const std::string binding = "AnimBindings.Lists[0].AnimBindings[1]";
    const File after =
        done(file, {set(binding + ".Name", {std::string("mine")}), set(animation + ".Name", {std::string("theirs")})});
    EXPECT_EQ(textAt(after, binding + ".Name"), "mine");
    EXPECT_EQ(textAt(after, animation + ".Name"), "theirs");
    // What only followed follows again.
    const File twice =
        done(file, {set(animation + ".Name", {std::string("one")}), set(animation + ".Name", {std::string("other")})});
    EXPECT_EQ(textAt(twice, binding + ".Name"), "other");
}

TEST(HostileEdit, GivesTheBindingTheBoxOfItsAnimation) {
    const File& file = fixture("v12_full");
    const EditValue::Bytes box = bytesOfNumbers({1.0F, 2.0F, 3.0F});
    const File after =
        done(file, {insert("Animation.Animations[2]", {Fields{{"Name", {std::string("new")}}, {"Extents", {box}}}})});
    EXPECT_EQ(textAt(after, "AnimBindings.Lists[0].AnimBindings[2].Name"), "new");
    EXPECT_EQ(valueAt<float>(after, "AnimBindings.Lists[0].AnimBindings[2].Extents.Y"), 2);
    const File set1 = done(after, {set("Animation.Animations[2].Extents", {bytesOfNumbers({4.0F, 5.0F, 6.0F})})});
    EXPECT_EQ(valueAt<float>(set1, "AnimBindings.Lists[0].AnimBindings[2].Extents.Y"), 5);
}

TEST(HostileEdit, GivesTracksNumbersWhereTheBindPoseHasNone) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const File file = done(fixture("v12_full"), {set("Nodes.Nodes[0].Matrix[0]", {bytesOfNumbers({nan})})});
    const File after =
        done(file, {list(Kind::Insert, "Animation.Animations[2]"), list(Kind::Insert, "Nodes.Nodes[2]")});
    const Document document = parse(after);
    for (const std::string node : {"[0]", "[1]", "[2]", "[3]"}) {
        const std::string key = "Animation.Animations[2].NodeTransforms" + node + ".Transforms[0]";
        EXPECT_TRUE(std::isfinite(valueAt<float>(after, key + ".Location.X"))) << key;
        EXPECT_TRUE(std::isfinite(valueAt<float>(after, key + ".Rotation.W"))) << key;
    }
}

TEST(HostileEdit, RefusesWhatWouldNotFitBeforeMakingIt) {
    // 60,000 copies of a level of 20 kB.
    Operation vertices = list(Kind::Insert, "Pieces.Pieces[0].LODs[0].Vertices[4]");
    vertices.values.assign(400, {Fields{}});
    Operation levels = list(Kind::Insert, "Header.LODDistances[0]");
    levels.values.assign(60'000, {1.0});
    EXPECT_TRUE(says(refused(fixture("v12_full"), {vertices, levels}), "larger than"));
    // 4,000,000,000 keys that are not there.
    const std::uint32_t most = 4'000'000'000;
    const EditValue animation{Fields{{"NumKeyframes", {double{most}}},
                                     {"KeyframeData", {EditValue::Bytes()}},
                                     {"NodeAnims", {List(3, EditValue{Fields{}})}}}};
    EXPECT_NE(refused(fixture("v6_full"), {insert("Animation.Anims[0]", animation)}).reason, "");
}

}  // namespace
}  // namespace abc::testing
