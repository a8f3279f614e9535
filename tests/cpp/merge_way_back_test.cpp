// A whole export that goes back into its file: what people change in a program, and what becomes of it.
#include "merge/way_back.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abc/edit.h"
#include "merge_exported.h"
#include "support/json_values.h"
#include "support/plain_latin.h"

namespace abc::testing {
namespace {

using gltf::Json;
using gltf::testing::list;
using gltf::testing::number;
using gltf::testing::record;
using gltf::testing::text;
using merging::Glb;
using merging::NotTheFile;
using merging::WayBack;

void set(Json& extras, const std::string& name, Json value) {
    if (!std::holds_alternative<Json::Record>(extras.value)) extras.value = Json::Record{};
    auto& members = std::get<Json::Record>(extras.value);
    std::erase_if(members, [&](const gltf::Member& member) { return member.name == name; });
    members.push_back({name, std::move(value)});
}

/// A tube with all that a file can have.
importing::Draft fullDraft() {
    importing::Draft out = tubeDraft(4, 6, 5);
    out.pieces[0].name = "body";
    out.animations[0].strings = {"", "step", "", "hit", ""};
    out.sockets.push_back({"hand", 1, {0, 0, 0, 1}, {1, 2, 3}});
    out.sockets.push_back({"foot", 2, {0, 0, 0, 1}, {0, 0, 1}});
    out.weightSets.push_back({"upper", {1, 1, 0, 0}});
    out.weightSets.push_back({"lower", {0, 0, 1, 1}});
    out.childModels.push_back({"hat", 3});
    out.bindings.push_back({{"bend", {1, 1, 1}, {0, 0, 0}}});
    out.commandString = "Radius 5;";
    out.internalRadius = 10;
    return out;
}

/// The export of a file in memory, in which everything can be changed.
class Export : public merging::Numbers {
public:
    explicit Export(std::uint32_t version = 12, importing::Draft draft = fullDraft())
        : is(given(version, version == 6 ? onNode(1, std::move(draft)) : std::move(draft))), scene_(is.bytes) {
        glb.scene = scene_.scene;
        nodes();
        glb.meshes.emplace_back();
        set(glb.meshes[0].extras, "lt_piece", number(0));
        set(glb.meshes[0].extras, "lt_lod", number(0));
        const auto triangles = static_cast<std::uint32_t>(is.meshes[0].corners.size() / 3);
        glb.meshes[0].primitives.push_back({true, triangles, vertices(), 0, 0, false});
        glb.materials.push_back({"skin", record({{"lt_material", number(0)}}), {1, 1, 1, 1}, true, false});
        glb.nodes[mesh()].mesh = 0;
        meshes.push_back({0, is.meshes[0]});
        glb.description.meshes.push_back({0, 0, glb.nodes[mesh()].name});
        glb.description.version = version;
        const Model& model = file().model;
        set(glb.description.json, "commandString", text("Radius 5;"));
        set(glb.description.json, "nodes", list({record({{"flags", number(0)}})}));
        glb.animations.push_back({"bend", {}, 2});
        glb.description.add({"bend", -1, 0, "bend", is.times});
        played.push_back(curvesOf(is.channels));
        const Lod& lod = model.lods[0];
        const double weights = model.weightStart.empty() ? 0 : model.weightStart[lod.vertexCount];
        set(glb.description.json, "pieces",
            list({record(
                {{"name", text("body")},
                 {"levels", list({list({number(lod.faceCount), number(lod.vertexCount), number(weights)})})}})}));
        set(glb.description.json, "ownAnimations", list({record({{"name", text("bend")}})}));
    }

    [[nodiscard]] const Opened& file() const { return scene_.file; }
    [[nodiscard]] std::uint32_t mesh() const { return scene_.mesh; }
    [[nodiscard]] std::uint32_t hand() const { return scene_.empty; }
    [[nodiscard]] std::uint32_t vertices() const {
        return static_cast<std::uint32_t>(is.meshes[0].positions.size() / 3);
    }

    /// Another node, below another one or beside the model, as the last.
    std::uint32_t addNode(const std::string& name, std::int32_t parent, const Affine& local = kIdentity) {
        glb.nodes.push_back({name, {}, -1, {}});
        const std::uint32_t node = scene_.add(local, parent, 0);
        glb.scene = scene_.scene;
        return node;
    }
    /// A copy of the mesh on a node of its own.
    std::uint32_t addMesh(const std::string& name, const merging::Mesh& mesh, std::uint32_t primitives = 1) {
        const std::uint32_t node = addNode(name, -1);
        scene_.scene.skinOf[node] = 0;
        glb.scene = scene_.scene;
        glb.nodes[node].mesh = static_cast<std::int32_t>(glb.meshes.size());
        gltf::Mesh& made = glb.meshes.emplace_back();
        for (std::uint32_t i = 0; i < primitives; ++i)
            made.primitives.push_back({true, static_cast<std::uint32_t>(mesh.corners.size() / 3),
                                       static_cast<std::uint32_t>(mesh.positions.size() / 3), -1, 0, false});
        meshes.push_back({static_cast<std::uint32_t>(meshes.size()), mesh});
        return node;
    }
    void addAnimation(const std::string& name, const std::vector<merging::Channel>& channels) {
        glb.animations.push_back({name, {}, 2});
        played.push_back(curvesOf(channels));
    }

    merging::CameBack run() {
        const std::unique_ptr<WayBack> work = begun();
        EXPECT_EQ(work->notTheFile(), std::nullopt);
        double before = 0;
        while (work->step()) {
            EXPECT_GE(work->done(), before);
            before = work->done();
        }
        refusal = work->refusal();
        return work->result();
    }
    [[nodiscard]] std::unique_ptr<WayBack> begun() {
        glb.tell();
        EXPECT_EQ(refusalOf(glb), "");
        return std::make_unique<WayBack>(is.bytes, glb, *this, wanted);
    }

    [[nodiscard]] merging::Primitive primitive(std::uint32_t node, std::uint32_t /*primitive*/) const override {
        merging::Primitive out;
        out.node = node;
        out.mesh = meshes[static_cast<std::size_t>(glb.nodes[node].mesh)].second;
        auto& joints = out.joints.emplace_back();
        for (const std::int32_t joint : out.mesh.nodes)
            joints.push_back(joint < 0 ? 0 : static_cast<std::uint32_t>(joint));
        out.weights.push_back(out.mesh.shares);
        out.mesh.nodes.clear();
        out.mesh.shares.clear();
        return out;
    }
    [[nodiscard]] std::vector<std::vector<float>> targets(std::uint32_t /*node*/,
                                                          std::uint32_t /*primitive*/) const override {
        return morphs;
    }
    [[nodiscard]] merging::Curves curves(std::uint32_t animation, std::optional<std::uint32_t> only) const override {
        merging::Curves out = played[animation];
        std::erase_if(out.nodes, [&](const merging::NodeCurve& curve) { return only && curve.node != *only; });
        return out;
    }
    [[nodiscard]] const gltf::Latin& latin() const override { return latin_; }

    static merging::Curves curvesOf(const std::vector<merging::Channel>& channels) {
        merging::Curves out;
        for (const auto& [node, isRotation, curve] : channels) {
            const auto path = isRotation ? merging::NodeCurve::Path::Rotation : merging::NodeCurve::Path::Translation;
            out.nodes.push_back({node + 1, path, curve});
        }
        return out;
    }

    Given is;
    Glb glb;
    merging::Wanted wanted{{}, true, false, std::nullopt};
    std::vector<std::pair<std::uint32_t, merging::Mesh>> meshes;
    std::vector<std::vector<float>> morphs;
    std::vector<merging::Curves> played;
    std::string refusal;

private:
    void nodes() {
        wanted.settings = is.settings;
        const Model& model = file().model;
        for (std::uint32_t node = 0; node < glb.scene.count(); ++node) {
            gltf::Node& made = glb.nodes.emplace_back();
            if (node == 0) made.name = "model";
            if (node > 0 && node <= model.nodes.size()) {
                made.name = std::string(model.text(model.nodes[node - 1].name));
                set(made.extras, "lt_index", number(node - 1));
                glb.description.joints.push_back(made.name);
            }
        }
        glb.nodes[mesh()].name = "body";
        glb.nodes[hand()].name = "s_hand";
        if (model.sockets.empty()) return;
        set(glb.nodes[hand()].extras, "lt_socket", number(0));
        const std::uint32_t foot = addNode("s_foot", 3, moved(0, 0, 1));
        set(glb.nodes[foot].extras, "lt_socket", number(1));
        glb.description.sockets = {"s_hand", "s_foot"};
    }

    Exported scene_;
    PlainLatin latin_;
};

std::vector<std::string> messagesOf(const merging::Changes& changes) {
    std::vector<std::string> out;
    for (const gltf::Change& change : changes) out.push_back(change.message);
    return out;
}
std::vector<std::string> codesOf(const std::vector<gltf::Note>& notes) {
    std::vector<std::string> out;
    for (const gltf::Note& note : notes) out.emplace_back(note.code);
    return out;
}
using Texts = std::vector<std::string>;

/// What the editor makes of the changes: it takes them all.
Opened after(const Export& from, const merging::CameBack& made) {
    core::Edited edited = edit(from.file().document, made.operations);
    EXPECT_FALSE(edited.refusal) << edited.refusal->operation << ": " << edited.refusal->reason;
    return Opened(edited.refusal ? from.is.bytes : std::move(edited.bytes));
}
std::string nameIn(const Opened& file, core::Text name) {
    return std::string(file.model.text(name));
}

TEST(WayBack, AsItWasChangesNothing) {
    for (const std::uint32_t version : {6U, 9U, 12U}) {
        Export from(version);
        const merging::CameBack made = from.run();
        EXPECT_EQ(from.refusal, "");
        EXPECT_EQ(messagesOf(made.changes), Texts{}) << version;
        EXPECT_TRUE(made.operations.empty());
        EXPECT_EQ(codesOf(made.notes), Texts{});
        ASSERT_EQ(made.sources.size(), 1U);
        ASSERT_EQ(made.sources[0].size(), 1U);
        EXPECT_EQ(made.sources[0][0].node, static_cast<std::int32_t>(from.mesh()));
        EXPECT_EQ(made.sources[0][0].triangles.size(), from.is.meshes[0].corners.size() / 3);
        EXPECT_EQ(made.animations, std::vector<std::int32_t>{0});
        EXPECT_EQ(made.starts, std::vector<double>{0});
    }
}

TEST(WayBack, OfOtherJointsIsNone) {
    Export from;
    set(from.glb.nodes[1].extras, "lt_index", number(7));
    EXPECT_EQ(from.begun()->notTheFile(), NotTheFile::OtherSkeleton);
    EXPECT_FALSE(from.begun()->step());
}

TEST(WayBack, OfAnotherModelIsNone) {
    // Another name and other sizes of its piece, and another animation.
    for (const std::uint32_t version : {6U, 12U}) {
        Export from(version);
        from.wanted.isExported = false;
        EXPECT_EQ(from.begun()->notTheFile(), std::nullopt);
        const Json other = list({record({{"name", text("other")}, {"levels", list({list({number(900)})})}})});
        set(from.glb.description.json, "pieces", other);
        if (version == 6) {
            // The mesh is where it was.
            EXPECT_EQ(from.begun()->notTheFile(), std::nullopt);
            for (float& place : from.meshes[0].second.positions) place += 100;
        }
        EXPECT_EQ(from.begun()->notTheFile(), NotTheFile::OtherModel);
        from.wanted.settings.isTemplate = true;
        EXPECT_EQ(from.begun()->notTheFile(), std::nullopt);
    }
    Export from;
    from.wanted.isExported = false;
    from.glb.description.animations[0].times = {1, 2};
    EXPECT_EQ(codesOf(from.run().notes), Texts{"OTHER_BYTES"});
    set(from.glb.description.json, "ownAnimations", list({}));
    EXPECT_EQ(from.begun()->notTheFile(), NotTheFile::OtherModel);
    from.glb.description.animations[0].child = 1;
    EXPECT_EQ(from.begun()->notTheFile(), std::nullopt);
    from.glb.description.meshes[0].piece = 5;
    EXPECT_EQ(from.begun()->notTheFile(), NotTheFile::OtherModel);
}

TEST(WayBack, HasNamesAndNumbersOfThings) {
    Export from;
    from.glb.nodes[2].name = "Arm \xE2\x82\xAC";
    set(from.glb.nodes[2].extras, "lta_node_flags", number(2));
    from.glb.nodes[from.mesh()].name = "torso";
    set(from.glb.materials[0].extras, "lt_material", number(1));
    set(from.glb.meshes[0].extras, "lta_specular_power", number(0.5));
    set(from.glb.meshes[0].extras, "lta_lod_weight", number(0));
    set(from.glb.nodes[0].extras, "lta_command_string", text("Radius 6;"));
    set(from.glb.nodes[0].extras, "lta_global_radius", number(12.5));
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes),
              (Texts{"Node “bone 1” renamed to “Arm _”.", "Flags of the node “bone 1”: 0 → 2.",
                     "Piece “body” renamed to “torso”.", "Skin slot of piece “body”: 0 → 1.",
                     "SpecularPower of “body”: 0 → 0.5.", "The command string changed.", "Radius: 10 → 12.5."}));
    EXPECT_EQ(codesOf(made.notes), Texts{"NAMES_CHANGED"});
    const Opened file = after(from, made);
    EXPECT_EQ(nameIn(file, file.model.nodes[1].name), "Arm _");
    EXPECT_EQ(file.model.nodes[1].flags, 2);
    EXPECT_EQ(nameIn(file, file.model.pieces[0].name), "torso");
    EXPECT_EQ(file.model.pieces[0].materialIndex, 1);
    EXPECT_EQ(file.model.pieces[0].specularPower, 0.5F);
}

TEST(WayBack, OfVersion6HasNames) {
    Export from(6);
    from.glb.nodes[2].name = "Arm";
    from.glb.animations[0].name = "bow";
    from.glb.nodes[0].name = "armature";
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes),
              (Texts{"Node “bone 1” renamed to “Arm”.", "Animation “bend” renamed to “bow”."}));
    const Opened file = after(from, made);
    EXPECT_EQ(nameIn(file, file.model.nodes[1].name), "Arm");
    EXPECT_EQ(nameIn(file, file.model.animations[0].name), "bow");
}

TEST(WayBack, TakesASlotThatWasTyped) {
    Export from;
    set(from.glb.meshes[0].extras, "lta_texture_index", number(4));
    EXPECT_EQ(messagesOf(from.run().changes), Texts{"Skin slot of piece “body”: 0 → 4."});
    set(from.glb.meshes[0].extras, "lta_texture_index", number(-1));
    EXPECT_TRUE(from.run().changes.empty());
}

TEST(WayBack, HasWeightSets) {
    Export from;
    const auto weights = [](std::initializer_list<double> values) {
        Json::List out;
        for (const double value : values) out.push_back(number(value));
        return list(std::move(out));
    };
    set(from.glb.nodes[0].extras, "lta_weightsets",
        list({record({{"name", text("torso")}, {"weights", weights({1, 0.5, 0, 0})}}),
              record({{"name", text("lower")}, {"weights", weights({0, 0, 1, 1})}}),
              record({{"name", text("new")}, {"weights", list({number(1), text("x"), number(1e300)})}})}));
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes),
              (Texts{"Weight set “upper” renamed to “torso”.", "Weight set “upper”: share of node 1 is now 0.5.",
                     "Weight set “new” added."}));
    const Opened file = after(from, made);
    ASSERT_EQ(file.model.weightSets.size(), 3U);
    EXPECT_EQ(file.model.weightSets[0].weights, (std::vector<float>{1, 0.5F, 0, 0}));
    EXPECT_EQ(file.model.weightSets[2].weights, (std::vector<float>{1, 0, 0, 0}));
    set(from.glb.nodes[0].extras, "lta_weightsets",
        list({record({{"name", text("upper")}, {"weights", weights({1, 1, 0, 0})}})}));
    const merging::CameBack less = from.run();
    EXPECT_EQ(messagesOf(less.changes), Texts{"Weight set “lower” removed."});
    EXPECT_EQ(after(from, less).model.weightSets.size(), 1U);
    for (Json none : {list({}), list({number(1)}), list({record({{"name", text("upper")}})})}) {
        set(from.glb.nodes[0].extras, "lta_weightsets", std::move(none));
        EXPECT_TRUE(from.run().changes.empty());
    }
}

TEST(WayBack, HasChildModels) {
    Export from;
    const std::string own = std::string(from.file().model.text(from.file().model.childModels[0].name));
    const auto model = [](const std::string& name, double build) {
        return record({{"name", text(name)}, {"build_number", number(build)}});
    };
    set(from.glb.nodes[0].extras, "lta_childmodels",
        list({record({{"name", text(own)}}), model("cap", 4), model("gloves", 7)}));
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes),
              (Texts{"Child model “hat” renamed to “cap”.", "Build number of the child model “hat”: 3 → 4.",
                     "Child model “gloves” added."}));
    const Opened file = after(from, made);
    ASSERT_EQ(file.model.childModels.size(), 3U);
    EXPECT_EQ(file.model.childModels[2].buildNumber, 7U);
    set(from.glb.nodes[0].extras, "lta_childmodels", list({record({{"name", text(own)}})}));
    EXPECT_EQ(messagesOf(from.run().changes), Texts{"Child model “hat” removed."});
    set(from.glb.nodes[0].extras, "lta_childmodels", list({number(1)}));
    EXPECT_TRUE(from.run().changes.empty());
}

TEST(WayBack, HasVerticesThatMoved) {
    Export from;
    from.meshes[0].second.positions[0] += 1;
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes), Texts{"1 vertex of “body” moved."});
    EXPECT_EQ(after(from, made).model.pieces.size(), 1U);
}

TEST(WayBack, HasPiecesThatComeAndGo) {
    Export from;
    const std::uint32_t hat = from.addMesh("a hat that has a name of more than 31 bytes", from.is.meshes[0], 2);
    from.glb.meshes[1].primitives[1].drawsTriangles = false;
    set(from.glb.meshes[1].extras, "lta_specular_power", number(3));
    from.glb.nodes[from.mesh()].mesh = -1;
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes), (Texts{"Piece “body” removed: it is no longer in the GLB.",
                                               "Piece “a hat that has a name of more t” added with 36 triangles."}));
    EXPECT_EQ(codesOf(made.notes), (Texts{"NAMES_CHANGED", "LINES_LEFT_OUT", "SLOTS_GIVEN"}));
    EXPECT_EQ(made.sources[0][0].node, static_cast<std::int32_t>(hat));
    const Opened file = after(from, made);
    ASSERT_EQ(file.model.pieces.size(), 1U);
    EXPECT_EQ(file.model.pieces[0].specularPower, 3);
}

TEST(WayBack, HasACopyOfAPiece) {
    Export from;
    // The copy comes first in the file, and is the copy all the same.
    std::swap(from.glb.nodes[from.mesh()].name, from.glb.nodes[from.mesh()].name);
    const std::uint32_t copy = from.addMesh("body.001", from.is.meshes[0]);
    from.glb.meshes[1].extras = from.glb.meshes[0].extras;
    from.glb.meshes[1].primitives[0].material = 1;
    from.glb.materials.push_back({"other", record({{"lt_material", number(1)}}), {1, 1, 1, 1}, true, false});
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes), Texts{"Piece “body.001” added with 36 triangles."});
    EXPECT_EQ(made.sources[1][0].node, static_cast<std::int32_t>(copy));
    EXPECT_EQ(after(from, made).model.pieces[1].materialIndex, 1);
}

TEST(WayBack, HasLevels) {
    importing::Draft draft = fullDraft();
    draft.pieces[0].levels.push_back(draft.pieces[0].levels[0]);
    draft.lodDistances = {50};
    {
        Export from(12, draft);
        from.meshes[0].second.positions[0] += 1;
        EXPECT_EQ(codesOf(from.run().notes), Texts{"LEVELS_AS_THEY_WERE"});
        from.addMesh("hat", from.is.meshes[0]);
        EXPECT_EQ(codesOf(from.run().notes), (Texts{"NEW_PIECE_LEVELS", "LEVELS_AS_THEY_WERE", "SLOTS_GIVEN"}));
    }
    Export from(12, draft);
    const std::uint32_t lower = from.addMesh("body_LOD1", from.is.meshes[1]);
    set(from.glb.meshes[1].extras, "lt_piece", number(0));
    set(from.glb.meshes[1].extras, "lt_lod", number(1));
    from.glb.description.meshes.push_back({0, 1, "body_LOD1"});
    // A copy of a lower level is no piece.
    from.addMesh("body_LOD1.001", from.is.meshes[1]);
    from.glb.meshes[2].extras = from.glb.meshes[1].extras;
    EXPECT_TRUE(from.run().changes.empty());
    from.meshes[1].second.positions[0] += 1;
    EXPECT_EQ(messagesOf(from.run().changes), Texts{"1 vertex of “body”, level 1, moved."});
    from.glb.nodes[from.mesh()].mesh = -1;
    const merging::CameBack made = from.run();
    EXPECT_EQ(codesOf(made.notes), Texts{"LEVEL_GONE"});
    EXPECT_TRUE(made.sources[0].empty());
    from.glb.nodes[lower].mesh = -1;
}

TEST(WayBack, OfVersion6HasOneMesh) {
    Export from(6);
    from.meshes[0].second.positions[0] += 1;
    merging::Mesh& mesh = from.meshes[0].second;
    mesh.nodes[1] = 2;
    mesh.shares[0] = 0.6F;
    mesh.shares[1] = 0.4F;
    const std::uint32_t hat = from.addMesh("hat", from.is.meshes[0]);
    from.wanted.wantsLevels = true;
    const merging::CameBack made = from.run();
    const Texts messages = messagesOf(made.changes);
    EXPECT_NE(std::find(messages.begin(), messages.end(), "1 vertex moved."), messages.end());
    EXPECT_NE(std::find(messages.begin(), messages.end(), "36 triangles added."), messages.end());
    const Texts codes = codesOf(made.notes);
    EXPECT_EQ(codes[0], "LEVELS_NOT_MADE");
    EXPECT_NE(std::find(codes.begin(), codes.end(), "ONE_NODE"), codes.end());
    ASSERT_EQ(made.sources[0].size(), 2U);
    EXPECT_EQ(made.sources[0][1].node, static_cast<std::int32_t>(hat));
    EXPECT_EQ(made.sources[0][1].triangles[35], 35);
    EXPECT_EQ(after(from, made).model.lods[0].faceCount, 72U);

    Export none(6);
    none.glb.nodes[none.mesh()].mesh = -1;
    EXPECT_EQ(codesOf(none.run().notes), Texts{"MESH_GONE"});
    EXPECT_TRUE(none.run().operations.empty());
}

TEST(WayBack, OfVersion6IsDeformedByTargets) {
    Export from(6);
    from.morphs.emplace_back(from.is.meshes[0].positions.size());
    set(from.glb.description.json, "morphDeviation", number(0.1));
    from.glb.nodes[from.mesh()].weights = {0.5};
    merging::Curve weights;
    weights.times = {0, 1};
    weights.values = {0, 1};
    from.played[0].weights.emplace_back(from.mesh(), weights);
    from.played[0].weights.emplace_back(from.mesh(), weights);
    EXPECT_TRUE(from.run().changes.empty());
    from.morphs[0].pop_back();
    EXPECT_TRUE(from.run().operations.empty());
    EXPECT_EQ(from.refusal, "A morph target is not one of the mesh.");
}

TEST(WayBack, HasSockets) {
    Export from;
    from.glb.nodes[from.hand()].name = "s_grip";
    from.glb.scene.matrices[from.hand()] = columnsOf(moved(1, 2, 4));
    from.glb.nodes.back().extras = {};
    from.glb.nodes.back().name = "rest";
    from.addNode("s_hip", 3, moved(0, 1, 0));
    from.addNode("s_nowhere", -1);
    from.glb.scene.matrices[from.hand()] = columnsOf(moved(1, 2, 4));
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes), (Texts{"Socket “hand” renamed to “grip”.", "Socket “hand” moved.",
                                               "Socket “foot” removed.", "Socket “hip” added to “bone 2”."}));
    const Opened file = after(from, made);
    ASSERT_EQ(file.model.sockets.size(), 2U);
    EXPECT_EQ(nameIn(file, file.model.sockets[0].name), "grip");
    EXPECT_EQ(file.model.sockets[0].location.z, 4);
    EXPECT_EQ(nameIn(file, file.model.sockets[1].name), "hip");
    EXPECT_EQ(file.model.sockets[1].node, 2U);
}

TEST(WayBack, HasSocketsOnOtherNodes) {
    Export from;
    from.glb.scene.parents[from.hand()] = 3;
    const WideQuat turn{0, 0, 0.6, 0.8};
    from.glb.scene.matrices[from.hand()] = columnsOf(affineOf({1, 2, 3}, turn));
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes), (Texts{"Socket “hand” moved to “bone 2”.", "Socket “hand” rotated."}));
    EXPECT_EQ(after(from, made).model.sockets[0].node, 2U);
    from.glb.scene.parents[from.hand()] = -1;
    EXPECT_TRUE(from.run().changes.empty());
}

TEST(WayBack, HasAnimationsThatComeAndGo) {
    for (const std::uint32_t version : {6U, 12U}) {
        Export from(version);
        from.glb.animations[0].name = "wave";
        for (merging::NodeCurve& curve : from.played[0].nodes) {
            for (float& time : curve.curve.times) time *= 3;
            for (float& value : curve.curve.values) value = curve.path == merging::NodeCurve::Path::Rotation ? 0.5F : 7;
        }
        set(from.glb.animations[0].extras, "lta_interp_time", number(90));
        set(from.glb.animations[0].extras, "events", list({record({{"time", number(1.5)}, {"text", text("hi")}})}));
        from.addAnimation("of nothing", {});
        const merging::CameBack made = from.run();
        EXPECT_EQ(messagesOf(made.changes), (Texts{"Animation “bend” removed: it is no longer in the GLB.",
                                                   "Animation “wave” added with 5 keys."}));
        EXPECT_EQ(made.animations, std::vector<std::int32_t>{0});
        // The editor keeps the last animation of version 6: without one, games crash.
        if (version == 6) continue;
        const Opened file = after(from, made);
        ASSERT_EQ(file.model.animations.size(), 1U);
        EXPECT_EQ(nameIn(file, file.model.animations[0].name), "wave");
        EXPECT_EQ(file.model.keyframes[1].time, 1500U);
        EXPECT_EQ(nameIn(file, file.model.keyframes[1].string), "hi");
        EXPECT_EQ(file.model.animations[0].interpolationTime, 90U);
        EXPECT_GT(file.model.animations[0].extents.x, 0);
        set(from.glb.animations[0].extras, "lta_dims", list({number(1), number(2), number(3)}));
        EXPECT_EQ(after(from, from.run()).model.animations[0].extents.y, 2);
    }
}

TEST(WayBack, OfVersion6KeepsAnAnimation) {
    Export from(6);
    from.glb.animations.clear();
    const merging::CameBack made = from.run();
    EXPECT_TRUE(made.changes.empty());
    ASSERT_EQ(codesOf(made.notes), Texts{"ANIMATIONS_GONE"});
    EXPECT_NE(made.notes[0].message.find("“bend” is kept"), std::string::npos);
    EXPECT_EQ(made.animations, std::vector<std::int32_t>{-1});
    EXPECT_EQ(after(from, made).model.animations.size(), 1U);
    // Another one is as good.
    Export other(6);
    const auto channels = other.is.channels;
    other.glb.animations.clear();
    other.played.clear();
    other.addAnimation("stand", {channels[0]});
    const merging::CameBack replaced = other.run();
    EXPECT_EQ(messagesOf(replaced.changes)[0], "Animation “bend” removed: it is no longer in the GLB.");
    const Opened file = after(other, replaced);
    ASSERT_EQ(file.model.animations.size(), 1U);
    EXPECT_EQ(nameIn(file, file.model.animations[0].name), "stand");
    Export newer(12);
    newer.glb.animations.clear();
    EXPECT_EQ(messagesOf(newer.run().changes), Texts{"Animation “bend” removed: it is no longer in the GLB."});
}

/// A description that any program may have changed.
TEST(WayBack, OfAnAnimationWithTwoNamesRemovesNoOther) {
    for (const bool isThere : {true, false}) {
        Export from;
        from.glb.description.add({"alias", -1, 0, "bend", from.is.times});
        from.glb.description.add({"alias 2", -1, 0, "bend", from.is.times});
        if (!isThere) from.glb.animations.clear();
        const merging::CameBack made = from.run();
        EXPECT_EQ(made.changes.size(), isThere ? 0U : 1U);
        EXPECT_EQ(after(from, made).model.animations.size(), isThere ? 1U : 0U);
    }
}

/// Its animations have tracks for the nodes that its header counts.
TEST(WayBack, IntoAFileWithoutNodesIsRefused) {
    const Export from;
    merging::ByteList bytes = from.is.bytes;
    constexpr std::string_view kSection = "Nodes";
    const auto name = std::search(bytes.begin(), bytes.end(), kSection.begin(), kSection.end(),
                                  [](std::byte byte, char letter) { return byte == static_cast<std::byte>(letter); });
    ASSERT_NE(name, bytes.end());
    *name = std::byte{'n'};
    EXPECT_TRUE(buildModel(parse(bytes)).nodes.empty());
    const merging::Merge merge(bytes, merging::Rig{}, {});
    EXPECT_EQ(merge.refusal(), "The animations of the file have 4 tracks, but it has 0 nodes.");
}

TEST(WayBack, HasAnimationsWithOtherNames) {
    Export from;
    from.glb.animations[0].name = "bow";
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes),
              (Texts{"Animation “bend” renamed to “bow”.", "The binding of “bend” now belongs to “bow”."}));
    const Opened file = after(from, made);
    EXPECT_EQ(nameIn(file, file.model.animations[0].name), "bow");
    EXPECT_EQ(nameIn(file, file.model.bindings[0].name), "bow");
    // Keys at other times, which are the same.
    for (merging::NodeCurve& curve : from.played[0].nodes) {
        for (float& time : curve.curve.times) time *= 2;
    }
    const Texts retimed = messagesOf(from.run().changes);
    EXPECT_NE(std::find(retimed.begin(), retimed.end(), "Animation “bend” renamed to “bow”."), retimed.end());
    // Of two that could be meant the one whose name is nearer; of two of one kind none.
    Export two;
    two.glb.animations[0].name = "bend 2";
    two.addAnimation("other", two.is.channels);
    EXPECT_EQ(messagesOf(two.run().changes)[0], "Animation “bend” renamed to “bend 2”.");
    two.glb.animations[0].name = "xyz";
    two.glb.animations[1].name = "uvw";
    const Texts messages = messagesOf(two.run().changes);
    EXPECT_EQ(messages[0], "Animation “bend” removed: it is no longer in the GLB.");
    // In a template only what is at the same times counts, however it is alike.
    two.wanted.settings.isTemplate = true;
    EXPECT_EQ(messagesOf(two.run().changes)[0], messages[0]);
    two.glb.animations[1].name = "bend it";
    EXPECT_EQ(messagesOf(two.run().changes)[0], "Animation “bend” renamed to “bend it”.");
}

TEST(WayBack, HasNumbersOfAnimations) {
    Export from;
    set(from.glb.animations[0].extras, "lta_dims", list({number(1), number(2), number(2.5)}));
    set(from.glb.animations[0].extras, "lta_interp_time", number(120));
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes),
              (Texts{"Dims of “bend”: 1, 2, 2.5.", "Animation “bend” now blends in 120 ms."}));
    const Opened file = after(from, made);
    EXPECT_EQ(file.model.animations[0].extents.z, 2.5F);
    EXPECT_EQ(file.model.animations[0].interpolationTime, 120U);
    const auto& extents = from.file().model.animations[0].extents;
    set(from.glb.animations[0].extras, "lta_dims", list({number(extents.x), number(extents.y), number(extents.z)}));
    set(from.glb.animations[0].extras, "lta_interp_time", number(-1));
    EXPECT_TRUE(from.run().changes.empty());
}

TEST(WayBack, HasFrameStrings) {
    for (const std::uint32_t version : {6U, 12U}) {
        Export from(version);
        set(from.glb.animations[0].extras, "lta_keyframe_strings",
            list({text(""), text("jump"), text(""), number(1), text("")}));
        const merging::CameBack made = from.run();
        EXPECT_EQ(messagesOf(made.changes), Texts{"Frame string of key 1 of “bend”: “jump”."});
        const Opened file = after(from, made);
        EXPECT_EQ(nameIn(file, file.model.keyframes[1].string), "jump");
        EXPECT_EQ(nameIn(file, file.model.keyframes[3].string), "hit");
    }
}

TEST(WayBack, HasKeysThatComeAndGo) {
    Export from;
    for (merging::NodeCurve& curve : from.played[0].nodes) {
        const std::size_t size = curve.size();
        auto& [times, values, interpolation] = curve.curve;
        // Without the key at 1500 ms, which has a string.
        times.erase(times.begin() + 3);
        values.erase(values.begin() + static_cast<std::ptrdiff_t>(3 * size),
                     values.begin() + static_cast<std::ptrdiff_t>(4 * size));
    }
    const merging::CameBack made = from.run();
    EXPECT_EQ(messagesOf(made.changes)[0], "Animation “bend”: 1 key removed.");
    EXPECT_EQ(codesOf(made.notes), Texts{"STRINGS_MOVED"});
    EXPECT_EQ(after(from, made).model.animations[0].keyCount, 4U);
    // A string between keys makes one.
    Export more;
    set(more.glb.animations[0].extras, "events",
        list({record({{"time", number(0.5)}, {"text", text("step")}}),
              record({{"time", number(0.75)}, {"text", text("new")}}),
              record({{"time", number(1.5)}, {"text", text("bang")}})}));
    const merging::CameBack added = more.run();
    EXPECT_EQ(messagesOf(added.changes),
              (Texts{"Animation “bend”: 1 key added for frame strings.", "Frame string at 1500 ms of “bend”: “bang”.",
                     "Frame string at 750 ms of “bend”: “new”."}));
    EXPECT_EQ(after(more, added).model.animations[0].keyCount, 6U);
}

TEST(WayBack, HasStepsAsKeys) {
    Export from;
    from.glb.animations[0].name = "steps";
    for (merging::NodeCurve& curve : from.played[0].nodes) {
        curve.curve.interpolation = merging::Interpolation::Step;
        for (float& time : curve.curve.times) time *= 3;
        if (curve.path == merging::NodeCurve::Path::Translation) {
            for (std::size_t i = 0; i < curve.curve.values.size(); ++i) curve.curve.values[i] += static_cast<float>(i);
        }
    }
    const merging::CameBack made = from.run();
    EXPECT_EQ(codesOf(made.notes), Texts{"KEYS_ADDED"});
    EXPECT_GT(after(from, made).model.animations[0].keyCount, 5U);
}

TEST(WayBack, LeavesAnimationsOfChildrenAndThoseThatAreNotTaken) {
    Export from;
    from.glb.description.add({"tip", 1, 0, "tip", {0}});
    from.addAnimation("tip", from.is.channels);
    EXPECT_EQ(codesOf(from.run().notes), Texts{"ANIMATIONS_OF_CHILDREN"});
    from.wanted.animations = std::vector<std::uint32_t>{7};
    const merging::CameBack made = from.run();
    EXPECT_TRUE(made.changes.empty());
    EXPECT_EQ(made.animations, std::vector<std::int32_t>{-1});
}

/// As Blender samples: a key at each fortieth of a second, and a renamed bone stays at rest.
TEST(WayBack, HasSampledAnimations) {
    for (const bool isTemplate : {false, true}) {
        Export from;
        from.wanted.settings.isTemplate = isTemplate;
        from.glb.nodes[2].name = "Arm";
        for (merging::NodeCurve& curve : from.played[0].nodes) {
            merging::Curve sampled;
            for (int i = 0; i <= 80; ++i) {
                const auto seconds = static_cast<float>(i / 40.0);
                sampled.times.push_back(seconds);
                if (curve.path == merging::NodeCurve::Path::Rotation) {
                    WideQuat value = merging::rotationAt(curve.curve, seconds);
                    if (curve.node == 2) value = {0, 0, 0, 1};
                    for (const double part : value) sampled.values.push_back(static_cast<float>(part));
                } else {
                    for (const double part : merging::vectorAt(curve.curve, seconds))
                        sampled.values.push_back(static_cast<float>(part));
                }
            }
            curve.curve = sampled;
        }
        const Texts codes = codesOf(from.run().notes);
        EXPECT_NE(std::find(codes.begin(), codes.end(), "ANIMATIONS_SAMPLED"), codes.end());
        EXPECT_EQ(std::find(codes.begin(), codes.end(), "RENAMED_STILL") == codes.end(), isTemplate);
    }
}

TEST(WayBack, LeavesWhereTheModelWasPut) {
    Export from;
    from.glb.scene.matrices[0] = columnsOf(affineOf({5, 0, 0}, {0, 0.6, 0, 0.8}));
    merging::Curve curve;
    curve.times = {0, 1};
    curve.values = {0, 0, 0, 1, 1, 1};
    from.played[0].nodes.push_back({0, merging::NodeCurve::Path::Translation, curve});
    const merging::CameBack made = from.run();
    EXPECT_TRUE(made.operations.empty());
    ASSERT_EQ(codesOf(made.notes), (Texts{"MODEL_MOVED", "MODEL_ANIMATED"}));
    EXPECT_NE(made.notes[0].message.find("was moved and rotated as a whole"), std::string::npos);
    EXPECT_NE(made.notes[0].help.find("Alt+G"), std::string::npos);
    EXPECT_NE(made.notes[1].message.find("as a whole: bend."), std::string::npos);
    Export larger;
    larger.glb.scene.matrices[0][0] = larger.glb.scene.matrices[0][5] = larger.glb.scene.matrices[0][10] = 2;
    const auto notes = larger.run().notes;
    ASSERT_FALSE(notes.empty());
    EXPECT_NE(notes[0].message.find("was scaled as a whole"), std::string::npos);
    EXPECT_NE(notes[0].help.find("another scale"), std::string::npos);
}

TEST(WayBack, WithAnythingThatIsRefusedEnds) {
    Export from;
    from.meshes[0].second.uvs.pop_back();
    EXPECT_TRUE(from.run().operations.empty());
    EXPECT_NE(from.refusal, "");
    Export other;
    other.played[0].nodes[0].curve.values.pop_back();
    other.glb.nodes[other.mesh()].mesh = 5;
    other.glb.tell();
    EXPECT_EQ(refusalOf(other.glb), "A node has a mesh that does not exist.");
    other.glb.nodes[other.mesh()].mesh = 0;
    other.glb.meshes[0].primitives[0].material = 9;
    EXPECT_EQ(refusalOf(other.glb), "A mesh has a material that does not exist.");
}

TEST(WayBack, WithVerticesThatNothingMoves) {
    Export from;
    from.addMesh("hat", from.is.meshes[0]);
    auto& shares = from.meshes[1].second.shares;
    std::fill(shares.begin(), shares.end(), 0.0F);
    const auto notes = from.run().notes;
    ASSERT_EQ(codesOf(notes), (Texts{"VERTICES_WITHOUT_WEIGHTS", "SLOTS_GIVEN"}));
    EXPECT_EQ(notes[0].message, "24 vertices without weights: each is moved by the first node, “bone 0”.");
}

}  // namespace
}  // namespace abc::testing
