// Compiled models (ltb.md): what is read of them, how they are posed, and that no bytes do harm.
#include <abc/elements.h>
#include <abc/validate.h>
#include <gtest/gtest.h>

#include "support/byte_writer.h"
#include "support/heap.h"
#include "support/ltb_fixtures.h"
#include "support/ltb_invariants.h"
#include "support/surface.h"
#include "support/thorough.h"
#include "support/work.h"

namespace ltb::testing {
namespace {

using abc::Vec3;
using abc::testing::hasError;

struct Opened {
    explicit Opened(Bytes file) : bytes(std::move(file)), document(parse(bytes)), model(buildModel(document)) {}
    explicit Opened(const ModelSpec& spec) : Opened(write(spec)) {}

    [[nodiscard]] core::Findings findings() const { return ltb::validate(document, model); }
    /// Where the vertices of a level of the first piece are at a time of the first animation; below 0: in the bind
    /// pose.
    [[nodiscard]] abc::testing::Surface at(double time, std::uint32_t level = 0) const {
        abc::Layer layer;
        if (time >= 0) {
            layer.source = &model;
            layer.animation = 0;
            layer.timeMs = time;
            layer.rootOrigin = model.bindings[0].origin;
        }
        return abc::testing::deformed(model, abc::pose(model, {&layer, 1}), 0, level);
    }

    Bytes bytes;
    core::Document document;
    abc::Model model;
};

void expectAt(Vec3 actual, Vec3 wanted, float tolerance = 1e-6F) {
    EXPECT_NEAR(actual.x, wanted.x, tolerance);
    EXPECT_NEAR(actual.y, wanted.y, tolerance);
    EXPECT_NEAR(actual.z, wanted.z, tolerance);
}

ModelSpec withLevel(LevelSpec level, std::uint32_t compression = 1) {
    ModelSpec spec = twoNodes(compression);
    spec.pieces[0].levels = {std::move(level)};
    return spec;
}

ModelSpec animatedModel() {
    ModelSpec spec = twoNodes(0);
    LevelSpec& level = spec.pieces[0].levels[0];
    level.type = kVertexAnimated;
    level.animatedCount = 2;
    level.animNode = 1;
    level.copies = {{1, 2}};
    spec.animations[0].origin = {0, 0, 5};
    spec.animations[0].tracks[1] = {{}, {}, {{0, 0, 0, 0, 2, 0}, {4, 0, 0, 0, 6, 0}}};
    return spec;
}

/// The bytes of a file with a number at a path changed.
template <class T>
Bytes changed(Bytes bytes, const std::string& path, T value) {
    const core::Document document = parse(bytes);
    const auto place = document.walk().resolve(path);
    EXPECT_TRUE(place) << path;
    if (place) std::memcpy(bytes.data() + place->start, &value, sizeof value);
    return bytes;
}

std::uint32_t startOf(const Opened& file, const std::string& path) {
    const auto place = file.document.walk().resolve(path);
    EXPECT_TRUE(place) << path;
    return place ? place->start : 0;
}

TEST(Ltb, OfEachKindIsExplainedWholeAndHasNoFindings) {
    for (const auto& [name, bytes] : allModels()) {
        SCOPED_TRACE(name);
        EXPECT_EQ(core::detect(bytes), core::Format::Ltb);
        const Opened file(bytes);
        EXPECT_EQ(checkModel(bytes), abc::testing::Violation{});
        const auto size = static_cast<std::uint32_t>(bytes.size());
        EXPECT_EQ(core::coverage(file.document.records, size).known, size);
        const core::Findings findings = file.findings();
        EXPECT_TRUE(findings.list().empty()) << findings.list()[0].message;
        EXPECT_TRUE(file.model.animations[0].complete);
    }
}

TEST(Ltb, HasItsSectionsInOrderUnderTheNamesThatAbcHas) {
    const Opened file(allModels()[0].file);
    std::string names;
    for (const core::Section& section : file.document.sections) names += std::string(file.document.name(section)) + ' ';
    EXPECT_EQ(names, "File Header Boxes Pieces Nodes ChildModels Animation Sockets AnimBindings ");
    EXPECT_EQ(startOf(file, "Header.Version"), 20U);
    EXPECT_EQ(startOf(file, "Header.CommandString"), 84U);
    EXPECT_EQ(startOf(file, "Boxes.BoxCount"), 84U + 2 + 12 + 4);
    EXPECT_EQ(startOf(file, "Pieces.Pieces[0].Name"), 106U + 4);
    // Name, LODCount, a distance, two offsets, then the level.
    EXPECT_EQ(startOf(file, "Pieces.Pieces[0].LODs[0].MeshType"), 110U + 6 + 16 + 25);
}

TEST(Ltb, PosesAlikeWhateverTheCompression) {
    for (const std::uint32_t compression : {0U, 1U, 2U, 3U}) {
        SCOPED_TRACE(compression);
        ModelSpec spec = twoNodes(compression);
        spec.pieces[0].levels[0].bone = 1;
        spec.animations[0].origin = {0, 0, 3};
        const Opened file(spec);
        const float tolerance = compression > 1 ? 1e-4F : 1e-6F;
        expectAt(file.at(-1).positions[1], {0, 2, 0});
        expectAt(file.at(0).positions[1], {0, 2, 3}, tolerance);
        expectAt(file.at(1000).positions[1], {-1, 1, 3}, tolerance);
        const float half = std::sqrt(0.5F);
        expectAt(file.at(500).positions[1], {-half, 1 + half, 3}, tolerance);
        expectAt(file.at(1000).normals[0], {0, 0, -1}, tolerance);
        EXPECT_EQ(file.model.text(file.model.keyframes[1].string), "FOOTSTEP_KEY 1");
    }
}

TEST(Ltb, TakesTheLastValueOfATrackThatHasFewerThanKeys) {
    ModelSpec spec = twoNodes(1);
    spec.animations[0].times = {0, 500, 1000};
    spec.animations[0].tracks[0].locations = {0, 0, 0, 7, 0, 0};
    const Opened file(spec);
    expectAt(file.at(0).positions[0], {0, 0, 0});
    expectAt(file.at(500).positions[0], {7, 0, 0});
    expectAt(file.at(1000).positions[0], {7, 0, 0});
}

TEST(Ltb, MovesVerticesByTheBonesOfTheirSetOrTheirOwn) {
    std::vector<LevelSpec> levels{boneSets()};
    for (const std::uint32_t bones : {2U, 3U, 4U}) {
        for (const bool isReIndexed : {false, true}) levels.push_back(palette(bones, isReIndexed));
    }
    for (const LevelSpec& level : levels) {
        SCOPED_TRACE(::testing::Message() << level.bonesPerVertex << ' ' << level.boneList.has_value());
        const Opened file(withLevel(level));
        const auto bound = file.at(-1);
        expectAt(bound.positions[0], {0, 0, 0});
        expectAt(bound.positions[1], {0, 2, 0});
        const auto turned = file.at(1000);
        expectAt(turned.positions[0], {0, 0, 0});
        expectAt(turned.positions[1], {-0.5F, 1.5F, 0});
        expectAt(turned.positions[2], {-1, 1, 0});
    }
}

TEST(Ltb, MovesAnimatedVerticesByTheirFramesAndWithoutTheBindPose) {
    ModelSpec spec = animatedModel();
    spec.nodes[0].place = {0, 0, 100};
    spec.animations[0].tracks[0].rotations = {0, 1, 0, 0, 0, 1, 0, 0};
    const Opened file(spec);
    const auto bound = file.at(-1);
    expectAt(bound.positions[1], {0, 2, 0});
    expectAt(bound.normals[1], {0, 0, -1});
    // Halfway between the frames, turned by half a turn, and then the origin; a copy has the position of its source.
    const auto moved = file.at(500);
    expectAt(moved.positions[0], {-2, 0, 5});
    expectAt(moved.positions[1], {0, 4, 5});
    expectAt(moved.positions[2], {0, 4, 5});
    expectAt(moved.normals[1], {0, 0, 1});
    // The node that has the frames has no movement of its own.
    const abc::Local own = abc::storedKey(file.model, file.model.animations[0], 1, 1);
    expectAt(own.translation, {});
    EXPECT_EQ(own.rotation.w, 1);
}

TEST(Ltb, MovesAnimatedVerticesLikeOthersWhereAnAnimationHasNoFrames) {
    ModelSpec spec = animatedModel();
    spec.animations[0].tracks[1] = spec.animations[0].tracks[0];
    const Opened file(spec);
    expectAt(file.at(1000).positions[1], {0, 2, 5});
}

TEST(Ltb, LeavesARootThatOnlyTurnsWhereItIs) {
    ModelSpec spec = twoNodes(1);
    spec.nodes[0].flags = 2;
    spec.animations[0].origin = {0, 0, 3};
    expectAt(Opened(spec).at(1000).positions[0], {0, 0, 0});
}

TEST(Ltb, HasTextureCoordinatesOfItsVertices) {
    const auto uvOf = [](const Opened& file, std::uint32_t corner) {
        return file.model.drawnTexCoord(*file.model.lod(0, 0), 0, corner);
    };
    ModelSpec spec = twoNodes(1);
    for (const auto& flags : {std::array<std::uint32_t, 4>{0x13, 0, 0, 0}, {0x3, 0x10, 0, 0}, {0x103, 0, 0x20, 0}}) {
        spec.pieces[0].levels[0].flags = flags;
        const Opened file(spec);
        EXPECT_EQ(uvOf(file, 1).u, 0.25F);
        EXPECT_EQ(uvOf(file, 1).v, 0.5F);
        EXPECT_EQ(uvOf(file, 2).v, 2);
    }
    spec.pieces[0].levels[0].flags = {0x3, 0, 0, 0};
    EXPECT_EQ(uvOf(Opened(spec), 1).u, 0);
}

TEST(Ltb, HasLevelsUpToTheDistancesAtWhichTheNextOnesBegin) {
    ModelSpec spec = twoNodes(1);
    LevelSpec empty;
    empty.type = kNull;
    spec.pieces[0].levels.push_back(empty);
    spec.pieces[0].distances = {0, 250};
    spec.pieces.push_back(spec.pieces[0]);
    spec.pieces[1].levels.push_back(boneSets());
    spec.pieces[1].distances = {0, 100, 550};
    const Opened file(spec);
    EXPECT_EQ(levelDistances(file.document), (std::vector<float>{100, 550}));
    EXPECT_EQ(file.model.lodCount(), 3U);
    EXPECT_EQ(file.model.vertexCount(0, 1), 0U);
    EXPECT_EQ(file.model.vertexCount(1, 2), 3U);
    EXPECT_TRUE(file.findings().list().empty());
}

TEST(Ltb, LendsAndTakesAnimationsAndKeepsScalesOfSockets) {
    ModelSpec spec = twoNodes(2);
    spec.children = {"base.ltb"};
    spec.weightSets = {{"Upper", {0, 1}}};
    const Opened file(spec);
    ASSERT_EQ(file.model.childModels.size(), 2U);
    EXPECT_EQ(file.model.text(file.model.childModels[0].name), "");
    EXPECT_EQ(file.model.text(file.model.childModels[1].name), "base.ltb");
    EXPECT_EQ(file.model.bindingLists.size(), 2U);
    EXPECT_EQ(file.model.weightSets[0].weights, (std::vector<float>{0, 1}));
    EXPECT_EQ(file.model.sockets[0].node, 1U);
    expectAt(file.model.sockets[0].scale, {2, 2, 2});
    EXPECT_TRUE(capabilitiesOf(file.document).has(abc::Capability::WeightSets));
    EXPECT_FALSE(capabilitiesOf(file.document).has(abc::Capability::Collapses));
}

TEST(Ltb, LeadsFromElementsToPathsAndBack) {
    ModelSpec spec = withLevel(boneSets());
    spec.children = {"base.ltb"};
    const Opened file(spec);
    const auto expectPath = [&](const abc::Element& element, const std::string& path) {
        EXPECT_EQ(abc::pathOf(file.document, element), path);
        const auto place = file.document.walk().resolve(path);
        ASSERT_TRUE(place) << path;
        EXPECT_EQ(abc::elementOf(file.document, *place, path), element) << path;
    };
    abc::Element element;
    element.childModel = 1;
    expectPath(element, "ChildModels.ChildModels[0]");
    // The model itself has no entry.
    element.childModel = 0;
    EXPECT_EQ(abc::pathOf(file.document, element), "");
    element = {};
    element.piece = element.lod = 0;
    element.vertex = 2;
    expectPath(element, "Pieces.Pieces[0].LODs[0].Vertices[2]");
    element.vertex.reset();
    element.face = 0;
    expectPath(element, "Pieces.Pieces[0].LODs[0].Faces[0]");
    // Corners are numbers of the triangle.
    element.corner = 1;
    EXPECT_EQ(abc::pathOf(file.document, element), "Pieces.Pieces[0].LODs[0].Faces[0]");
    element = {};
    element.animation = 0;
    element.node = 1;
    expectPath(element, "Animation.Animations[0].NodeTransforms[1]");
    EXPECT_EQ(abc::listPath(file.document.dialect, core::schema::Role::Socket), "Sockets.Sockets");
}

TEST(LtbVersion, BeforeTheFirstIsNamedAndAfterTheLastIsReadLikeIt) {
    ModelSpec spec = twoNodes(1);
    spec.version = 22;
    const Opened old(spec);
    EXPECT_FALSE(old.document.versionKnown);
    EXPECT_EQ(old.findings().list().at(0).code.as<Code>(), Code::VersionOld);
    EXPECT_EQ(checkModel(old.bytes), abc::testing::Violation{});
    EXPECT_TRUE(old.model.nodes.empty());
    EXPECT_EQ(capabilitiesOf(old.document).bits(), 0U);
    spec.version = 26;
    spec.boxes = 1;
    const Opened later(spec);
    EXPECT_EQ(later.model.nodes.size(), 2U);
    ASSERT_EQ(later.findings().list().size(), 1U);
    EXPECT_EQ(later.findings().list()[0].code.as<Code>(), Code::VersionNew);
    Bytes cut = write(spec);
    cut.resize(22);
    EXPECT_EQ(Opened(cut).findings().list().at(0).code.as<Code>(), Code::VersionUnreadable);
}

TEST(LtbVersion, MayHaveOtherBasisVectorsThanItsFilesMostlyHave) {
    for (const std::uint32_t version : {23U, 24U, 25U}) {
        ModelSpec spec = twoNodes(1);
        spec.version = version;
        spec.pieces[0].levels[0].flags[0] = 0x113;
        spec.pieces[0].levels[0].basisVectors = version == 24 ? 2 : 1;
        const Opened file(spec);
        ASSERT_EQ(file.findings().list().size(), 1U);
        EXPECT_EQ(file.findings().list()[0].code.as<Code>(), Code::LayoutSettled);
        EXPECT_EQ(core::coverage(file.document.records, static_cast<std::uint32_t>(file.bytes.size())).unparsed, 0U);
        EXPECT_EQ(file.document.walk().resolve("Pieces.Pieces[0].LODs[0].Vertices[1].T").has_value(), version == 24);
        expectAt(file.at(-1).positions[2], {1, 2, 0});
    }
}

TEST(LtbHitBoxes, AreOfTheirNodes) {
    ModelSpec spec = twoNodes(1);
    spec.boxes = 2;
    for (const std::uint32_t version : {23U, 25U}) {
        spec.version = version;
        const Opened file(spec);
        ASSERT_EQ(file.model.hitBoxes.size(), 2U);
        const abc::HitBox& box = file.model.hitBoxes[1];
        EXPECT_EQ(box.node, 0U);
        EXPECT_EQ(box.centre.y, 1);
        EXPECT_EQ(box.size.x, 2);
        EXPECT_EQ(box.size.z, 4);
        EXPECT_EQ(box.axes[0].x, 1);
        EXPECT_EQ(box.axes[2].z, 1);
    }
}

struct Case {
    Code code;
    Bytes bytes;
    std::string path;
    std::string message;
};

template <class Change>
Bytes made(Change change) {
    ModelSpec spec = twoNodes(1);
    spec.children = {"base.ltb"};
    spec.weightSets = {{"Upper", {0, 1}}};
    spec.boxes = 1;
    change(spec);
    return write(spec);
}

/// Everything that is found in whole files, alone.
std::vector<Case> cases() {
    const Bytes rigid = made([](ModelSpec&) {});
    const Bytes sets = write(withLevel(boneSets()));
    const Bytes own = write(withLevel(palette(2, true)));
    const Bytes animated = write(animatedModel());
    const std::string level = "Pieces.Pieces[0].LODs[0].";
    const std::string animation = "Animation.Animations[0].";
    const float none = std::numeric_limits<float>::quiet_NaN();
    const auto at = [](const Bytes& bytes, const std::string& path, auto value) { return changed(bytes, path, value); };
    return {
        {Code::TrailingBytes, made([](ModelSpec& spec) { spec.trailing = "xyz"; }), "Unreferenced",
         "3 bytes follow the last list."},
        {Code::CounterMismatch, at(rigid, "Header.NodeCount", 7U), "Header.NodeCount",
         "NodeCount is 7, but the file has 2."},
        {Code::CounterMismatch, at(animated, "Header.VertAnimDataSize", 0U), "Header.VertAnimDataSize",
         "VertAnimDataSize is 0, but the file has 48."},
        {Code::AnimDataSmall, at(rigid, "Header.AnimDataSize", 3U), "Header.AnimDataSize",
         "AnimDataSize is 3, but the keys take 56 bytes."},
        {Code::PieceCount, made([](ModelSpec& spec) { spec.pieces.resize(65, spec.pieces[0]); }), "Pieces.PieceCount",
         "The model has 65 pieces; the engine loads at most 64."},
        {Code::TextureCount, at(rigid, level + "TextureCount", 5U), level + "TextureCount",
         "TextureCount is 5; a level has room for 4."},
        {Code::MeshTypeUnknown, made([](ModelSpec& spec) {
             spec.pieces[0].levels[0].type = 9;
             spec.pieces[0].levels[0].opaque = "abcdefg";
         }),
         level + "MeshType", "MeshType is 9; only 4 to 7 are known."},
        {Code::ObjectSize, at(rigid, level + "ObjectSize", 3U), level + "ObjectSize",
         "ObjectSize is 3, but the mesh takes 138 bytes."},
        {Code::StreamFlags, made([](ModelSpec& spec) { spec.pieces[0].levels[0].flags[0] = 0x17; }),
         level + "StreamFlags0", "StreamFlags0 is 0x17: the engine makes no room for colours."},
        {Code::StreamFlags, made([](ModelSpec& spec) { spec.pieces[0].levels[0].flags[0] = 0x33; }),
         level + "StreamFlags0", "StreamFlags0 is 0x33: the engine miscounts several texture coordinates."},
        {Code::StreamFlags, made([](ModelSpec& spec) {
             spec.pieces[0].levels[0].flags = {0x11, 2, 0, 0};
         }),
         level + "StreamFlags0", "StreamFlags0 is 0x11: the engine needs normals beside positions."},
        {Code::StreamFlags, made([](ModelSpec& spec) { spec.pieces[0].levels[0].flags[2] = 0x1000; }),
         level + "StreamFlags2", "StreamFlags2 is 0x1000: some of these flags are unknown."},
        {Code::IndexOutOfRange, at(rigid, level + "Bone", 2U), level + "Bone", "Bone is 2, but there are only 2."},
        {Code::IndexOutOfRange, at(rigid, level + "Faces[0].Vertices[1]", std::uint16_t{3}), level + "Faces[0]",
         "A corner is 3, but there are only 3."},
        {Code::IndexOutOfRange, at(rigid, "Boxes.Boxes[0].NodeIndex", 9U), "Boxes.Boxes[0].NodeIndex",
         "NodeIndex is 9, but there are only 2."},
        {Code::IndexOutOfRange, at(sets, level + "BoneSets[1].Bones[1]", std::uint8_t{2}),
         level + "BoneSets[1].Bones[1]", "A bone of the set is 2, but there are only 2."},
        {Code::IndexOutOfRange, at(own, level + "Vertices[1].Bones[0]", std::uint8_t{2}), level + "Vertices[1]",
         "A bone of the vertex is beyond the list, but there are only 2."},
        {Code::IndexOutOfRange, at(animated, level + "AnimNode", 2U), level + "AnimNode",
         "AnimNode is 2, but there are only 2."},
        {Code::IndexOutOfRange, at(animated, level + "AnimatedCount", 4U), level + "AnimatedCount",
         "AnimatedCount is 4, but there are only 4."},
        {Code::IndexOutOfRange, at(animated, level + "Duplicates[0].Source", std::uint16_t{2}), level + "Duplicates[0]",
         "Source is 2, but there are only 2."},
        {Code::IndexOutOfRange, at(animated, level + "Duplicates[0].Target", std::uint16_t{3}), level + "Duplicates[0]",
         "Target is 3, but there are only 3."},
        {Code::BoneSetGap, at(sets, level + "BoneSets[1].VertexCount", std::uint16_t{1}), level + "BoneSetCount",
         "The bone sets of this level cover 2 of 3 vertices and 3 of 3 corners, in this order and without gaps."},
        {Code::NodeCount, made([](ModelSpec& spec) {
             spec.nodes[0].children = 255;
             spec.nodes.resize(256, spec.nodes[1]);
             spec.weightSets.clear();
             spec.animations[0].tracks.resize(256);
         }),
         "Nodes.Nodes", "The model has 256 nodes; vertices can refer only to the first 255."},
        {Code::NodeIndexOrder, at(rigid, "Nodes.Nodes[1].Index", std::uint16_t{0}), "Nodes.Nodes[1].Index",
         "The node stores index 0 at position 1."},
        {Code::WeightSetCount, made([](ModelSpec& spec) { spec.weightSets[0].second = {1}; }),
         "Nodes.WeightSets[0].NodeCount", "The weight set has 1 number, but the model has 2 nodes."},
        {Code::SocketNode, at(rigid, "Sockets.Sockets[0].NodeIndex", 2U), "Sockets.Sockets[0].NodeIndex",
         "The socket is attached to node 2, but the model has only 2."},
        {Code::ChildModelExtension, made([](ModelSpec& spec) { spec.children[0] = "base.abc"; }),
         "ChildModels.ChildModels[0].Name",
         "The child model is named “base.abc”; the engine opens only names that end in .ltb."},
        {Code::ChildModelCount, made([](ModelSpec& spec) { spec.children.resize(32, "base.ltb"); }),
         "ChildModels.Count", "The model has 33 child models, including itself; the engine accepts 1 to 32."},
        {Code::KeyframesNone, made([](ModelSpec& spec) {
             spec.animations[0].times.clear();
             spec.animations[0].tracks.assign(2, {});
         }),
         animation + "KeyframeCount", "The animation has no keyframes."},
        {Code::KeyTimes, at(rigid, animation + "Keyframes[0].Time", 5U), animation + "Keyframes[0]",
         "Key 0 is at 5 ms, after a key at 0 ms; the first key belongs at 0 ms, the others in ascending order."},
        {Code::KeyTimes, at(rigid, animation + "Keyframes[1].Time", 0U), animation + "Keyframes[1]",
         "Key 1 is at 0 ms, after a key at 0 ms; the first key belongs at 0 ms, the others in ascending order."},
        {Code::TrackCount, made([](ModelSpec& spec) { spec.animations[0].tracks[0].locations.resize(9); }),
         animation + "NodeTransforms[0].LocationCount",
         "LocationCount is 3, but should be 0, 1 or the number of keys, 2."},
        {Code::VertexFrames, write([] {
             ModelSpec spec = animatedModel();
             spec.animations[0].tracks[1].frames[1].resize(3);
             return spec;
         }()),
         animation + "NodeTransforms[1]", "The frames of this track do not have the same number of vertices."},
        {Code::NotFinite, at(rigid, level + "Vertices[2].Normal.Y", none), level + "Vertices[2]",
         "The vertex has a number that is not finite."},
        {Code::NotFinite, at(rigid, "Nodes.Nodes[1].Matrix[5]", none), "Nodes.Nodes[1].Matrix",
         "The bind matrix has a number that is not finite."},
        {Code::NotFinite, at(rigid, animation + "NodeTransforms[1].Rotations[1].W", none),
         animation + "NodeTransforms[1]", "A key has a number that is not finite."},
        {Code::NotFinite, at(animated, animation + "NodeTransforms[1].VertexFrames[1].Positions[0].X", none),
         animation + "NodeTransforms[1]", "A key has a number that is not finite."},
    };
}

TEST(LtbFindings, EachIsFoundAloneAndInItsPlace) {
    for (const Case& expected : cases()) {
        SCOPED_TRACE(expected.message);
        const Opened file(expected.bytes);
        const core::Findings findings = file.findings();
        ASSERT_EQ(findings.list().size(), 1U) << (findings.list().empty() ? "" : findings.list().back().message);
        EXPECT_EQ(findings.list()[0].code.as<Code>(), expected.code);
        EXPECT_EQ(findings.list()[0].message, expected.message);
        EXPECT_EQ(findings.list()[0].place().path, expected.path);
        EXPECT_EQ(checkModel(expected.bytes), abc::testing::Violation{});
    }
}

TEST(LtbFindings, OfBonesThatTheEngineDoesNotDraw) {
    const auto codesOf = [](LevelSpec level) {
        std::vector<std::string> messages;
        const Opened file(withLevel(std::move(level)));
        const core::Findings findings = file.findings();
        for (const core::Finding& finding : findings.list()) messages.push_back(finding.message);
        return messages;
    };
    LevelSpec many = boneSets();
    many.bonesPerFace = 5;
    for (VertexSpec& vertex : many.vertices) vertex.blends.resize(3);
    EXPECT_EQ(codesOf(many), std::vector<std::string>{"MaxBonesPerFace is 5; the engine draws 1 to 4."});
    LevelSpec one = palette(2, false);
    one.bonesPerVertex = 1;
    for (VertexSpec& vertex : one.vertices) vertex.blends.clear();
    EXPECT_EQ(codesOf(one), std::vector<std::string>{"MaxBonesPerVertex is 1; the engine draws 2 to 4."});
    LevelSpec beyond = palette(2, true);
    beyond.boneList = {1, 5};
    EXPECT_EQ(codesOf(beyond)[0], "A bone is 5, but there are only 2.");
}

/// What a vertex has may be in other streams than the first: its place is what holds it then.
TEST(LtbFindings, HaveAPlaceWhereTheFirstStreamIsEmpty) {
    LevelSpec level = palette(2, true);
    std::swap(level.flags[0], level.flags[1]);
    level.boneList = {1};
    const Bytes bytes = write(withLevel(level));
    EXPECT_EQ(checkModel(bytes), abc::testing::Violation{});
    const core::Findings findings = Opened(bytes).findings();
    ASSERT_FALSE(findings.list().empty());
    for (const core::Finding& finding : findings.list()) {
        for (const core::FindingPlace& place : finding.places) {
            EXPECT_LE(std::uint64_t{place.offset} + place.length, bytes.size()) << finding.message;
        }
    }
}

TEST(LtbFindings, SayWhereReadingStopped) {
    const auto findingOf = [](const Bytes& bytes) {
        EXPECT_EQ(checkModel(bytes), abc::testing::Violation{});
        const core::Findings findings = Opened(bytes).findings();
        const auto list = findings.list();
        EXPECT_FALSE(list.empty());
        return list.at(0);
    };
    const Bytes whole = made([](ModelSpec&) {});
    Bytes cut = whole;
    cut.resize(cut.size() - 5);
    EXPECT_EQ(findingOf(cut).code.as<Code>(), Code::Cut);
    const core::Finding large = findingOf(changed(whole, "Pieces.Pieces[0].LODs[0].VertexCount", 0xFFFFFFFFU));
    EXPECT_EQ(large.code.as<Code>(), Code::CountLarge);
    EXPECT_NE(large.message.find("Pieces.Pieces[0].LODs[0].Vertices requires"), std::string::npos) << large.message;
    EXPECT_EQ(large.place().path, "Pieces.Unparsed");
    EXPECT_EQ(findingOf(changed(whole, "Nodes.Nodes[1].ChildCount", 5000U)).code.as<Code>(), Code::TreeOpen);
    const core::Finding unknown = findingOf(changed(whole, "Animation.Animations[0].Compression", 4U));
    EXPECT_EQ(unknown.message, "Animation.Animations[0].Compression is 4; only 0 to 3 are known.");
    // What was read before it is there.
    EXPECT_EQ(Opened(changed(whole, "Animation.Animations[0].Compression", 4U)).model.nodes.size(), 2U);
    // Exactly after a section: what is missing is said all the same.
    cut = whole;
    cut.resize(startOf(Opened(whole), "Nodes.Nodes"));
    EXPECT_EQ(findingOf(cut).code.as<Code>(), Code::Cut);
}

TEST(LtbFindings, OfAnAnimationThatWouldTakeMoreMemoryThanItIsWorth) {
    ModelSpec spec = twoNodes(1);
    spec.nodes[0].children = 499;
    spec.nodes.resize(500, spec.nodes[1]);
    spec.animations[0].tracks.assign(500, {});
    spec.animations[0].times.clear();
    for (std::uint32_t k = 0; k < 10000; ++k) spec.animations[0].times.push_back(k);
    const Opened file(spec);
    EXPECT_FALSE(file.model.animations[0].complete);
    bool isSaid = false;
    const core::Findings findings = file.findings();
    for (const core::Finding& finding : findings.list()) {
        isSaid = isSaid || finding.code.as<Code>() == Code::KeysMany;
    }
    EXPECT_TRUE(isSaid);
}

TEST(LtbDetect, NamesWhatElseGoesByThatExtension) {
    using abc::testing::ByteWriter;
    const auto saidOf = [](const Bytes& bytes) {
        EXPECT_NE(core::detect(bytes), core::Format::Ltb);
        const core::Document document = abc::parse(bytes);
        return abc::validate(document, abc::Model{}).list().at(0).message;
    };
    const auto head = [](std::uint8_t type, std::uint16_t version) {
        return ByteWriter().u8(type).u8(0).u16(version).zeros(40).bytes();
    };
    const auto is = [](const char* what) { return std::string("This is not a LithTech ABC model: it ") + what + '.'; };
    EXPECT_EQ(saidOf(head(1, 8)), is("looks like an LTB, but its file version is not 9"));
    EXPECT_EQ(saidOf(head(2, 3)), is("is an LTB for the PlayStation 2"));
    EXPECT_EQ(saidOf(ByteWriter().u32(2).u32(16).zeros(40).bytes()), is("is an LTB for the PlayStation 2"));
    EXPECT_EQ(saidOf(head(3, 9)), is("is an LTB for the Xbox"));
    EXPECT_EQ(saidOf(head(5, 3)), is("is a render style: how a surface is drawn"));
    EXPECT_EQ(saidOf(head(6, 3)), is("is a render style for the PlayStation 2"));
    EXPECT_EQ(saidOf(head(7, 9)), is("is a single mesh of an LTB, without a skeleton"));
    EXPECT_EQ(saidOf(ByteWriter().u32(66).zeros(40).bytes()), is("looks like a world, a level of a game"));
    EXPECT_EQ(saidOf(ByteWriter().u8(0x5D).u32(0x800000).zeros(40).bytes()),
              is("looks like an LZMA stream, in which some games keep their LTB"));
    // "(": a 1, then 00101000.
    EXPECT_EQ(saidOf(ByteWriter().u32(0).u16(0x0029).zeros(9).bytes()),
              is("looks like an LTC, LithTech’s text model, packed"));
    EXPECT_EQ(core::detect(head(8, 3)), core::Format::Unknown);
    EXPECT_EQ(core::detect(ByteWriter().u8(5).u8(0).u16(3).zeros(10).u8(1).zeros(20).bytes()), core::Format::Unknown);
}

TEST(LtbSweep, CutAtAnyLengthIsCoveredAndHasAnError) {
    for (const auto& [name, bytes] : allModels()) {
        for (std::size_t length = 20; length < bytes.size(); length += abc::testing::kEvery) {
            const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
            ASSERT_EQ(checkModel(cut, 1), abc::testing::Violation{}) << name << " cut at " << length;
            ASSERT_TRUE(hasError(Opened(cut).findings())) << name << " cut at " << length;
        }
    }
}

TEST(LtbSweep, WithAnyByteChangedIsCovered) {
    for (const auto& [name, original] : allModels()) {
        Bytes bytes = original;
        // What comes before decides whether it is a compiled model.
        for (std::size_t i = 4; i < bytes.size(); i += abc::testing::kEvery) {
            const auto byte = static_cast<unsigned>(bytes[i]);
            const unsigned values[] = {0U, 0xFFU, (byte + 1) & 0xFFU, (byte - 1) & 0xFFU};
            const unsigned value = values[i / abc::testing::kEvery % std::size(values)];
            bytes[i] = static_cast<std::byte>(value);
            ASSERT_EQ(checkModel(bytes, 1), abc::testing::Violation{}) << name << " byte " << i << " = " << value;
            bytes[i] = original[i];
        }
    }
}

/// Makes a model with so many of one thing.
using Grow = void (*)(ModelSpec& spec, std::uint32_t count);

TEST(LtbLinear, InEachListOfAModel) {
    constexpr std::uint32_t kFew = 200;
    const std::pair<const char*, Grow> shapes[] = {
        {"pieces", [](ModelSpec& spec, std::uint32_t count) { spec.pieces.resize(count, spec.pieces[0]); }},
        {"empty levels",
         [](ModelSpec& spec, std::uint32_t count) {
             LevelSpec empty;
             empty.type = kNull;
             spec.pieces[0].levels.assign(count, empty);
             spec.pieces[0].distances.assign(count, 0);
         }},
        {"vertices", [](ModelSpec& spec, std::uint32_t count) { spec.pieces[0].levels[0].vertices.resize(count); }},
        {"bone sets, each of all vertices",
         [](ModelSpec& spec, std::uint32_t count) {
             LevelSpec level = boneSets();
             level.vertices.resize(count, level.vertices[0]);
             const auto all = static_cast<std::uint16_t>(count);
             level.sets.assign(count, {0, all, {0, 1, 0xFF, 0xFF}, 3});
             spec.pieces[0].levels = {level};
         }},
        {"nodes",
         [](ModelSpec& spec, std::uint32_t count) {
             spec.nodes[0].children = count;
             spec.nodes.resize(count + 1, spec.nodes[1]);
             spec.animations[0].tracks.resize(count + 1);
         }},
        {"nodes in a chain, and keys",
         [](ModelSpec& spec, std::uint32_t count) {
             spec.nodes.assign(count, spec.nodes[0]);
             spec.nodes.back().children = 0;
             spec.animations[0].tracks.assign(count, {});
             spec.animations[0].times.clear();
             for (std::uint32_t k = 0; k < count; ++k) spec.animations[0].times.push_back(k);
         }},
        {"animations", [](ModelSpec& spec, std::uint32_t count) { spec.animations.resize(count, spec.animations[0]); }},
        {"vertex frames",
         [](ModelSpec& spec, std::uint32_t count) {
             spec = animatedModel();
             spec.animations[0].times.clear();
             for (std::uint32_t k = 0; k < count; ++k) spec.animations[0].times.push_back(k);
             spec.animations[0].tracks[0].locations.assign(std::size_t{3} * count, 0);
             spec.animations[0].tracks[0].rotations.assign(std::size_t{4} * count, 0);
             spec.animations[0].tracks[1].frames.clear();
             // No two neighbours are alike.
             for (std::uint32_t k = 0; k < count; ++k) {
                 spec.animations[0].tracks[1].frames.emplace_back(k % 2 == 0 ? 3 : 6);
             }
         }},
        {"child models and sockets",
         [](ModelSpec& spec, std::uint32_t count) {
             spec.children.assign(count, "a.ltb");
             spec.sockets.assign(count, "s");
             spec.weightSets.assign(count, {"w", {1}});
         }},
    };
    for (const auto& [name, grow] : shapes) {
        const auto costOf = [grow = grow](std::uint32_t count) {
            ModelSpec spec = twoNodes(1);
            grow(spec, count);
            const Bytes bytes = write(spec);
            return abc::testing::measured([&] {
                const core::Document document = parse(bytes);
                (void)ltb::validate(document, buildModel(document));
            });
        };
        const abc::testing::Work few = costOf(kFew);
        abc::testing::expectLinear(name, few, costOf(kFew * abc::testing::kTimes));
    }
}

}  // namespace
}  // namespace ltb::testing
