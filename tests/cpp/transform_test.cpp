// A whole model mirrored, scaled, turned and moved: what the evaluator shows of it then is what it showed before,
// mirrored, scaled, turned and moved here by other mathematics.
#include <abc/deform.h>
#include <abc/transform.h>
#include <abc/validate.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/all_fixtures.h"
#include "support/edit_steps.h"
#include "support/real_files.h"
#include "support/surface.h"

namespace abc::testing {
namespace {

/// Turned about one axis after the other, without a matrix.
Vec3 expected(Vec3 at, const Transformation& how, bool isDirection) {
    std::array<double, 3> v{double{at.x}, double{at.y}, double{at.z}};
    if (how.mirror) v[*how.mirror] = -v[*how.mirror];
    for (double& each : v) each *= isDirection ? 1 : how.scale;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double angle = how.turn[axis] * std::acos(-1.0) / 180;
        double& a = v[(axis + 1) % 3];
        double& b = v[(axis + 2) % 3];
        const double before = a;
        a = before * std::cos(angle) - b * std::sin(angle);
        b = before * std::sin(angle) + b * std::cos(angle);
    }
    for (std::size_t i = 0; i < 3; ++i) v[i] += isDirection ? 0 : how.move[i];
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

double distance(Vec3 a, Vec3 b) {
    return std::hypot(double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z);
}

File made(const File& file, const Transformation& how) {
    const Document document = parse(file);
    const Transformed out = transformed(document, how);
    EXPECT_EQ(out.refusal, "");
    return spliced(file, out.splices);
}

/// Every vertex of every level of every animation, and every socket.
void expectSameSurface(const File& file, const Transformation& how) {
    const File after = made(file, how);
    ASSERT_EQ(after.size(), file.size());
    const Opened a(file);
    const Opened b(after);
    double size = 1;
    for (const Vec3& each : a.model.locations) size = std::max(size, distance(each, {}));
    const auto tolerance = static_cast<double>(size) * how.scale * 1e-4 + distance(expected({}, how, false), {}) * 1e-5;
    const auto compare = [&](std::uint32_t animation, double time) {
        Layer layer;
        layer.source = animation == kNone ? nullptr : &a.model;
        layer.animation = animation;
        layer.timeMs = time;
        const Pose before = pose(a.model, {&layer, 1});
        if (layer.source != nullptr) layer.source = &b.model;
        const Pose now = pose(b.model, {&layer, 1});
        for (std::uint32_t piece = 0; piece < a.model.pieces.size(); ++piece) {
            for (std::uint32_t level = 0; level < a.model.lodCount(); ++level) {
                const Surface from = deformed(a.model, before, piece, level);
                const Surface to = deformed(b.model, now, piece, level);
                for (std::size_t v = 0; v < from.positions.size(); ++v) {
                    if (!std::isfinite(distance(from.positions[v], {}))) continue;
                    ASSERT_LT(distance(to.positions[v], expected(from.positions[v], how, false)), tolerance)
                        << piece << " " << level << " " << v;
                    const Vec3 normal = normalized(expected(from.normals[v], how, true));
                    ASSERT_LT(distance(normalized(to.normals[v]), normal), 0.02) << piece << " " << level << " " << v;
                }
            }
        }
        for (std::size_t socket = 0; socket < a.model.sockets.size(); ++socket) {
            const Socket& from = a.model.sockets[socket];
            if (from.node == kNone) continue;
            const Vec3 at = before.nodes[from.node].apply(from.location);
            const Vec3 to = now.nodes[from.node].apply(b.model.sockets[socket].location);
            ASSERT_LT(distance(to, expected(at, how, false)), tolerance) << socket;
            // Where it looks: what is mirrored has its X the other way round in its own space too.
            const Vec3 forward = before.nodes[from.node].rotate(transform({}, from.rotation).rotate({0, 0, 1}));
            Vec3 ownForward{0, 0, how.mirror == 2 ? -1.0F : 1.0F};
            const Vec3 looks =
                now.nodes[from.node].rotate(transform({}, b.model.sockets[socket].rotation).rotate(ownForward));
            ASSERT_LT(distance(normalized(looks), normalized(expected(forward, how, true))), 1e-3) << socket;
        }
    };
    compare(kNone, 0);
    for (std::uint32_t i = 0; i < a.model.animations.size(); ++i) {
        if (!a.model.animations[i].complete) continue;
        const double length = a.model.lengthOf(a.model.animations[i]);
        for (const double share : {0.0, 0.31, 1.0}) compare(i, share * length);
    }
    // What is seen from outside is still.
    const WindingVote before = windingVote(a.model);
    EXPECT_NEAR(windingVote(b.model).inward, before.inward, 0.02 * (before.inward + before.outward) + 1);
    EXPECT_EQ(newError(validate(a.document, a.model), validate(b.document, b.model)), "");
}

constexpr std::uint8_t kX = 0, kZ = 2;

std::vector<Transformation> someTransformations() {
    Transformation scaled;
    scaled.scale = 2.5;
    Transformation mirrored;
    mirrored.mirror = kX;
    Transformation mirroredInZ;
    mirroredInZ.mirror = kZ;
    Transformation turned;
    turned.turn = {10, 90, -35};
    Transformation all;
    all.mirror = std::uint8_t{1};
    all.scale = 0.1;
    all.turn = {0, 200, 15};
    all.move = {100, -20, 3.5};
    return {scaled, mirrored, mirroredInZ, turned, all};
}

bool isWhole(const File& file) {
    const Document document = parse(file);
    return document.faults.empty() && document.versionKnown;
}

bool hasNoRest(const File& file) {
    const Opened opened(file);
    return opened.model.family == Family::V6 && opened.model.v6.restAnimation == kNone;
}

class TransformedFixture : public ::testing::TestWithParam<std::size_t> {
protected:
    const File& file = allFixtures()[GetParam()].file;
};
INSTANTIATE_TEST_SUITE_P(, TransformedFixture, ::testing::ValuesIn(fixtureIndices()),
                         [](const auto& param) { return fixtureName(param.param); });

TEST_P(TransformedFixture, LooksAsItShould) {
    if (!isWhole(file)) return;
    for (const Transformation& how : someTransformations()) {
        if (hasNoRest(file) && how.turn != Transformation().turn) {
            EXPECT_EQ(transformed(parse(file), how).refusal,
                      "Without an animation, a model of version 6 has no pose to move.");
            continue;
        }
        expectSameSurface(file, how);
        if (HasFailure()) return;
    }
}

TEST_P(TransformedFixture, ComesBack) {
    if (!isWhole(file)) return;
    EXPECT_EQ(made(file, {}), file);
    Transformation mirrored;
    mirrored.mirror = kX;
    EXPECT_EQ(made(made(file, mirrored), mirrored).size(), file.size());
    Transformation doubled;
    doubled.scale = 2;
    Transformation halved;
    halved.scale = 0.5;
    // Powers of two round nothing.
    EXPECT_EQ(made(made(file, doubled), halved), file);
}

class TransformedModel : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Real, TransformedModel, ::testing::ValuesIn(realFiles(".abc")),
                         [](const auto& param) { return testName(param.param); });

TEST_P(TransformedModel, LooksAsItShould) {
    const File file = readReal(GetParam());
    if (!isWhole(file)) return;
    expectSameSurface(file, someTransformations().back());
    Transformation mirrored;
    mirrored.mirror = kX;
    expectSameSurface(file, mirrored);
}

TEST(Transform, ScalesDistancesAndBoxes) {
    const File& file = fixture("v12_full");
    Transformation how;
    how.scale = 3;
    how.turn = {0, 90, 0};
    const File after = made(file, how);
    const Opened a(file);
    const Opened b(after);
    const auto number = [](const Opened& opened, const std::string& path) {
        return load<float>(opened.document.bytes, opened.document.walk().resolve(path)->start);
    };
    for (const char* path : {"Header.InternalRadius", "Header.LODDistances[0]"})
        EXPECT_FLOAT_EQ(number(b, path), 3 * number(a, path)) << path;
    for (const std::string path :
         {"Animation.Animations[0].Extents", "AnimBindings.Lists[0].AnimBindings[0].Extents"}) {
        EXPECT_FLOAT_EQ(number(b, path + ".X"), 3 * number(a, path + ".Z")) << path;
        EXPECT_FLOAT_EQ(number(b, path + ".Y"), 3 * number(a, path + ".Y")) << path;
        EXPECT_FLOAT_EQ(number(b, path + ".Z"), 3 * number(a, path + ".X")) << path;
    }
}

TEST(Transform, PutsTheMiddleOrTheGroundAtTheOrigin) {
    for (const char* name : {"v12_full", "v6_full"}) {
        Transformation how;
        how.turn = {0, 30, 0};
        for (const auto centre : {Transformation::Centre::Middle, Transformation::Centre::Ground}) {
            how.centre = centre;
            const Opened opened(made(fixture(name), how));
            Vec3 low{1e30F, 1e30F, 1e30F};
            Vec3 high{-1e30F, -1e30F, -1e30F};
            const Pose rest = pose(opened.model, {});
            for (std::uint32_t piece = 0; piece < opened.model.pieces.size(); ++piece) {
                for (const Vec3& at : deformed(opened.model, rest, piece, 0).positions) {
                    low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
                    high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
                }
            }
            // The box that is centred is the turned box of the model at rest: the mesh lies inside it.
            const double size = distance(low, high);
            EXPECT_LT(std::abs(double{low.x} + high.x), size / 2) << name;
            const bool isGround = centre == Transformation::Centre::Ground;
            EXPECT_NEAR(isGround ? low.y : low.y + high.y, 0, 1e-4 * size) << name;
        }
    }
}

TEST(Transform, RenamesSides) {
    const std::pair<const char*, const char*> names[] = {
        {"left_arm", "right_arm"},
        {"RightHand", "LeftHand"},
        {"LEFT_FOOT", "RIGHT_FOOT"},
        {"L_Hand", "R_Hand"},
        {"hand.r", "hand.l"},
        {"armLeft", "armRight"},
        {"Left", "Right"},
        {"eye l", "eye r"},
        {"bright", "bright"},
        {"hair", "hair"},
        {"l1", "r1"},
        {"roll", "roll"},
        {"", ""},
        {"cleft", "cleft"},
    };
    for (const auto& [name, other] : names) {
        EXPECT_EQ(otherSide(name), other);
        EXPECT_EQ(otherSide(other), name);
    }
}

TEST(Transform, RefusesWhatIsNoNumber) {
    const Document document = parse(fixture("v12_full"));
    const auto refusal = [&](const Transformation& how) { return transformed(document, how).refusal; };
    Transformation how;
    for (const double scale : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
        how.scale = scale;
        EXPECT_EQ(refusal(how), "The scale must be a number above 0.");
    }
    how.scale = 1e300;
    EXPECT_EQ(refusal(how), "Some numbers would be larger than 32 bits can hold.");
    how = {};
    how.move[1] = std::nan("");
    EXPECT_EQ(refusal(how), "Rotation and movement must be finite numbers.");
    how = {};
    how.mirror = std::uint8_t{3};
    EXPECT_EQ(refusal(how), "A model can be mirrored only in X, Y or Z.");
}

}  // namespace
}  // namespace abc::testing
