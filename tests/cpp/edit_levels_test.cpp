// Levels of detail that are replaced: what names their vertices follows.
#include <abc/edit.h>
#include <abc/nearest.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/all_fixtures.h"
#include "support/edit_steps.h"
#include "support/splice.h"

namespace abc::testing {
namespace {

using Kind = Operation::Kind;
using Fields = EditValue::Fields;
using List = EditValue::List;

Operation replacing(std::string path, List vertices, List faces) {
    Operation out = list(Kind::ReplaceLevel, std::move(path));
    out.value.value = Fields{{"vertices", {std::move(vertices)}}, {"faces", {std::move(faces)}}};
    return out;
}

std::string refused(const File& file, const Operation& operation) {
    const Document document = parse(file);
    const Edited edited = edit(document, {&operation, 1});
    EXPECT_EQ(checkEdited(document, edited).value_or(""), "");
    return edited.refusal ? edited.refusal->reason : "";
}

EditValue vertex(float x, float y) {
    return {Fields{{"Location", {List{{double{x}}, {double{y}}, {0.0}}}}}};
}

EditValue face(double a, double b, double c) {
    List corners;
    for (const double index : {a, b, c}) corners.push_back({Fields{{"VertexIndex", {index}}}});
    return {Fields{{"Vertices", {corners}}}};
}

/// Which vertex of the next level a vertex of a fixture names.
std::uint32_t nextOf(const File& file, std::uint32_t version, const std::string& level, std::uint32_t vertex) {
    const std::uint32_t at = offsetOf(file, level + ".Vertices[" + std::to_string(vertex) + "].SubLODVertexIndex");
    return version == 108 ? load<std::uint8_t>(Bytes(file), at) : load<std::uint16_t>(Bytes(file), at);
}

class ReplacedLevels : public ::testing::TestWithParam<std::uint32_t> {
protected:
    const std::string piece = "Pieces.Pieces[0].LODs";
    /// Its first level has vertices at (0, 0), (1, 0), (1, 1) and (0, 1), the second at the first three of them.
    const File file = done(fixture("v" + std::to_string(GetParam()) + "_full"),
                           {set(piece + "[0].Vertices[0].SubLODVertexIndex", {0.0}),
                            set(piece + "[0].Vertices[1].SubLODVertexIndex", {1.0}),
                            set(piece + "[0].Vertices[2].SubLODVertexIndex", {2.0}),
                            // It names nothing, and goes on to do so.
                            stale(piece + "[0].Vertices[3].SubLODVertexIndex")});

private:
    static Operation stale(std::string path) {
        Operation out = set(std::move(path), {200.0});
        out.force = true;
        return out;
    }
};
INSTANTIATE_TEST_SUITE_P(, ReplacedLevels, ::testing::Values(9, 10, 11, 12, 13, 108),
                         [](const auto& version) { return "V" + std::to_string(version.param); });

TEST_P(ReplacedLevels, AreReplacedAndNamedByTheNearest) {
    const List vertices = {vertex(1, 1.1F), vertex(0.1F, 0), vertex(5, 5), vertex(0, 0.9F)};
    const Operation replace = replacing(piece + "[1]", vertices, {face(0, 1, 2), face(1, 2, 3)});
    const File after = done(file, {replace});
    const Opened there(after);
    const Lod* level = there.model.lod(0, 1);
    ASSERT_NE(level, nullptr);
    EXPECT_EQ(level->vertexCount, 4U);
    EXPECT_EQ(level->faceCount, 2U);
    EXPECT_EQ(there.model.locations[level->firstVertex + 2].x, 5);
    EXPECT_EQ(there.model.faces[level->firstFace + 1][2], 3U);
    const std::uint32_t named[] = {1, 1, 0, 200};
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(nextOf(after, GetParam(), piece + "[0]", i), named[i]) << i;
    EXPECT_EQ(newError(Examined(file).findings, Examined(after).findings), "");
}

TEST_P(ReplacedLevels, NameTheNearestOfTheNextLevel) {
    const List vertices = {vertex(1.1F, 0), vertex(0, 0.2F), vertex(0.9F, 3)};
    const File after = done(file, {replacing(piece + "[0]", vertices, {face(0, 1, 2)})});
    for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t nearest[] = {1, 0, 2};
        EXPECT_EQ(nextOf(after, GetParam(), piece + "[0]", i), nearest[i]);
    }
    EXPECT_EQ(newError(Examined(file).findings, Examined(after).findings), "");
}

TEST_P(ReplacedLevels, GetVerticesWhereTheyHadNone) {
    const File after =
        done(file, {replacing(piece + "[2]", {vertex(0, 0), vertex(1, 0), vertex(1, 1)}, {face(0, 1, 2)})});
    EXPECT_EQ(Opened(after).model.lod(0, 2)->vertexCount, 3U);
    EXPECT_EQ(done(after, {replacing(piece + "[2]", {}, {})}), file);
}

TEST_P(ReplacedLevels, AreTheSameWhenReplacedByWhatTheyAre) {
    // As bytes, which say all.
    const Document document = parse(file);
    const auto elements = [&](const std::string& path) {
        List out;
        const auto array = document.walk().resolve(path);
        for (std::uint32_t i = 0; i < array->count; ++i) {
            const File bytes = bytesOf(file, path + "[" + std::to_string(i) + "]");
            out.push_back({EditValue::Bytes(bytes.begin(), bytes.end())});
        }
        return out;
    };
    const std::string level = piece + "[0]";
    EXPECT_EQ(done(file, {replacing(level, elements(level + ".Vertices"), elements(level + ".Faces"))}), file);
}

Operation adopting(std::string path, const File& from, std::string level) {
    Operation out = list(Kind::AdoptLevel, std::move(path));
    out.value.value = Fields{{"from", {EditValue::Bytes(from.begin(), from.end())}}, {"level", {std::move(level)}}};
    return out;
}

TEST_P(ReplacedLevels, AreTakenFromOtherModels) {
    // A level of another piece, which has other weights.
    const std::string level = "Pieces.Pieces[1].LODs[0]";
    for (const char* const name : {"v9_full", "v12_full", "v13_full"}) {
        const File& other = fixture(name);
        const Opened source(other);
        const Opened there(done(file, {adopting(piece + "[0]", other, level)}));
        const Lod& from = *source.model.lod(1, 0);
        const Lod& to = *there.model.lod(0, 0);
        ASSERT_EQ(to.vertexCount, from.vertexCount);
        ASSERT_EQ(to.faceCount, from.faceCount);
        for (std::uint32_t v = 0; v < from.vertexCount; ++v) {
            const auto weights = [v](const Model& model, const Lod& lod) {
                const std::uint32_t at = lod.firstVertex + v;
                std::vector<std::vector<float>> out;
                for (std::uint32_t w = model.weightStart[at]; w < model.weightStart[at + 1]; ++w) {
                    const Weight& one = model.weights[w];
                    out.push_back({float(one.node), one.location.x, one.location.y, one.location.z, one.bias});
                }
                const Vec3 place = model.locations[at];
                const Vec3 normal = model.normals[at];
                out.push_back({place.x, place.y, place.z, normal.x, normal.y, normal.z});
                return out;
            };
            EXPECT_EQ(weights(there.model, to), weights(source.model, from));
        }
        for (std::uint32_t f = 0; f < from.faceCount; ++f) {
            EXPECT_EQ(there.model.faces[to.firstFace + f], source.model.faces[from.firstFace + f]);
            for (std::uint32_t c = 0; c < 3; ++c) {
                EXPECT_EQ(there.model.texCoord(to, f, c).u, source.model.texCoord(from, f, c).u);
                EXPECT_EQ(there.model.texCoord(to, f, c).v, source.model.texCoord(from, f, c).v);
            }
        }
    }
}

TEST_P(ReplacedLevels, FindNodesOfOtherModelsByTheirNames) {
    // The two last nodes, which hang on the same one, change their places.
    const Opened before(file);
    const auto last = static_cast<std::uint32_t>(before.model.nodes.size() - 1);
    ASSERT_EQ(before.model.nodes[last].parent, before.model.nodes[last - 1].parent);
    const auto nameOf = [](std::uint32_t node) { return "Nodes.Nodes[" + std::to_string(node) + "].Name"; };
    const auto text = [&](std::uint32_t node) { return std::string(before.model.text(before.model.nodes[node].name)); };
    const File swapped = done(file, {set(nameOf(last), {std::string("other")}), set(nameOf(last - 1), {text(last)}),
                                     set(nameOf(last), {text(last - 1)})});
    const Opened there(done(file, {adopting(piece + "[0]", swapped, piece + "[0]")}));
    const Lod& lod = *before.model.lod(0, 0);
    std::size_t moved = 0;
    for (std::uint32_t w = before.model.weightStart[lod.firstVertex];
         w < before.model.weightStart[lod.firstVertex + lod.vertexCount]; ++w) {
        const std::uint32_t node = before.model.weights[w].node;
        const std::uint32_t wanted = node == last ? last - 1 : node == last - 1 ? last : node;
        EXPECT_EQ(there.model.weights[w].node, wanted);
        moved += wanted == node ? 0U : 1U;
    }
    EXPECT_GT(moved, 0U);
}

TEST_P(ReplacedLevels, RefuseOtherModelsThatAreNone) {
    const auto why = [&](const File& from, const char* level) {
        return refused(file, adopting(piece + "[1]", from, level));
    };
    EXPECT_EQ(why({}, "Pieces.Pieces[0].LODs[0]"), "“from” is not a readable model of version 9 or later.");
    EXPECT_EQ(why(fixture("v6_full"), "x"), "“from” is not a readable model of version 9 or later.");
    EXPECT_EQ(why(file, "Pieces.Pieces[0]"), "The other model has no level “Pieces.Pieces[0]”.");
    EXPECT_NE(why(fixture("v12_bare"), "Pieces.Pieces[0].LODs[0]"), "");
    EXPECT_EQ(refused(file, list(Kind::AdoptLevel, piece + "[1]")),
              "“from” of “adoptLevel” must be the bytes of another model.");
}

TEST_P(ReplacedLevels, RefuseWhatIsNone) {
    const List three = {vertex(0, 0), vertex(1, 0), vertex(1, 1)};
    EXPECT_NE(refused(file, replacing(piece + "[1]", three, {face(0, 1, 3)})), "");
    EXPECT_NE(refused(file, replacing(piece + "[1]", three, {face(0, -1, 2)})), "");
    EXPECT_NE(refused(file, replacing(piece + "[1]", {{1.0}}, {})), "");
    EXPECT_NE(refused(file, replacing(piece + "[3]", three, {})), "");
    EXPECT_NE(refused(file, replacing("Pieces.Pieces[0]", three, {})), "");
    EXPECT_NE(refused(file, replacing("", three, {})), "");
    EXPECT_EQ(refused(file, list(Kind::ReplaceLevel, piece + "[1]")),
              "“vertices” of “replaceLevel” must be a list of vertices.");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(refused(file, replacing(piece + "[1]", {{Fields{{"Location", {List{{nan}, {nan}, {nan}}}}}}}, {})), "");
}

TEST(NearestPoint, IsThatOfAllPointsLookedAt) {
    std::mt19937 random(3);
    const auto roll = [&] { return static_cast<float>(random() % 16) / 4; };
    for (int round = 0; round < 200; ++round) {
        std::vector<Vec3> points(1 + random() % 40);
        const bool isFlat = round % 3 == 0;
        for (Vec3& point : points) point = {isFlat ? 1 : roll(), roll(), roll()};
        const Nearest nearest(points);
        const Vec3 place{roll(), roll(), roll()};
        const auto distance = [&](Vec3 point) { return dot(point - place, point - place); };
        float least = std::numeric_limits<float>::infinity();
        for (const Vec3 point : points) least = std::min(least, distance(point));
        EXPECT_EQ(distance(points[nearest(place)]), least);
    }
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_LT(Nearest({{nan, 1, 2}, {nan, nan, nan}})({nan, nan, nan}), 2U);
}

}  // namespace
}  // namespace abc::testing
