// A whole glTF as a draft: what is told of it, and what it becomes.
#include "drafting/whole.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/json_values.h"

namespace {

using drafting::Channel;
using drafting::Gltf;
using drafting::Interpolation;
using drafting::Path;
using drafting::Whole;
using drafting::WholeDraft;
using drafting::WholeSettings;
using gltf::Json;
using gltf::testing::list;
using gltf::testing::number;
using gltf::testing::record;
using gltf::testing::text;
using Texts = std::vector<std::string>;

Json vector(double x, double y, double z) {
    return list({number(x), number(y), number(z)});
}

/// A scene in memory, in which everything can be changed.
class Source : public drafting::PrimitiveReader {
public:
    /// A node, with a triangle as its mesh.
    std::uint32_t addMesh(const std::string& name, std::int32_t parent = -1, std::uint32_t primitives = 1) {
        const std::uint32_t node = addNode(name, parent);
        gltf.nodes[node].mesh = static_cast<std::int32_t>(gltf.meshes.size());
        gltf::Mesh& mesh = gltf.meshes.emplace_back();
        for (std::uint32_t i = 0; i < primitives; ++i) mesh.primitives.push_back({true, 1, 3, -1, 0, false});
        return node;
    }
    std::uint32_t addNode(const std::string& name, std::int32_t parent = -1, double height = 1) {
        const auto node = static_cast<std::uint32_t>(gltf.nodes.size());
        gltf.nodes.push_back({name, {}, -1, {}});
        gltf.scene.parents.push_back(parent);
        gltf.scene.order.push_back(node);
        gltf.scene.rest.insert(gltf.scene.rest.end(), {0, height, 0, 0, 0, 0, 1, 1, 1, 1});
        gltf.isShown.push_back(1);
        gltf.skinOf.push_back(-1);
        return node;
    }
    std::int32_t addMaterial(const std::string& name, std::array<double, 4> colour, bool hasTexture = false) {
        gltf.materials.push_back({name, {}, colour, true, hasTexture});
        return static_cast<std::int32_t>(gltf.materials.size()) - 1;
    }
    /// Moves a node from one second on, at some seconds.
    void addAnimation(const std::string& name, std::uint32_t node, std::vector<double> times) {
        Channel channel;
        channel.node = node;
        channel.path = Path::kTranslation;
        channel.interpolation = Interpolation::kLinear;
        channel.size = 3;
        for (std::size_t i = 0; i < times.size(); ++i) {
            channel.times.push_back(static_cast<float>(times[i]));
            channel.values.insert(channel.values.end(), {0, static_cast<float>(i), 0});
        }
        gltf.animations.push_back({name, {}, 1});
        channels.push_back({channel});
    }
    gltf::Description& describe() {
        gltf.description.emplace();
        gltf.description->version = 12;
        return *gltf.description;
    }
    void tell(const std::string& name, Json value) {
        Json& json = gltf.description->json;
        if (!std::holds_alternative<Json::Record>(json.value)) json.value = Json::Record{};
        std::get<Json::Record>(json.value).push_back({name, std::move(value)});
    }

    [[nodiscard]] drafting::Primitive read(std::uint32_t /*node*/, std::uint32_t /*primitive*/) const override {
        return primitive;
    }

    WholeDraft run() {
        EXPECT_EQ(refusalOf(gltf), "");
        Whole whole(gltf, channels, *this, settings);
        while (whole.step()) EXPECT_LE(whole.done(), 1);
        refusal = whole.refusal();
        EXPECT_TRUE(!refusal.empty() || whole.done() == 1);
        EXPECT_FALSE(whole.step());
        space = whole.drafting().space().matrix();
        return std::move(whole.result());
    }

    Gltf gltf;
    std::vector<std::vector<Channel>> channels;
    drafting::Primitive primitive = triangle();
    WholeSettings settings{"Box.glb", {}, false, false, std::nullopt, 1};
    std::string refusal;
    drafting::Matrix space{};

private:
    static drafting::Primitive triangle() {
        drafting::Primitive out;
        out.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        out.normals = {0, 0, 1, 0, 0, 1, 0, 0, 1};
        out.uvs = {0, 0, 1, 0, 0, 1};
        return out;
    }
};

Texts codesOf(const std::vector<gltf::Note>& notes) {
    Texts out;
    for (const gltf::Note& note : notes) out.emplace_back(note.code);
    return out;
}
template <class List>
Texts namesOf(const List& list) {
    Texts out;
    for (const auto& each : list) out.push_back(each.name);
    return out;
}
std::string messageOf(const std::vector<gltf::Note>& notes, std::string_view code) {
    const auto found =
        std::find_if(notes.begin(), notes.end(), [=](const gltf::Note& note) { return note.code == code; });
    return found == notes.end() ? "" : found->message;
}

TEST(WholeDraft, OfNothingIsRefused) {
    Source empty;
    empty.addNode("only");
    (void)empty.run();
    EXPECT_EQ(empty.refusal, "The scene of Box.glb does not contain a mesh: there is nothing to make a model from.");
    Source hidden;
    hidden.addMesh("mesh");
    hidden.gltf.isShown[0] = 0;
    (void)hidden.run();
    EXPECT_EQ(hidden.refusal.substr(0, 9), "The scene");
    Source lines;
    lines.addMesh("lines");
    lines.gltf.meshes[0].primitives[0].drawsTriangles = false;
    (void)lines.run();
    EXPECT_EQ(lines.refusal, "Box.glb does not contain any triangles: there is nothing to make a model from.");
}

TEST(WholeDraft, OfTooMuchIsRefused) {
    Source vertices;
    vertices.addMesh("mesh");
    vertices.gltf.meshes[0].primitives[0].vertices = 10'000'001;
    (void)vertices.run();
    EXPECT_EQ(vertices.refusal,
              "Box.glb has 10,000,001 vertices in its scene; more than 10,000,000 are too many for a model.");
    Source pieces;
    pieces.addMesh("mesh", -1, 4097);
    (void)pieces.run();
    EXPECT_EQ(pieces.refusal.substr(0, 21), "Box.glb has 4,097 mes");
    Source letters;
    letters.addMesh(std::string(2'000'001, 'x'));
    (void)letters.run();
    EXPECT_EQ(letters.refusal.substr(0, 36), "Box.glb has names of 4,000,002 chara");
    Source far;
    far.addMesh("mesh");
    far.gltf.scene.rest[1] = 1e300;
    (void)far.run();
    EXPECT_NE(far.refusal.find("farther away"), std::string::npos);
}

TEST(WholeDraft, WhosePartsDoNotFitIsRefused) {
    Source from;
    from.addMesh("mesh");
    EXPECT_EQ(refusalOf(from.gltf), "");
    const auto refuses = [&](auto change) {
        Gltf other = from.gltf;
        change(other);
        EXPECT_NE(refusalOf(other), "");
    };
    refuses([](Gltf& gltf) { gltf.isShown.clear(); });
    refuses([](Gltf& gltf) { gltf.skinOf[0] = 0; });
    refuses([](Gltf& gltf) { gltf.scene.order[0] = 1; });
    refuses([](Gltf& gltf) { gltf.scene.parents[0] = 1; });
    refuses([](Gltf& gltf) { gltf.nodes[0].mesh = 1; });
    refuses([](Gltf& gltf) { gltf.meshes[0].primitives[0].material = 0; });
}

TEST(WholeDraft, HasNodesAndPiecesWithNames) {
    Source from;
    const std::uint32_t root = from.addNode("root");
    from.addMesh("box", static_cast<std::int32_t>(root), 2);
    from.addMesh("box", static_cast<std::int32_t>(root));
    from.addMesh("", static_cast<std::int32_t>(root));
    const WholeDraft made = from.run();
    // Without joints, the nodes that carry meshes are those of the model.
    EXPECT_EQ(namesOf(made.nodes), (Texts{"root", "box", "box 2", "node 3"}));
    EXPECT_EQ(namesOf(made.pieces), (Texts{"box", "box 2", "box 3", "piece"}));
    EXPECT_EQ(made.pieces[2].node, 2U);
    EXPECT_EQ(made.pieces[1].primitive, 1U);
    EXPECT_EQ(made.pieces[0].triangles, std::vector<std::int32_t>{0});
    EXPECT_EQ(codesOf(made.notes), (Texts{"NAMES_CHANGED", "NAMES_CHANGED", "ROOT_MADE"}));
    EXPECT_EQ(made.notes[0].message, "Renamed 1 piece with a name already in use: box → box 3.");
    EXPECT_EQ(made.levels, 0U);
    EXPECT_TRUE(made.lodDistances && made.lodDistances->empty());
    EXPECT_GT(made.internalRadius, 0);
}

TEST(WholeDraft, OfSeveralTopsHasARoot) {
    Source from;
    from.addMesh("a");
    from.addMesh("a");
    from.addAnimation("move", 0, {0, 1});
    from.addAnimation("move", 1, {0, 1});
    const WholeDraft made = from.run();
    EXPECT_EQ(namesOf(made.nodes), (Texts{"root", "a", "a 2"}));
    EXPECT_EQ(namesOf(made.animations), (Texts{"move", "move 2"}));
    EXPECT_EQ(messageOf(made.notes, "ROOT_MADE"), "Added a root above 2 top-level nodes: a model has exactly one.");
}

TEST(WholeDraft, HasLevels) {
    Source from;
    for (const char* name : {"box_LOD0", "box_lod01", "box_LOD1", "other", "tail_LOD5", "x_LOD", "a_LODx1"})
        from.addMesh(name);
    const WholeDraft made = from.run();
    EXPECT_EQ(namesOf(made.pieces), (Texts{"box", "box_LOD1", "other", "tail_LOD5", "x_LOD", "a_LODx1"}));
    EXPECT_EQ(made.levels, 1U);
    for (const drafting::MadePiece& piece : made.pieces) EXPECT_EQ(piece.levels.size(), 2U);
    // The same once more: each vertex becomes itself.
    EXPECT_EQ(made.pieces[2].levels[0].next, (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_TRUE(made.pieces[0].levels[0].next.empty());
    EXPECT_EQ(messageOf(made.notes, "LEVEL_TWICE").find("box_LOD1") != std::string::npos, true);
    EXPECT_FALSE(made.lodDistances);
}

TEST(WholeDraft, HasSlotsOfMaterials) {
    Source from;
    from.addMesh("mesh", -1, 4);
    const std::int32_t said = from.addMaterial("said", {1, 1, 1, 1}, true);
    const std::int32_t free = from.addMaterial("", {1, 0, 0, 1}, true);
    (void)from.addMaterial("unused", {1, 1, 1, 1});
    const std::int32_t flat = from.addMaterial("flat", {0, 0, 1, 0.5});
    from.gltf.materials[static_cast<std::size_t>(said)].extras = record({{"lt_material", number(0)}});
    auto& primitives = from.gltf.meshes[0].primitives;
    primitives[0].material = said;
    primitives[1].material = free;
    primitives[2].material = flat;
    from.gltf.meshes[0].extras = record({{"lt_material", number(7)}, {"lta_specular_scale", number(0.5)}});
    const WholeDraft made = from.run();
    EXPECT_EQ(made.pieces[0].slot, 0U);
    EXPECT_EQ(made.pieces[1].slot, 1U);
    EXPECT_EQ(made.pieces[2].slot, 2U);
    EXPECT_EQ(made.pieces[3].slot, 0U);
    EXPECT_EQ(made.pieces[3].specularScale, 0.5);
    EXPECT_EQ(messageOf(made.notes, "SLOTS_GIVEN"), "Skin slots from materials: 1 → unnamed, 2 → flat.");
    EXPECT_EQ(messageOf(made.notes, "MATERIAL_COLOURS_LEFT_OUT").substr(0, 45),
              "Skipped the colours of 1 material (flat): the");
    EXPECT_NE(messageOf(made.notes, "MATERIAL_TINTS_LEFT_OUT"), "");

    from.settings.paletteSkin = true;
    const WholeDraft coloured = from.run();
    ASSERT_TRUE(coloured.skin);
    EXPECT_EQ(coloured.skin->slot, 2U);
    EXPECT_EQ(coloured.skin->name, "Box.png");
    // White without a material, and blue: two blocks of eight texels.
    EXPECT_EQ(coloured.skin->image.width, 16U);
    EXPECT_EQ(coloured.skin->image.height, 8U);
    EXPECT_FALSE(coloured.skin->image.hasAlpha);
    const auto& data = coloured.skin->image.data;
    EXPECT_EQ(std::vector<std::uint8_t>(data.begin(), data.begin() + 3), (std::vector<std::uint8_t>{0, 0, 255}));
    EXPECT_EQ(coloured.pieces[2].slot, 2U);
    EXPECT_EQ(coloured.pieces[3].slot, 2U);
    EXPECT_EQ(coloured.pieces[2].levels[0].uvs, (std::vector<float>{0.25F, 0.5F, 0.25F, 0.5F, 0.25F, 0.5F}));
    EXPECT_EQ(messageOf(coloured.notes, "SKIN_MADE"),
              "Made the skin Box.png for slot 2, with 2 colours of 1 material (flat).");

    from.settings.model.version = 6;
    const WholeDraft old = from.run();
    EXPECT_FALSE(old.skin);
    EXPECT_NE(messageOf(old.notes, "SKIN_NOT_MADE").find("one skin, and 2 materials have textures."),
              std::string::npos);
    for (auto& primitive : primitives) primitive.material = free;
    EXPECT_EQ(messageOf(from.run().notes, "SKIN_NOT_MADE"),
              "No skin was made from the material colours: all materials have textures.");
}

TEST(WholeDraft, HasAPaletteWithAlpha) {
    Source from;
    from.addMesh("mesh", -1, 3);
    for (int i = 0; i < 3; ++i) {
        from.gltf.meshes[0].primitives[static_cast<std::size_t>(i)].material =
            from.addMaterial("m", {i / 2.0, 0, 0.001, 0.5});
        from.gltf.materials.back().isOpaque = i > 0;
    }
    from.settings.paletteSkin = true;
    from.settings.model.version = 6;
    const WholeDraft made = from.run();
    ASSERT_TRUE(made.skin);
    EXPECT_EQ(made.skin->slot, 0U);
    EXPECT_EQ(made.skin->image.width * made.skin->image.height, 256U);
    EXPECT_TRUE(made.skin->image.hasAlpha);
    // sRGB of half the light is 188, a thousandth is 3, half an alpha 128.
    const auto& data = made.skin->image.data;
    EXPECT_EQ(std::vector<std::uint8_t>(data.begin(), data.begin() + 4), (std::vector<std::uint8_t>{0, 0, 3, 128}));
    EXPECT_EQ(data[4 * 8], 188);
}

TEST(WholeDraft, TellsWhatIsNotThere) {
    Source from;
    from.addMesh("mesh", -1, 2);
    from.addMesh("more");
    from.gltf.meshes[0].primitives[1].drawsTriangles = false;
    from.gltf.meshes[0].primitives[0].hasColours = true;
    from.gltf.meshes[0].primitives[0].targets = 2;
    from.primitive.normals.clear();
    from.primitive.uvs.clear();
    from.primitive.indices = {0, 1, 2, 0, 0, 1};
    const WholeDraft made = from.run();
    EXPECT_EQ(codesOf(made.notes), (Texts{"LINES_LEFT_OUT", "TRIANGLES_FLAT", "NORMALS_MADE", "UVS_MISSING",
                                          "COLOURS_LEFT_OUT", "MORPHS_LEFT_OUT", "ROOT_MADE"}));
    EXPECT_EQ(messageOf(made.notes, "MORPHS_LEFT_OUT").substr(0, 24), "Skipped 2 morph targets:");
    from.gltf.isShown[1] = 0;
    EXPECT_EQ(messageOf(from.run().notes, "UVS_MISSING").substr(0, 44), "1 piece has no texture coordinates (mesh): i");
}

TEST(WholeDraft, IsSplitWhereAPieceHasNoRoom) {
    Source from;
    from.addMesh("large");
    from.primitive = {};
    for (std::uint32_t i = 0; i < 3 * 21'900; ++i)
        from.primitive.positions.insert(from.primitive.positions.end(),
                                        {static_cast<float>(i), static_cast<float>(i % 3), static_cast<float>(i % 7)});
    const WholeDraft made = from.run();
    EXPECT_EQ(namesOf(made.pieces), (Texts{"large", "large 2"}));
    EXPECT_EQ(messageOf(made.notes, "PIECE_SPLIT"),
              "Split pieces with more than 65,535 vertices, the most that a piece can have: large.");
}

TEST(WholeDraft, HasSkinsAndSockets) {
    Source from;
    const std::uint32_t root = from.addNode("root", -1, 0);
    const std::uint32_t arm = from.addNode("arm", static_cast<std::int32_t>(root));
    const std::uint32_t mesh = from.addMesh("body");
    (void)from.addNode("s_hand", static_cast<std::int32_t>(arm));
    const std::uint32_t known = from.addNode("S_foot", static_cast<std::int32_t>(root));
    (void)from.addNode("s_", static_cast<std::int32_t>(root));
    const std::uint32_t above = from.addNode("s_above", static_cast<std::int32_t>(root));
    (void)from.addNode("below", static_cast<std::int32_t>(above));
    from.gltf.nodes[known].extras = record({{"lt_socket", number(0)}});
    drafting::SceneSkin skin;
    skin.joints = {root, arm};
    skin.inverse.assign(2, abc::kIdentity);
    from.gltf.scene.skins = {drafting::SceneSkin{}, skin, skin};
    from.gltf.skinOf[mesh] = 1;
    from.primitive.joints.push_back(std::vector<float>(12));
    from.primitive.weights.push_back({1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
    const WholeDraft made = from.run();
    EXPECT_EQ(namesOf(made.sockets), (Texts{"foot", "hand"}));
    EXPECT_EQ(made.sockets[1].node, 1U);
    EXPECT_EQ(made.sockets[1].stand.place[1], 1);
    EXPECT_EQ(messageOf(made.notes, "VERTICES_WITHOUT_WEIGHTS"),
              "1 vertex without weights: each is moved by its first joint.");
    const drafting::Contents contents = contentsOf(from.gltf);
    EXPECT_EQ(contents.scene.skins.size(), 1U);
    EXPECT_EQ(contents.scene.skins[0].meshNode, static_cast<std::int32_t>(mesh));
    EXPECT_EQ(contents.joints, 2U);
    // Without a mesh that has one, all skins are meant; names of sockets may be the same.
    from.gltf.skinOf[mesh] = 0;
    EXPECT_EQ(contentsOf(from.gltf).scene.skins.size(), 2U);
    from.gltf.nodes[known].name = "s_hand";
    EXPECT_EQ(namesOf(from.run().sockets), (Texts{"hand", "hand 2"}));
    from.gltf.nodes[known].name = "S_";
    EXPECT_EQ(namesOf(from.run().sockets)[0], "socket");
}

TEST(WholeDraft, IsCentred) {
    Source from;
    from.addMesh("mesh");
    const drafting::Matrix before = (void(from.run()), from.space);
    from.settings.centre = true;
    const WholeDraft made = from.run();
    EXPECT_NE(from.space, before);
    EXPECT_EQ(made.pieces.size(), 1U);
    EXPECT_TRUE(made.notes.empty());
}

TEST(WholeDraft, HasTimelines) {
    Source from;
    const std::uint32_t mesh = from.addMesh("mesh", static_cast<std::int32_t>(from.addNode("root")));
    from.addAnimation("walk", mesh, {1, 1.5, 2});
    from.gltf.animations[0].extras = record({{"events", list({record({{"time", number(1.25)}, {"text", text("a")}}),
                                                              record({{"time", number(1.25)}, {"text", text("b")}}),
                                                              record({{"time", number(9)}, {"text", text("late")}})})},
                                             {"lta_dims", vector(1, 2, 3)},
                                             {"lta_interp_time", number(99.6)}});
    from.gltf.animations[0].channels = 2;
    from.addAnimation("", mesh, {0, 0.1});
    from.addAnimation("long", mesh, {0, 4e7});
    from.addAnimation("left", mesh, {0, 1});
    from.settings.animations = std::vector<std::uint32_t>{0, 1, 2, 77};
    const WholeDraft made = from.run();
    ASSERT_EQ(namesOf(made.animations), (Texts{"walk", "Animation 2"}));
    const drafting::MadeAnimation& walk = made.animations[0];
    EXPECT_EQ(walk.start, 1000);
    EXPECT_EQ(walk.times, (std::vector<std::uint32_t>{0, 250, 500, 1000}));
    EXPECT_EQ(walk.strings, (Texts{"", "a;b", "", "late"}));
    EXPECT_EQ(walk.extents, (drafting::Vector{1, 2, 3}));
    EXPECT_EQ(walk.interpolationTime, 100U);
    EXPECT_EQ(made.animations[1].interpolationTime, 200U);
    EXPECT_GT(made.animations[1].extents[1], 0);
    EXPECT_EQ(codesOf(made.notes), (Texts{"CHANNELS_LEFT_OUT", "ANIMATION_LEFT_OUT", "STRINGS_MOVED"}));
    EXPECT_EQ(made.notes[2].message, "Moved 1 frame string from after the end to the last key: late in walk.");
}

TEST(WholeDraft, HasNoAnimationWithTooManyKeys) {
    Source from;
    from.addMesh("mesh");
    std::vector<double> times;
    for (int i = 0; i < 110'001; ++i) times.push_back(i);
    from.addAnimation("many", 0, times);
    const WholeDraft made = from.run();
    EXPECT_TRUE(made.animations.empty());
    EXPECT_EQ(messageOf(made.notes, "ANIMATION_LEFT_OUT").substr(0, 28), "Skipped many: too many keys,");
}

TEST(WholeDraft, TellsOfScalesAndSplines) {
    Source from;
    const std::uint32_t root = from.addNode("", -1);
    const std::uint32_t mesh = from.addMesh("mesh", static_cast<std::int32_t>(root));
    from.addAnimation("grow", mesh, {0, 1});
    from.channels[0][0].path = Path::kScale;
    for (const std::uint32_t node : {root, mesh}) {
        Channel scale = from.channels[0][0];
        scale.node = node;
        scale.values = {1, 1, 1, 3, 2, 1};
        from.channels[0].push_back(scale);
    }
    from.channels[0].erase(from.channels[0].begin());
    Channel turn = from.channels[0][0];
    turn.node = mesh;
    turn.path = Path::kRotation;
    turn.size = 4;
    turn.interpolation = Interpolation::kStep;
    turn.values = {0, 0, 0, 1, 0, 0, 1, 0};
    from.channels[0].push_back(turn);
    const WholeDraft made = from.run();
    const Texts codes = codesOf(made.notes);
    EXPECT_NE(std::find(codes.begin(), codes.end(), "SCALE_ANIMATED"), codes.end());
    EXPECT_NE(messageOf(made.notes, "SCALE_ANIMATED").find("units off"), std::string::npos);
}

/// An export of a file, with another name for one of its nodes.
class Exported : public Source {
public:
    Exported() {
        const std::uint32_t root = addNode("root", -1, 0);
        const std::uint32_t arm = addNode("arm", static_cast<std::int32_t>(root));
        (void)addMesh("body_mesh", static_cast<std::int32_t>(arm));
        const std::uint32_t hand = addNode("s_hand", static_cast<std::int32_t>(arm));
        gltf.nodes[root].extras = record({{"lt_index", number(0)}, {"lt_flags", number(6)}});
        gltf.nodes[arm].extras = record({{"lt_index", number(1)}, {"lt_flags", number(300)}});
        gltf.nodes[hand].extras = record({{"lt_socket", number(0)}});
        gltf.meshes[0].extras = record({{"lt_piece", number(0)}, {"lt_lod", number(0)}});
        drafting::SceneSkin skin;
        skin.joints = {root, arm};
        skin.inverse.assign(2, abc::kIdentity);
        gltf.scene.skins.push_back(skin);
        addAnimation("walk", arm, {0, 1});
        gltf::Description& description = describe();
        description.joints = {"root", "arm"};
        description.sockets = {"s_hand"};
        description.meshes = {{0, 0, "body_mesh"}};
        description.add({"walk", -1, 0, "Walk", {0, 1000}});
        description.add({"wave", 1, 0, "Wave", {0}});
        tell("nodes", list({record({{"name", text("Root")}}), record({{"name", text("Arm")}, {"parent", number(0)}})}));
        tell("pieces", list({record({{"name", text("Body")}, {"specularPower", number(4)}})}));
        tell("sockets", list({record({{"name", text("Hand")}})}));
        tell("header", record({{"InternalRadius", number(7)}, {"LODDistances", list({number(50)})}}));
        tell("commandString", text("do"));
        tell("animations",
             record({{"walk", record({{"extents", vector(1, 1, 1)},
                                      {"origin", vector(0, 3, 0)},
                                      {"interpolationTime", number(60)},
                                      {"strings", list({record({{"key", number(1)}, {"text", text("end")}})})}})}}));
        tell("weightSets",
             list({record({{"name", text("all")}, {"nodeWeights", list({number(1), number(0.5)})}}), record({})}));
        tell("childModels", list({record({}), record({{"name", text("hat")}, {"buildNumber", number(3)}})}));
        tell("bindings", list({list({}), list({record({{"name", text("Walk")}, {"extents", vector(1, 2, 3)}})})}));
        settings.exportScale = 2;
    }
};

TEST(WholeDraft, OfAnExportHasWhatItKept) {
    Exported from;
    from.addAnimation("wave", 1, {0, 1});
    const WholeDraft made = from.run();
    EXPECT_EQ(namesOf(made.nodes), (Texts{"Root", "Arm"}));
    // It is not at the origin without what its binding adds: no longer rotation-only.
    EXPECT_EQ(made.nodes[0].flags, 4U);
    EXPECT_EQ(made.nodes[1].flags, 0U);
    EXPECT_EQ(namesOf(made.pieces), Texts{"Body"});
    EXPECT_EQ(made.pieces[0].specularPower, 4);
    EXPECT_EQ(namesOf(made.sockets), Texts{"Hand"});
    // That of the child model is in its own file.
    ASSERT_EQ(namesOf(made.animations), Texts{"Walk"});
    EXPECT_EQ(made.animations[0].extents, (drafting::Vector{2, 2, 2}));
    EXPECT_EQ(made.animations[0].origin, (drafting::Vector{0, 6, 0}));
    EXPECT_EQ(made.animations[0].interpolationTime, 60U);
    EXPECT_EQ(made.animations[0].strings.back(), "end");
    EXPECT_EQ(made.internalRadius, 14);
    EXPECT_EQ(made.commandString, "do");
    ASSERT_EQ(namesOf(made.weightSets), (Texts{"all", "Set 1"}));
    EXPECT_EQ(made.weightSets[0].weights, (std::vector<double>{1, 0.5}));
    EXPECT_EQ(made.weightSets[1].weights, (std::vector<double>{0, 0}));
    ASSERT_EQ(namesOf(made.childModels), Texts{"hat"});
    EXPECT_EQ(made.childModels[0].buildNumber, 3U);
    ASSERT_EQ(made.bindings.size(), 1U);
    EXPECT_EQ(made.bindings[0][0].extents, (drafting::Vector{2, 4, 6}));
    EXPECT_EQ(codesOf(made.notes), Texts{"ROTATION_ONLY_CLEARED"});
}

TEST(WholeDraft, OfAnExportThatWasChangedHasWhatStillFits) {
    Exported from;
    from.gltf.nodes[1].name = "wing";
    from.gltf.nodes[2].name = "torso";
    // A joint more: the child model does not fit, and its weights are those of the one above.
    const std::uint32_t tip = from.addNode("tip", 1);
    from.gltf.scene.skins[0].joints.push_back(tip);
    from.gltf.scene.skins[0].inverse.push_back(abc::kIdentity);
    // The root moves, and is no longer rotation-only.
    from.channels[0][0].node = 0;
    from.addAnimation("wave", 1, {0, 1});
    const WholeDraft made = from.run();
    EXPECT_EQ(namesOf(made.nodes), (Texts{"Root", "wing", "tip"}));
    EXPECT_EQ(made.nodes[0].flags, 4U);
    EXPECT_EQ(namesOf(made.pieces), Texts{"torso"});
    EXPECT_EQ(namesOf(made.animations), (Texts{"Walk", "Wave"}));
    EXPECT_EQ(made.weightSets[0].weights, (std::vector<double>{1, 1, 1}));
    EXPECT_TRUE(made.childModels.empty());
    EXPECT_EQ(codesOf(made.notes), (Texts{"ROTATION_ONLY_CLEARED", "CHILD_MODELS_LEFT_OUT"}));

    // Version 6 has none of it, which its writer says; its flags mean something else.
    from.settings.model.version = 6;
    const WholeDraft old = from.run();
    EXPECT_EQ(old.childModels.size(), 1U);
    EXPECT_EQ(old.nodes[0].flags, 0U);
    EXPECT_EQ(old.animations[0].origin, (drafting::Vector{}));
    EXPECT_EQ(codesOf(old.notes), Texts{});
}

TEST(WholeDraft, OfAnExportHasItsLevels) {
    Exported from;
    const std::uint32_t lower = from.addMesh("body_mesh_LOD1", 1);
    from.gltf.meshes[1].extras = record({{"lt_piece", number(0)}, {"lt_lod", number(1)}});
    (void)lower;
    const WholeDraft made = from.run();
    EXPECT_EQ(namesOf(made.pieces), Texts{"Body"});
    EXPECT_EQ(made.levels, 1U);
    ASSERT_TRUE(made.lodDistances);
    EXPECT_EQ(*made.lodDistances, std::vector<double>{100});
    // A copy of the piece is one of its own.
    (void)from.addMesh("body_mesh.001", 1);
    from.gltf.meshes[2].extras = from.gltf.meshes[0].extras;
    EXPECT_EQ(namesOf(from.run().pieces), (Texts{"Body", "body_mesh.001"}));
}

TEST(WholeDraft, HasNodesThatAreNowhere) {
    Source from;
    from.addMesh("mesh", static_cast<std::int32_t>(from.addNode("lost")));
    from.gltf.scene.rest[0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(messageOf(from.run().notes, "NODE_PLACE"), "1 node without a finite position: lost.");
}

}  // namespace
