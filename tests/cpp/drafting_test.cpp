#include "drafting/drafting.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "drafting/splitting.h"
#include "drafting/turns.h"

using drafting::Channel;
using drafting::Drafting;
using drafting::Interpolation;
using drafting::Making;
using drafting::Mode;
using drafting::Path;
using drafting::Primitive;
using drafting::Sampler;
using drafting::Scene;
using drafting::Settings;
using drafting::Wanted;

namespace {

using Indices = std::vector<std::uint32_t>;

/// Nodes one below the other, each one unit above the one before; the last has a mesh.
Scene chain(std::size_t count) {
    Scene out;
    for (std::size_t i = 0; i < count; ++i) {
        out.parents.push_back(static_cast<std::int32_t>(i) - 1);
        out.order.push_back(static_cast<std::uint32_t>(i));
        out.rest.insert(out.rest.end(), {0, i == 0 ? 0.0 : 1.0, 0, 0, 0, 0, 1, 1, 1, 1});
        out.places.push_back(std::numeric_limits<double>::max());
    }
    out.meshes.push_back({static_cast<std::uint32_t>(count - 1), -1});
    return out;
}

/// Its joints are all nodes, where they are at rest.
Scene skinned(std::size_t count) {
    Scene out = chain(count);
    drafting::SceneSkin& skin = out.skins.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
        skin.joints.push_back(static_cast<std::uint32_t>(i));
        drafting::Matrix inverse = abc::kIdentity;
        inverse[7] = -static_cast<double>(i);
        skin.inverse.push_back(inverse);
    }
    skin.meshNode = static_cast<std::int32_t>(count) - 1;
    out.meshes[0].skin = 0;
    return out;
}

Primitive triangle() {
    Primitive out;
    out.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    out.uvs = {0, 0, 1, 0, 0, std::numeric_limits<float>::quiet_NaN()};
    return out;
}

Channel channel(std::uint32_t node, Path path, Interpolation interpolation, std::vector<double> times,
                std::vector<float> values) {
    Channel out;
    out.node = node;
    out.path = path;
    out.interpolation = interpolation;
    out.times = std::move(times);
    out.values = std::move(values);
    out.size = path == Path::kRotation ? 4 : 3;
    out.moves = true;
    return out;
}

/// With a triangle, and settled.
void fill(Drafting& drafting) {
    ASSERT_EQ(drafting.refusal(), "");
    ASSERT_EQ(drafting.add(0, triangle()).size(), 1U);
    drafting.settle({{0, 0, 0}});
}

void run(Making& making) {
    while (making.step()) {
        EXPECT_GE(making.done(), 0);
        EXPECT_LE(making.done(), 1);
    }
}

TEST(Drafting, TrianglesAreThoseThatGltfNumbers) {
    std::size_t lost = 0;
    EXPECT_EQ(drafting::trianglesOf(Mode::kTriangles, nullptr, 7, lost).corners, (Indices{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(drafting::trianglesOf(Mode::kStrip, nullptr, 5, lost).corners, (Indices{0, 1, 2, 1, 3, 2, 2, 3, 4}));
    EXPECT_EQ(drafting::trianglesOf(Mode::kFan, nullptr, 4, lost).corners, (Indices{1, 2, 0, 2, 3, 0}));
    EXPECT_TRUE(drafting::trianglesOf(Mode::kFan, nullptr, 1, lost).corners.empty());
    EXPECT_EQ(lost, 0U);
    const Indices listed{0, 1, 2, 0, 1, 3, 2, 1, 0};
    const drafting::Triangles left = drafting::trianglesOf(Mode::kTriangles, &listed, 3, lost);
    EXPECT_EQ(left.corners, (Indices{0, 1, 2, 2, 1, 0}));
    EXPECT_EQ(left.indices, (std::vector<std::int32_t>{0, 2}));
    EXPECT_EQ(lost, 1U);
}

TEST(Drafting, MeshesWithTooManyVerticesBecomeSeveral) {
    drafting::MeshWithSource made;
    made.mesh.corners = {0, 1, 2, 2, 1, 3, 4, 2, 3, 0, 1, 4};
    for (int i = 0; i < 24; ++i) made.mesh.uvs.push_back(static_cast<float>(i));
    for (int i = 0; i < 15; ++i) made.mesh.positions.push_back(static_cast<float>(i));
    made.mesh.normals = made.mesh.positions;
    made.mesh.start = {0, 1, 3, 4, 5, 6};
    made.mesh.node = {0, 1, 2, 3, 4, 5};
    made.mesh.share = {1, 0.5F, 0.5F, 1, 1, 1};
    for (int i = 0; i < 18; ++i) made.mesh.local.push_back(static_cast<float>(-i));
    made.triangles = {5, 6, 7, 8};
    const std::vector<drafting::MeshWithSource> parts = drafting::split(made, 4);
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(parts[0].triangles, (std::vector<std::int32_t>{5, 6}));
    EXPECT_EQ(parts[1].triangles, (std::vector<std::int32_t>{7}));
    EXPECT_EQ(parts[2].triangles, (std::vector<std::int32_t>{8}));
    EXPECT_EQ(parts[1].mesh.uvs, (std::vector<float>{12, 13, 14, 15, 16, 17}));
    // Every corner has what it had.
    for (const auto& [mesh, triangles, isMirrored] : parts) {
        for (std::size_t i = 0; i < mesh.corners.size(); ++i) {
            const std::size_t was = made.mesh.corners[3 * (static_cast<std::size_t>(triangles[i / 3]) - 5) + i % 3];
            const std::size_t is = mesh.corners[i];
            EXPECT_EQ(mesh.positions[3 * is], static_cast<float>(3 * was));
            ASSERT_EQ(mesh.start[is + 1] - mesh.start[is], made.mesh.start[was + 1] - made.mesh.start[was]);
            EXPECT_EQ(mesh.node[mesh.start[is]], made.mesh.node[made.mesh.start[was]]);
            EXPECT_EQ(mesh.local[3 * mesh.start[is]], made.mesh.local[3 * made.mesh.start[was]]);
        }
    }
    EXPECT_EQ(drafting::split(made, 5).size(), 1U);
}

TEST(Drafting, VerticesAreJoinedAndMirrored) {
    Settings settings;
    settings.scale = 2;
    Drafting drafting(chain(2), settings);
    Primitive primitive = triangle();
    // The first once more, with the other zero, in a second triangle, and one that is a line.
    primitive.positions.insert(primitive.positions.end(), {-0.0F, 0, -0.0F, 0, 0, 5});
    primitive.uvs.clear();
    primitive.indices = Indices{0, 1, 2, 3, 2, 4, 0, 3, 1};
    const auto made = drafting.add(0, primitive);
    ASSERT_EQ(made.size(), 1U);
    const importing::DraftMesh& mesh = made[0].mesh;
    // The space of the file mirrors: corners turn round.
    EXPECT_FALSE(made[0].isMirrored);
    EXPECT_EQ(mesh.corners, (Indices{0, 2, 1, 0, 3, 2}));
    EXPECT_EQ(made[0].triangles, (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(mesh.uvs, std::vector<float>(12, 0));
    // The mesh is on the second node, one unit up, of which nothing is kept but what carries it.
    EXPECT_EQ(drafting.skeleton().sources, (std::vector<std::int32_t>{1}));
    EXPECT_EQ(mesh.positions, (std::vector<float>{0, 2, 0, -2, 2, 0, 0, 4, 0, 0, 2, 10}));
    EXPECT_EQ(mesh.local, (std::vector<float>{0, 0, 0, -2, 0, 0, 0, 2, 0, 0, 0, 10}));
    EXPECT_EQ(drafting.faults().flat, 1U);
}

TEST(Drafting, TrianglesWithoutPlacesAreLeftOut) {
    Drafting drafting(chain(1), {});
    Primitive primitive = triangle();
    primitive.positions[4] = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(drafting.add(0, primitive).empty());
    EXPECT_EQ(drafting.faults().lost, 1U);
    EXPECT_TRUE(drafting.add(0, {}).empty());
}

TEST(Drafting, WeightsSumToOneAndNameJoints) {
    Drafting drafting(skinned(2), {});
    Primitive primitive = triangle();
    primitive.joints = {{0, 1, 7, 0, 9, 0, 0, 0, 1, 0, 0, 0}};
    primitive.weights = {{1, 3, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0}};
    const auto made = drafting.add(0, primitive);
    ASSERT_EQ(made.size(), 1U);
    const importing::DraftMesh& mesh = made[0].mesh;
    EXPECT_EQ(mesh.start, (Indices{0, 2, 3, 4}));
    // The strongest first; of joints that are not there, and of no weight, the first joint that is.
    EXPECT_EQ(mesh.node, (Indices{1, 0, 0, 1}));
    EXPECT_EQ(mesh.share, (std::vector<float>{0.75F, 0.25F, 1, 1}));
    EXPECT_EQ(drafting.faults().jointless, 2U);
    EXPECT_EQ(drafting.faults().weightless, 1U);
}

TEST(Drafting, MorphTargetsAreKeptOrPartOfTheShape) {
    for (const std::uint32_t version : {6U, 12U}) {
        Settings settings;
        settings.version = version;
        Drafting drafting(chain(1), settings);
        Primitive primitive = triangle();
        primitive.targets = {{{0, 0, 4, 0, 0, 4, 0, 0, 4}, {}}, {}};
        primitive.morphWeights = {0.5};
        const auto made = drafting.add(0, primitive);
        ASSERT_EQ(made.size(), 1U);
        EXPECT_EQ(made[0].mesh.positions[2], version == 6 ? 0 : 2);
        EXPECT_EQ(made[0].mesh.morphs.size(), version == 6 ? 2U : 0U);
        const std::vector<float> weights = version == 6 ? std::vector<float>{0.5F, 0} : std::vector<float>();
        EXPECT_EQ(made[0].mesh.morphWeights, weights);
    }
}

TEST(Drafting, RootsAreMadeAboveSeveral) {
    Scene scene = chain(2);
    scene.parents[1] = -1;
    scene.meshes.push_back({0, -1});
    scene.places = {1, 0};
    const Drafting drafting(scene, {});
    EXPECT_EQ(drafting.skeleton().tops, 2U);
    // In the order of the file that they came from.
    EXPECT_EQ(drafting.skeleton().sources, (std::vector<std::int32_t>{-1, 1, 0}));
    EXPECT_EQ(drafting.skeleton().parents, (std::vector<std::int32_t>{-1, 0, 0}));
    EXPECT_EQ(drafting.skeleton().holders, (Indices{2, 1}));
}

TEST(Drafting, HeightsAreThoseAtRest) {
    Drafting drafting(skinned(3), {});
    EXPECT_EQ(drafting.height(), 0);
    // By its strongest joint, and by the first where a joint is none.
    drafting.look(0, {0, 1, 0, 0, 5, 0}, {0, 2, 0, 0, 9, 0, 0, 0}, {1, 3, 0, 0, 1, 0, 0, 0}, 1);
    EXPECT_EQ(drafting.height(), 0);
    drafting.look(0, {0, -4, 0}, {}, {}, 1);
    EXPECT_EQ(drafting.height(), 5);
    drafting.look(0, {0, 0, 0, 0, 100, 0}, {}, {}, 2);
    EXPECT_EQ(drafting.height(), 5);
    Drafting rigid(chain(3), {});
    rigid.look(0, {0, 1, 0, 0, 3, 0, 7}, {}, {}, 0);
    EXPECT_EQ(rigid.height(), 2);
}

TEST(Drafting, TheMiddleIsTheOrigin) {
    Drafting drafting(chain(1), {});
    fill(drafting);
    EXPECT_EQ(drafting.size(), 1);
    EXPECT_TRUE(drafting.centre());
    fill(drafting);
    EXPECT_EQ(drafting.rest()[0], 0.5F);
    EXPECT_EQ(drafting.rest()[1], -0.5F);
    EXPECT_NEAR(drafting.radius(), std::sqrt(0.5), 1e-7);
    Drafting empty(chain(1), {});
    empty.settle({});
    EXPECT_FALSE(empty.centre());
    EXPECT_EQ(empty.size(), 0);
}

TEST(Drafting, StepsHaveAKeyJustBefore) {
    Drafting drafting(chain(1), {});
    fill(drafting);
    Wanted wanted;
    const std::vector<Channel> channels{
        channel(0, Path::kTranslation, Interpolation::kStep, {1, 1.5, 2}, {0, 0, 0, 3, 0, 0, 3, 0, 0})};
    wanted.source.channels = channels;
    wanted.source.also = {700};
    wanted.source.most = 10;
    wanted.hasBox = true;
    Making making(drafting, wanted);
    run(making);
    EXPECT_EQ(making.sampler().times(), (std::vector<double>{0, 499, 500, 700, 1000}));
    EXPECT_EQ(making.sampler().added(), 0U);
    EXPECT_EQ(making.sampler().pose(1)[0], 0);
    EXPECT_EQ(making.sampler().pose(2)[0], -3);
    // The triangle is one unit wide, and moves by three.
    EXPECT_EQ(making.extents()[0], 2);
    EXPECT_EQ(drafting.moved()[0], 1);
}

TEST(Drafting, SplinesHaveAsManyKeysAsTheyNeed) {
    Drafting drafting(chain(1), {});
    fill(drafting);
    Wanted wanted;
    // From 0 to 1 along X, with tangents that make a bow.
    const std::vector<Channel> channels{channel(0, Path::kTranslation, Interpolation::kCubicSpline, {0, 1},
                                                {0, 0, 0, 0, 0, 0, 0, 8, 0, 0, -8, 0, 1, 0, 0, 0, 0, 0})};
    wanted.source.channels = channels;
    wanted.source.most = 1000;
    Making making(drafting, wanted);
    run(making);
    ASSERT_FALSE(making.hasTooMany());
    EXPECT_GT(making.sampler().added(), 8U);
    EXPECT_LT(making.sampler().added(), 200U);
    const std::vector<double>& times = making.sampler().times();
    for (std::size_t key = 0; key < times.size(); ++key) {
        const double t = times[key] / 1000;
        EXPECT_NEAR(making.sampler().pose(key)[1], 8 * (t * t * t - 2 * t * t + t) - 8 * (t * t * t - t * t), 1e-6);
    }
    // Room for all of them is enough, and for one less is not.
    for (const std::size_t room : {times.size(), times.size() - 1, std::size_t{5}}) {
        wanted.source.most = room;
        Making again(drafting, wanted);
        run(again);
        EXPECT_EQ(again.hasTooMany(), room < times.size()) << room;
    }
}

TEST(Drafting, RotationsTurnEvenlyFromKeyToKey) {
    Drafting drafting(chain(1), {});
    fill(drafting);
    Wanted wanted;
    // By two thirds of a turn about X would be the longer way: it goes back by one third.
    const auto half = static_cast<float>(std::sqrt(3) / 2);
    const std::vector<Channel> channels{
        channel(0, Path::kRotation, Interpolation::kLinear, {0, 1}, {0, 0, 0, 1, half, 0, 0, -0.5F})};
    wanted.source.channels = channels;
    wanted.source.also = {250};
    wanted.source.most = 100;
    Making making(drafting, wanted);
    run(making);
    ASSERT_EQ(making.sampler().times(), (std::vector<double>{0, 250, 1000}));
    // A quarter of it is 30°, about the axis the other way; the file has X mirrored.
    const double angle = 3.14159265358979 / 6;
    const std::vector<float>& pose = making.sampler().pose(1);
    EXPECT_NEAR(std::abs(pose[3]), std::sin(angle / 2), 1e-6);
    EXPECT_NEAR(std::abs(pose[6]), std::cos(angle / 2), 1e-6);
    EXPECT_LT(pose[3] * pose[6], 0);
}

TEST(Drafting, SplinesOfMorphWeightsHaveAsManyKeysAsTheyNeed) {
    Settings settings;
    settings.version = 6;
    Drafting drafting(chain(1), settings);
    Primitive primitive = triangle();
    // Moves a vertex by five units.
    primitive.targets.push_back({{3, 4, 0, 0, 0, 0, 0, 0, 0}, {}});
    primitive.morphWeights = {0};
    const auto made = drafting.add(0, primitive);
    ASSERT_EQ(made.size(), 1U);
    drafting.settle({{0, 0, 0}});
    Wanted wanted;
    // A bow: 4 t (1 − t).
    Channel bow = channel(0, Path::kWeights, Interpolation::kCubicSpline, {0, 1}, {0, 0, 4, -4, 0, 0});
    bow.size = 1;
    const std::vector<Channel> channels{bow};
    wanted.source.channels = channels;
    wanted.source.most = 1000;
    Making making(drafting, wanted);
    run(making);
    Sampler& sampler = making.sampler();
    ASSERT_TRUE(sampler.isMorphed());
    ASSERT_FALSE(making.hasTooMany());
    EXPECT_LT(sampler.count(), 500U);
    const auto weightAt = [](double ms) { return 4 * (ms / 1000) * (1 - ms / 1000); };
    for (std::size_t key = 0; key < sampler.count(); ++key)
        EXPECT_NEAR(sampler.morphs(key)[0][0], weightAt(sampler.times()[key]), 1e-6);
    // Between two keys the vertex is nowhere farther off than a thousandth of the model, which is five units long.
    for (std::size_t key = 1; key < sampler.count(); ++key) {
        const double from = sampler.times()[key - 1];
        const double to = sampler.times()[key];
        const double off = weightAt((from + to) / 2) - (weightAt(from) + weightAt(to)) / 2;
        EXPECT_LT(5 * off, 5e-3);
    }
}

TEST(Drafting, PiecesAreOfMeshesThatThereAre) {
    Drafting drafting(chain(1), {});
    fill(drafting);
    EXPECT_EQ(drafting.refusalOf({{0, 0, 0}, {-1, 0, 0}}), "");
    EXPECT_NE(drafting.refusalOf({{1, 0, 0}}), "");
    EXPECT_NE(drafting.refusalOf({{-2, 0, 0}}), "");
    EXPECT_NE(drafting.refusalOf({{0, 1, 0}}), "");
    EXPECT_NE(drafting.refusalOf({{0, 0, 1}}), "");
}

TEST(Drafting, SocketsStandAsTheirNodesHoldThem) {
    Scene scene = chain(3);
    scene.meshes = {{1, -1}};
    scene.sockets = {2};
    Drafting drafting(scene, {});
    ASSERT_EQ(drafting.refusal(), "");
    const std::vector<drafting::Stand> sockets = drafting.sockets();
    ASSERT_EQ(sockets.size(), 1U);
    EXPECT_NEAR(sockets[0].place[0], 0, 1e-12);
    EXPECT_NEAR(sockets[0].place[1], 1, 1e-12);
    EXPECT_NEAR(std::abs(sockets[0].rotation[3]), 1, 1e-12);
}

TEST(Drafting, ARootThatWasMadeCarriesWhatHangsOnNoNode) {
    // The joints of a skin have two tops, and the mesh is at a third node, which is none of them.
    Scene scene = chain(3);
    scene.parents.assign(3, -1);
    scene.skins.push_back({{0, 1}, {abc::kIdentity, abc::kIdentity}, -1});
    scene.rest[2 * drafting::kLocal] = 6;
    Settings settings;
    settings.scale = 2;
    Drafting drafting(scene, settings);
    ASSERT_EQ(drafting.refusal(), "");
    ASSERT_EQ(drafting.skeleton().sources, (std::vector<std::int32_t>{-1, 0, 1}));
    const auto made = drafting.add(0, triangle());
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].mesh.node, (Indices{0, 0, 0}));
    EXPECT_EQ(std::vector<float>(made[0].mesh.positions.begin(), made[0].mesh.positions.begin() + 3),
              (std::vector<float>{-12, 2, 0}));
    EXPECT_EQ(made[0].mesh.local, made[0].mesh.positions);
}

TEST(Drafting, ScalesThatMoveAreMeasured) {
    Drafting drafting(chain(1), {});
    fill(drafting);
    Wanted wanted;
    const std::vector<Channel> channels{channel(0, Path::kScale, Interpolation::kLinear, {0, 1}, {1, 1, 1, 3, 1, 1})};
    wanted.source.channels = channels;
    wanted.source.most = 100;
    Making making(drafting, wanted);
    run(making);
    EXPECT_NEAR(making.sampler().off()[0], 2, 1e-6);
}

TEST(Drafting, AnimationsThatAreTooLongAreNotMade) {
    Drafting drafting(chain(1), {});
    fill(drafting);
    Wanted wanted;
    const std::vector<Channel> channels{
        channel(0, Path::kTranslation, Interpolation::kLinear, {0, 1e30}, {0, 0, 0, 1, 0, 0})};
    wanted.source.channels = channels;
    wanted.source.most = 100;
    Making making(drafting, wanted);
    run(making);
    EXPECT_TRUE(making.hasTooMany());
}

TEST(Drafting, ChannelsHaveTheirSoundKeysAlone) {
    const float infinite = std::numeric_limits<float>::infinity();
    Scene scene = chain(2);
    scene.rest[11] = 1;
    const std::vector<std::vector<Channel>> animations{
        {channel(1, Path::kTranslation, Interpolation::kLinear, {1, std::nan(""), 1, 2, 3, 3.5},
                 {0, 1, 0, 9, 9, 9, 9, 9, 9, 0, infinite, 0, 0, 1, 0, 0, 1, 0}),
         channel(0, Path::kScale, Interpolation::kStep, {std::nan("")}, {1, 1, 1}),
         channel(0, Path::kRotation, Interpolation::kLinear, {0.5}, {0, 0, 0, -1})},
        {}};
    const Drafting drafting(scene, {}, animations);
    ASSERT_EQ(drafting.refusal(), "");
    ASSERT_EQ(drafting.animations().size(), 2U);
    const std::vector<Channel>& channels = drafting.animations()[0];
    ASSERT_EQ(channels.size(), 2U);
    EXPECT_EQ(channels[0].times, (std::vector<double>{1, 3, 3.5}));
    EXPECT_EQ(channels[0].values, (std::vector<float>{0, 1, 0, 0, 1, 0, 0, 1, 0}));
    // They are where they are at rest: the rotation with the other sign, too.
    EXPECT_FALSE(channels[0].moves);
    EXPECT_FALSE(channels[1].moves);
    EXPECT_EQ(drafting::spanOf(channels).start, 0.5);
    EXPECT_EQ(drafting::spanOf(channels).length, 3000);
    EXPECT_EQ(drafting::spanOf(drafting.animations()[1]).length, 0);
    const Drafting wrong(scene, {}, {{channel(2, Path::kScale, Interpolation::kStep, {0}, {1, 1, 1})}});
    EXPECT_NE(wrong.refusal(), "");
}

TEST(Drafting, ChannelsMoveWhatTheyHaveElsewhere) {
    const std::vector<double> rest{0, 1, 0, 0, 0, 0, 1, 1, 1, 1};
    const auto moves = [&](Path path, Interpolation interpolation, std::vector<float> values) {
        const std::size_t size =
            (path == Path::kRotation ? 4U : 3U) * (interpolation == Interpolation::kLinear ? 1U : 3U);
        std::vector<double> times;
        while (times.size() < values.size() / size) times.push_back(static_cast<double>(times.size()));
        return drafting::doesMove(channel(0, path, interpolation, times, std::move(values)), rest);
    };
    EXPECT_FALSE(moves(Path::kTranslation, Interpolation::kLinear, {0, 1, 0, 0, 1, 0}));
    EXPECT_TRUE(moves(Path::kTranslation, Interpolation::kLinear, {0, 1, 0, 0, 1.1F, 0}));
    EXPECT_TRUE(moves(Path::kScale, Interpolation::kLinear, {1, 2, 1}));
    EXPECT_TRUE(moves(Path::kRotation, Interpolation::kLinear, {0, 0, 0.6F, 0.8F}));
    // A spline of one value moves by its slopes, where it has more keys than one.
    EXPECT_FALSE(moves(Path::kScale, Interpolation::kCubicSpline, {5, 0, 0, 1, 1, 1, 0, 0, 5}));
    EXPECT_TRUE(
        moves(Path::kScale, Interpolation::kCubicSpline, {0, 0, 0, 1, 1, 1, 0, 0, 5, 0, 0, 0, 1, 1, 1, 0, 0, 0}));
}

TEST(Drafting, NodesThatAreNowhereAreWhereTheOneAboveIs) {
    Scene scene = chain(3);
    scene.rest[10 + 1] = std::nan("");
    for (std::size_t i = 23; i < 27; ++i) scene.rest[i] *= 2;
    Drafting drafting(scene, {});
    ASSERT_EQ(drafting.refusal(), "");
    EXPECT_EQ(drafting.lost(), (Indices{1}));
    EXPECT_EQ(drafting.scene().rest[11], 0);
    EXPECT_EQ(drafting.scene().rest[26], 1);
    fill(drafting);
    EXPECT_TRUE(drafting.isPlaced());
}

TEST(Drafting, VerticesTooFarAwayAreSeen) {
    Scene scene = chain(1);
    scene.rest[7] = 1e30;
    Drafting drafting(scene, {});
    Primitive primitive = triangle();
    primitive.positions[3] = 1e30F;
    ASSERT_EQ(drafting.add(0, primitive).size(), 1U);
    EXPECT_FALSE(drafting.isPlaced());
}

TEST(Drafting, RefusesScenesThatDoNotFitTogether) {
    using Change = void (*)(Scene&);
    const Change changes[] = {
        [](Scene& scene) { scene.order.pop_back(); },
        [](Scene& scene) { scene.order[1] = 0; },
        [](Scene& scene) {
            scene.order = {2, 1, 0};
        },
        [](Scene& scene) { scene.order[0] = 99; },
        [](Scene& scene) { scene.parents[1] = 1; },
        [](Scene& scene) { scene.parents[1] = 99; },
        [](Scene& scene) { scene.parents[1] = -2; },
        [](Scene& scene) { scene.parents.push_back(-1); },
        [](Scene& scene) { scene.rest.pop_back(); },
        [](Scene& scene) { scene.places.clear(); },
        [](Scene& scene) { scene.meshes[0].node = 3; },
        [](Scene& scene) { scene.meshes[0].skin = 1; },
        [](Scene& scene) { scene.meshes[0].skin = -2; },
        [](Scene& scene) { scene.sockets.push_back(3); },
        [](Scene& scene) { scene.skins[0].joints[0] = 3; },
        [](Scene& scene) { scene.skins[0].joints.clear(); },
        [](Scene& scene) { scene.skins[0].inverse.pop_back(); },
        [](Scene& scene) { scene.skins[0].meshNode = 3; },
        [](Scene& scene) { scene.skins[0].meshNode = -2; },
    };
    EXPECT_EQ(Drafting(skinned(3), {}).refusal(), "");
    EXPECT_EQ(Drafting(Scene(), {}).refusal(), "");
    for (const Change change : changes) {
        Scene scene = skinned(3);
        change(scene);
        EXPECT_NE(Drafting(std::move(scene), {}).refusal(), "") << &change - changes;
    }
}

TEST(Drafting, RefusesPrimitivesAndChannelsThatDoNotFitTogether) {
    Primitive whole = triangle();
    whole.normals = whole.positions;
    whole.joints = {std::vector<float>(12)};
    whole.weights = whole.joints;
    whole.targets = {{whole.positions, {}}};
    EXPECT_EQ(drafting::refusalOf(whole), "");
    using Change = void (*)(Primitive&);
    const Change changes[] = {
        [](Primitive& one) { one.positions.pop_back(); }, [](Primitive& one) { one.normals.pop_back(); },
        [](Primitive& one) { one.uvs.pop_back(); },       [](Primitive& one) { one.joints.clear(); },
        [](Primitive& one) { one.weights[0].clear(); },   [](Primitive& one) { one.targets[0].normals = {1}; },
    };
    for (const Change change : changes) {
        Primitive other = whole;
        change(other);
        EXPECT_NE(drafting::refusalOf(other), "") << &change - changes;
    }
    const Channel fine = channel(0, Path::kRotation, Interpolation::kLinear, {0, 1}, std::vector<float>(8));
    EXPECT_EQ(drafting::refusalOf(fine, 1), "");
    EXPECT_NE(drafting::refusalOf(fine, 0), "");
    using Turn = void (*)(Channel&);
    const Turn turns[] = {
        [](Channel& one) { one.times = {}; },
        [](Channel& one) {
            one.times = {1, 1};
        },
        [](Channel& one) {
            one.times = {0, std::nan("")};
        },
        [](Channel& one) {
            one.times = {0, std::numeric_limits<double>::infinity()};
        },
        [](Channel& one) { one.values.pop_back(); },
        [](Channel& one) { one.size = 3; },
        [](Channel& one) { one.path = Path::kWeights, one.size = 0; },
        [](Channel& one) { one.path = static_cast<Path>(9); },
        [](Channel& one) { one.interpolation = static_cast<Interpolation>(9); },
    };
    for (const Turn turn : turns) {
        Channel other = fine;
        turn(other);
        EXPECT_NE(drafting::refusalOf(other, 1), "") << &turn - turns;
    }
}

/// Numbers of any kind end, whatever they are: nothing is made of them that is read out of range.
TEST(Drafting, AnyNumbersEnd) {
    std::mt19937 random(30);
    const double strange[] = {
        0, -0.0, 1, -1, 1e-300, 1e300, 1e38, std::nan(""), std::numeric_limits<double>::infinity(), 0.5, 1e-40};
    const auto any = [&] { return strange[random() % std::size(strange)]; };
    for (int round = 0; round < 300; ++round) {
        Scene scene = skinned(3);
        for (double& number : scene.rest) number = random() % 4 == 0 ? any() : number;
        for (drafting::Matrix& matrix : scene.skins[0].inverse) {
            for (double& number : matrix) number = random() % 8 == 0 ? any() : number;
        }
        if (round % 3 == 0) scene.meshes[0].skin = -1;
        Settings settings;
        settings.version = round % 2 == 0 ? 6 : 12;
        settings.scale = any();
        Drafting drafting(scene, settings);
        Primitive primitive = triangle();
        primitive.joints = {std::vector<float>(12)};
        primitive.weights = primitive.joints;
        primitive.targets = {{std::vector<float>(9), std::vector<float>()}};
        primitive.morphWeights = {any()};
        for (std::vector<float>* const list :
             {&primitive.positions, &primitive.joints[0], &primitive.weights[0], &primitive.targets[0].positions}) {
            for (float& number : *list) number = random() % 3 == 0 ? static_cast<float>(any()) : number;
        }
        const bool isMade = !drafting.add(0, primitive).empty();
        drafting.settle(isMade ? std::vector<drafting::PieceOf>{{0, 0, 2}} : std::vector<drafting::PieceOf>());
        static_cast<void>(drafting.radius());
        Wanted wanted;
        std::vector<float> values(18);
        for (float& number : values) number = static_cast<float>(any());
        std::vector<Channel> channels{channel(1, Path::kTranslation, Interpolation::kCubicSpline, {0, 0.05}, values),
                                      channel(0, Path::kScale, Interpolation::kLinear, {0, 0.0331}, values),
                                      channel(2, Path::kWeights, Interpolation::kLinear, {0, 0.02}, values)};
        channels[2].size = 1;
        wanted.source.channels = channels;
        wanted.source.most = 40;
        wanted.hasBox = true;
        Making making(drafting, wanted);
        run(making);
        static_cast<void>(making.extents());
    }
}

TEST(Drafting, TurnsOfMatricesAreThoseThatTheyWereMadeOf) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int round = 0; round < 200; ++round) {
        const drafting::Rotation turn = abc::unit({number(random), number(random), number(random), number(random)});
        const drafting::Matrix matrix = drafting::matrixOf(turn, {1, 2, 3});
        const auto isSame = [&](const drafting::Rotation& other) {
            double cosine = 0;
            for (std::size_t i = 0; i < 4; ++i) cosine += turn[i] * other[i];
            EXPECT_NEAR(std::abs(cosine), 1, 1e-12);
        };
        isSame(drafting::turnOf(matrix));
        const auto nearest = drafting::nearestTurn(drafting::matrixOf(turn, {1, 2, 3}, {2, 3, 0.5}));
        ASSERT_TRUE(nearest);
        isSame(*nearest);
        const auto inverse = abc::inverse(matrix);
        ASSERT_TRUE(inverse);
        const drafting::Matrix whole = drafting::multiplied(matrix, *inverse);
        for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(whole[i], abc::kIdentity[i], 1e-12);
    }
    EXPECT_FALSE(drafting::nearestTurn(drafting::matrixOf(drafting::kNoTurn, {}, {-1, 1, 1})));
    EXPECT_FALSE(abc::inverse(drafting::Matrix{}));
}

}  // namespace
