// Version 99, which is only in this build of the library (CMakeLists.txt): version 12 with a field more in each socket,
// a wider one in each piece, and the keyframes of an animation after its tracks. Its files are made by conversion; what
// is in them is said here byte by byte.
#include <abc/build.h>
#include <abc/convert.h>
#include <abc/deform.h>
#include <abc/edit.h>
#include <abc/validate.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace abc {
namespace {

using File = std::vector<std::byte>;
using Kind = Operation::Kind;

constexpr std::uint32_t kInvented = 99;

File sample(const std::string& name) {
    std::ifstream stream(std::string(LITHOSCOPE_SAMPLES) + "/" + name, std::ios::binary);
    const std::vector<char> chars((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    const auto* bytes = reinterpret_cast<const std::byte*>(chars.data());
    return {bytes, bytes + chars.size()};
}

/// The file in another version.
File converted(const File& file, std::uint32_t version) {
    const Document document = parse(file);
    const Converted made = convert(document, version);
    EXPECT_EQ(made.refusal, "");
    return spliced(file, made.splices);
}

Place placeOf(const Document& document, const std::string& path) {
    const auto place = document.walk().resolve(path);
    EXPECT_TRUE(place) << path;
    return place.value_or(Place{});
}

template <class T>
T numberOf(const File& file, const std::string& path) {
    const Document document = parse(file);
    const Place place = placeOf(document, path);
    EXPECT_EQ(place.end - place.start, sizeof(T)) << path;
    return load<T>(file, place.start);
}

Operation operation(Kind kind, std::string path, std::uint32_t number = 1) {
    Operation out;
    out.kind = kind;
    out.path = std::move(path);
    (kind == Kind::Move ? out.to : out.count) = number;
    return out;
}

Operation set(std::string path, double value) {
    Operation out = operation(Kind::Set, std::move(path));
    out.value.value = value;
    return out;
}

Operation clip(Kind kind, EditValue::Fields fields) {
    Operation out = operation(kind, "Animation.Animations[0]");
    out.value.value = std::move(fields);
    return out;
}

Edited edited(const File& file, const std::vector<Operation>& operations) {
    const Document document = parse(file);
    return edit(document, operations);
}

Pose posed(const Model& model, std::uint32_t animation, double time) {
    Layer layer;
    layer.source = &model;
    layer.animation = animation;
    layer.timeMs = time;
    return pose(model, std::span(&layer, 1));
}

class Invented : public ::testing::Test {
protected:
    const File before_ = sample("clockwork.abc");
    const File file_ = converted(before_, kInvented);
};

TEST_F(Invented, IsReadToTheLastByte) {
    const Document document = parse(file_);
    EXPECT_EQ(document.version, kInvented);
    EXPECT_TRUE(document.versionKnown);
    EXPECT_TRUE(document.faults.empty());
    EXPECT_EQ(coverage(document.records, static_cast<std::uint32_t>(file_.size())).known, file_.size());
    std::uint32_t end = 0;
    document.walk().leaves(0, static_cast<std::uint32_t>(file_.size()), false, [&](const Place& leaf, const auto&) {
        EXPECT_EQ(leaf.start, end);
        end = leaf.end;
    });
    EXPECT_EQ(end, file_.size());
}

TEST_F(Invented, HasItsFieldsWhereTheTableSays) {
    const Document document = parse(file_);
    const Document twelve = parse(before_);
    const std::uint32_t sockets = placeOf(document, "Sockets.Sockets").count;
    const std::uint32_t pieces = placeOf(document, "Pieces.Pieces").count;
    ASSERT_GT(sockets, 0U);
    EXPECT_EQ(file_.size(), before_.size() + 2 * sockets + 2 * pieces);
    const Place priority = placeOf(document, "Sockets.Sockets[0].Priority");
    EXPECT_EQ(priority.start, placeOf(document, "Sockets.Sockets[0].NodeIndex").end);
    EXPECT_EQ(numberOf<std::uint16_t>(file_, "Sockets.Sockets[0].Priority"), 7);
    for (std::uint32_t i = 0; i < pieces; ++i) {
        const std::string path = "Pieces.Pieces[" + std::to_string(i) + "].MaterialIndex";
        EXPECT_EQ(numberOf<std::uint32_t>(file_, path), numberOf<std::uint16_t>(before_, path));
    }
    const std::uint32_t animations = placeOf(document, "Animation.Animations").count;
    ASSERT_EQ(animations, placeOf(twelve, "Animation.Animations").count);
    for (std::uint32_t i = 0; i < animations; ++i) {
        const std::string animation = "Animation.Animations[" + std::to_string(i) + "]";
        const Place keys = placeOf(document, animation + ".Keyframes");
        EXPECT_EQ(keys.start, placeOf(document, animation + ".NodeTransforms").end);
        const Place old = placeOf(twelve, animation + ".Keyframes");
        EXPECT_TRUE(std::equal(file_.begin() + keys.start, file_.begin() + keys.end, before_.begin() + old.start,
                               before_.begin() + old.end));
    }
}

TEST_F(Invented, HasThePosesAndFindingsOfVersion12) {
    const Document document = parse(file_);
    const Document twelve = parse(before_);
    const Model model = buildModel(document);
    const Model old = buildModel(twelve);
    ASSERT_EQ(model.animations.size(), old.animations.size());
    for (std::uint32_t i = 0; i < model.animations.size(); ++i) {
        for (const double time : {0.0, 133.0, 450.5}) {
            const Pose is = posed(model, i, time);
            const Pose was = posed(old, i, time);
            for (std::size_t n = 0; n < is.nodes.size(); ++n) {
                EXPECT_EQ(std::memcmp(&is.nodes[n], &was.nodes[n], sizeof(Mat4)), 0);
            }
        }
    }
    const auto codes = [](const Document& of, const Model& with) {
        std::multiset<std::string_view> out;
        const Findings findings = validate(of, with);
        for (const Finding& one : findings.list()) out.insert(one.info->name);
        return out;
    };
    auto more = codes(document, model);
    for (const std::string_view code : codes(twelve, old)) {
        const auto found = more.find(code);
        if (found != more.end()) more.erase(found);
    }
    // Programs of the time read no later version.
    EXPECT_EQ(more, (std::multiset<std::string_view>{"VERSION_NOT_IN_MODELEDIT"}));
}

TEST_F(Invented, GivesTheSameBytesBack) {
    for (const std::uint32_t version : {9U, 10U, 11U, 12U, 13U}) {
        const File there = converted(before_, version == 12 ? kInvented : version);
        const File invented = converted(there, version == 12 ? 12 : kInvented);
        if (version == 12) {
            EXPECT_EQ(invented, before_);
        } else {
            EXPECT_EQ(converted(invented, version), there) << version;
        }
    }
}

TEST_F(Invented, SaysWhatIsLostAndRefusesWhatDoesNotFit) {
    const Edited first = edited(file_, {set("Sockets.Sockets[0].Priority", 9)});
    const Document changed = parse(first.bytes);
    EXPECT_EQ(convert(changed, 12).lost,
              std::vector<std::string>{"Version 12 has no Priority: 1 element loses a value other than 7."});
    const Edited wide = edited(file_, {set("Pieces.Pieces[0].MaterialIndex", 70000)});
    const Document wider = parse(wide.bytes);
    EXPECT_EQ(convert(wider, 12).refusal, "The number at Pieces.Pieces[0].MaterialIndex is too large for version 12.");
}

/// A change comes to the same in both versions.
TEST_F(Invented, IsEditedAsVersion12Is) {
    const std::vector<std::vector<Operation>> changes = {
        {set("Pieces.Pieces[0].MaterialIndex", 1)},
        {operation(Kind::Insert, "Sockets.Sockets[0]")},
        {operation(Kind::Duplicate, "Sockets.Sockets[0]"), operation(Kind::Move, "Sockets.Sockets[0]", 1)},
        {operation(Kind::Insert, "Nodes.Nodes[2]")},
        {operation(Kind::Duplicate, "Pieces.Pieces[0]"), operation(Kind::Remove, "Pieces.Pieces[2]")},
        {operation(Kind::Insert, "Animation.Animations[0].Keyframes[1]")},
        {operation(Kind::Remove, "Animation.Animations[0].Keyframes[0]", 2)},
        {operation(Kind::Duplicate, "Animation.Animations[1]"), operation(Kind::Remove, "Animation.Animations[0]")},
        {operation(Kind::Insert, "Animation.Animations[1]")},
        {operation(Kind::Insert, "Header.LODDistances[0]")},
        {operation(Kind::Remove, "Pieces.Pieces[0].LODs[0].Faces[0]", 2)},
        {clip(Kind::Reverse, {})},
        {clip(Kind::Retime, {{"length", {1234.0}}})},
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        SCOPED_TRACE(i);
        const Edited was = edited(before_, changes[i]);
        const Edited is = edited(file_, changes[i]);
        ASSERT_FALSE(was.refusal) << was.refusal->reason;
        ASSERT_FALSE(is.refusal) << is.refusal->reason;
        EXPECT_NE(was.bytes, before_);
        EXPECT_EQ(is.bytes, converted(was.bytes, kInvented));
    }
}

TEST_F(Invented, GivesNewElementsTheUsualValue) {
    const Edited first = edited(file_, {set("Sockets.Sockets[0].Priority", 9)});
    const Edited then = edited(first.bytes, {operation(Kind::Insert, "Sockets.Sockets[1]")});
    ASSERT_FALSE(then.refusal);
    EXPECT_EQ(numberOf<std::uint16_t>(then.bytes, "Sockets.Sockets[0].Priority"), 9);
    EXPECT_EQ(numberOf<std::uint16_t>(then.bytes, "Sockets.Sockets[1].Priority"), 7);
}

}  // namespace
}  // namespace abc
