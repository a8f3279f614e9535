#include "import/import.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <type_traits>

#include "abc/build.h"
#include "abc/parse.h"
#include "abc/validate.h"
#include "import/draft_check.h"
#include "import/one_mesh.h"
#include "import/poses.h"
#include "import/still.h"
#include "import/uvs.h"
#include "import/v6.h"
#include "import/v9.h"
#include "support/drafts.h"
#include "support/thorough.h"

using importing::Draft;
using importing::Import;
using importing::Options;

namespace {

abc::Written imported(Draft draft, const Options& options) {
    Import work(std::move(draft), options);
    while (work.step()) {
        EXPECT_GE(work.done(), 0);
        EXPECT_LE(work.done(), 1);
    }
    return work.written();
}

/// Without the last step, which writes.
abc::NewModel modelOf(Draft draft, const importing::V6Options& options, importing::V6Facts& facts) {
    importing::V6 work(std::move(draft), options);
    while (work.step()) {
    }
    EXPECT_EQ(work.refusal(), "");
    facts = work.facts();
    return work.model();
}

TEST(Import, MakesFilesWithoutFindings) {
    for (const std::uint32_t version : {6U, 9U, 10U, 11U, 12U}) {
        const abc::Written written = imported(abc::testing::tubeDraft(6, 8, 3), {version, {0.5}});
        ASSERT_EQ(written.refusal, "") << version;
        const abc::Document document = abc::parse(written.bytes);
        const abc::Model model = abc::buildModel(document);
        const core::Findings findings = abc::validate(document, model);
        for (const core::Finding& finding : findings.list()) ADD_FAILURE() << version << ": " << finding.info->name;
    }
}

TEST(Import, AddsAnAnimationInWhichTheModelStandsStill) {
    for (const std::uint32_t version : {6U, 12U}) {
        Draft draft = abc::testing::tubeDraft(3, 4, 2);
        draft.animations.clear();
        for (std::size_t n = 1; n < draft.nodes.size(); ++n) draft.nodes[n].translation = {0, 1, 0};
        Options options{version, {}};
        options.addsStill = true;
        const abc::Written written = imported(std::move(draft), options);
        ASSERT_EQ(written.refusal, "") << version;
        const abc::Document document = abc::parse(written.bytes);
        const abc::Model model = abc::buildModel(document);
        ASSERT_EQ(model.animations.size(), 1U);
        EXPECT_EQ(model.text(model.animations[0].name), "static_model");
    }
}

TEST(Import, StillModelsHaveTheBoxOfTheRestPose) {
    Draft draft = abc::testing::tubeDraft(3, 4, 2);
    draft.animations.clear();
    for (std::size_t n = 1; n < draft.nodes.size(); ++n) draft.nodes[n].translation = {0, 1, 0};
    const importing::DraftAnimation still = importing::stillOf(draft);
    EXPECT_EQ(still.extents.x, abc::testing::kDraftRadius);
    EXPECT_EQ(still.extents.y, 1);
    EXPECT_EQ(still.times, (std::vector<std::uint32_t>{0}));
    EXPECT_EQ(still.poses.size(), 3 * importing::kPose);
}

TEST(Import, RefusesOtherVersions) {
    EXPECT_NE(imported(abc::testing::tubeDraft(3, 4, 2), {7, {}}).refusal, "");
    EXPECT_NE(imported({}, {12, {}}).refusal, "");
}

TEST(Import, RefusesWhatDoesNotFitTogether) {
    using Change = void (*)(Draft&);
    const Change changes[] = {
        [](Draft& draft) { draft.nodes.clear(); },
        [](Draft& draft) { draft.nodes[0].parent = 0; },
        [](Draft& draft) { draft.nodes[1].parent = 1; },
        [](Draft& draft) { draft.nodes[1].parent = -2; },
        [](Draft& draft) { draft.nodes[1].bind[5] = std::numeric_limits<double>::infinity(); },
        [](Draft& draft) { draft.pieces[0].levels.clear(); },
        [](Draft& draft) { draft.pieces[0].levels[0].positions.pop_back(); },
        [](Draft& draft) { draft.pieces[0].levels[0].positions[4] = std::nanf(""); },
        [](Draft& draft) { draft.pieces[0].levels[0].normals.clear(); },
        [](Draft& draft) { draft.pieces[0].levels[0].corners.pop_back(); },
        [](Draft& draft) { draft.pieces[0].levels[0].corners[2] = 1'000'000; },
        [](Draft& draft) { draft.pieces[0].levels[0].uvs.push_back(0); },
        [](Draft& draft) { draft.pieces[0].levels[0].start.clear(); },
        [](Draft& draft) { draft.pieces[0].levels[0].start[1] = 0; },
        [](Draft& draft) { draft.pieces[0].levels[0].start[1] = 0xFFFFFFFF; },
        [](Draft& draft) { draft.pieces[0].levels[0].start.back()++; },
        [](Draft& draft) { draft.pieces[0].levels[0].node[0] = 99; },
        [](Draft& draft) { draft.pieces[0].levels[0].share.pop_back(); },
        [](Draft& draft) { draft.pieces[0].levels[0].share[0] = std::nanf(""); },
        [](Draft& draft) { draft.pieces[0].levels[0].local.pop_back(); },
        [](Draft& draft) { draft.pieces[0].levels[0].morphs.emplace_back(3); },
        [](Draft& draft) { draft.pieces[0].levels[0].morphWeights.push_back(0); },
        [](Draft& draft) { draft.animations[0].times.clear(); },
        [](Draft& draft) { draft.animations[0].times.push_back(9999); },
        [](Draft& draft) { draft.animations[0].poses.pop_back(); },
        [](Draft& draft) { draft.animations[0].poses[3] = std::numeric_limits<float>::infinity(); },
        [](Draft& draft) { draft.animations[0].strings.clear(); },
        [](Draft& draft) { draft.animations[0].morphWeights.push_back(0); },
        [](Draft& draft) { draft.animations[0].origin[1] = 1e300; },
    };
    ASSERT_EQ(importing::refusalOf(abc::testing::tubeDraft(3, 4, 2)), "");
    for (std::size_t i = 0; i < std::size(changes); ++i) {
        for (const std::uint32_t version : {6U, 12U}) {
            Draft draft = abc::testing::tubeDraft(3, 4, 2);
            changes[i](draft);
            EXPECT_NE(importing::refusalOf(draft), "") << i;
            EXPECT_NE(imported(std::move(draft), {version, {}}).refusal, "") << i;
        }
    }
}

/// Changes numbers and lengths of a draft, whatever they mean.
class Breaking {
public:
    explicit Breaking(std::uint32_t seed) : random_(seed) {}

    void change(Draft& draft) {
        importing::DraftMesh& mesh = draft.pieces[0].levels[0];
        importing::DraftAnimation& animation = draft.animations[0];
        for (int i = roll(3); i >= 0; --i) {
            switch (roll(16)) {
                case 0: list(mesh.corners); break;
                case 1: list(mesh.positions); break;
                case 2: list(mesh.start); break;
                case 3: list(mesh.node); break;
                case 4: list(mesh.share); break;
                case 5: list(mesh.local); break;
                case 6: list(mesh.uvs); break;
                case 7: list(mesh.normals); break;
                case 8: list(mesh.next); break;
                case 9: list(animation.times); break;
                case 10: list(animation.poses); break;
                case 11: list(draft.lodDistances); break;
                case 12: number(draft.nodes[1].bind[static_cast<std::size_t>(roll(12))]); break;
                case 13: number(animation.origin[1]); break;
                case 14: number(draft.nodes[2].flags); break;
                default: return draft.pieces[0].levels.push_back(mesh);
            }
        }
    }

private:
    int roll(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

    template <class Number>
    void number(Number& value) {
        const double values[] = {0, -1, 1, 2, 7, 1e9, 4e9, 1e30, 3e38, 1e-30, 0.5};
        const double other = values[roll(static_cast<int>(std::size(values)))];
        if constexpr (std::is_floating_point_v<Number>) {
            value = static_cast<Number>(roll(20) == 0 ? std::nan("") : other);
        } else {
            value = other < 0 || other > 4e9 ? 0xFFFFFFFF : static_cast<Number>(other);
        }
    }
    template <class Number>
    void list(std::vector<Number>& list) {
        if (list.empty() || roll(8) == 0) return list.resize(static_cast<std::size_t>(roll(40)));
        for (int i = roll(4); i >= 0; --i) number(list[random_() % list.size()]);
    }

    std::mt19937 random_;
};

TEST(Import, RefusesOrWritesBrokenDrafts) {
    const std::uint32_t drafts = abc::testing::kThorough ? 3000 : 200;
    std::size_t written = 0;
    for (std::uint32_t seed = 0; seed < drafts; ++seed) {
        Draft draft = abc::testing::tubeDraft(4, 5, 3);
        Breaking(seed).change(draft);
        const abc::Written out =
            imported(std::move(draft), {seed % 2 == 0 ? 6U : 12U, {0.3, seed % 5 == 0 ? 50U : 5000U}});
        EXPECT_NE(out.refusal.empty(), out.bytes.empty()) << seed;
        if (!out.refusal.empty()) continue;
        ++written;
        // What is written can be read to its end.
        EXPECT_TRUE(abc::parse(out.bytes).faults.empty()) << seed;
    }
    EXPECT_GT(written, drafts / 10);
    EXPECT_LT(written, drafts - drafts / 30);
}

TEST(Import, TakesTimesThatDoNotGrow) {
    Draft draft = abc::testing::tubeDraft(4, 6, 3);
    draft.animations[0].times = {500, 500, 0};
    EXPECT_EQ(imported(std::move(draft), {6, {}}).refusal, "");
}

TEST(ImportV6, HasOneNodeATriangleAndDeformsWhatItsNodeDoesNotMove) {
    importing::V6Facts facts;
    const abc::NewModel model = modelOf(abc::testing::tubeDraft(6, 8, 3), {}, facts);
    const abc::NewLevel& level = model.pieces.at(0).levels.at(0);
    for (std::size_t c = 0; c < level.corners.size(); c += 3) {
        EXPECT_EQ(level.weightNode[level.corners[c]], level.weightNode[level.corners[c + 1]]);
        EXPECT_EQ(level.weightNode[level.corners[c]], level.weightNode[level.corners[c + 2]]);
    }
    EXPECT_GT(facts.copiesMade, 0U);
    EXPECT_EQ(facts.copiesMade, facts.copiesNeeded);
    EXPECT_EQ(level.weightNode.size(), 6U * 8U + facts.copiesMade);
    std::size_t deformed = 0;
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        deformed += model.nodes[n].deformed.size();
        EXPECT_TRUE(std::is_sorted(model.nodes[n].deformed.begin(), model.nodes[n].deformed.end()));
        EXPECT_EQ(model.animations.at(0).deformation.at(n).positions.size(),
                  3 * model.animations[0].times.size() * model.nodes[n].deformed.size());
    }
    EXPECT_EQ(deformed, facts.deformed);
    EXPECT_GT(deformed, 0U);
    // Eight bits of a box that is no larger than the model.
    EXPECT_LT(facts.offAtKeys, facts.size / 255);
    EXPECT_LE(facts.offBetween, 5e-4 * facts.size + 1e-9);
    EXPECT_EQ(model.animations[0].times.size(), 3 + facts.keysAdded);
}

TEST(ImportV6, MakesRigidWhatHasNoRoom) {
    importing::V6Facts facts;
    const abc::NewModel model = modelOf(abc::testing::tubeDraft(6, 8, 3), {1, 100}, facts);
    EXPECT_EQ(facts.copiesMade, 0U);
    EXPECT_GT(facts.copiesNeeded, 0U);
    EXPECT_GT(facts.madeRigid, 0U);
    EXPECT_GT(facts.offRigid, 0);
    EXPECT_LE(3 * 3 * facts.deformed, 100U);
    EXPECT_EQ(model.pieces.at(0).levels.at(0).weightNode.size(), 6U * 8U);
}

TEST(ImportV6, RefusesMoreVerticesThanItCanName) {
    Draft draft = abc::testing::tubeDraft(3, 4, 2);
    draft.pieces.resize(6000, draft.pieces[0]);
    EXPECT_EQ(
        imported(std::move(draft), {6, {}}).refusal,
        "The model has 72,000 vertices, but v6 can have at most 65,535: make it smaller, or choose another version.");
}

TEST(ImportV6, PutsVerticesOfNodesAfterThe256thOnOneAboveThem) {
    importing::V6Facts facts;
    const abc::NewModel model = modelOf(abc::testing::tubeDraft(300, 4, 2), {}, facts);
    EXPECT_EQ(model.nodes.size(), 256U);
    EXPECT_EQ(facts.verticesMoved, 44U * 4U);
    EXPECT_GT(facts.deformed, 0U);
}

TEST(ImportOneMesh, PlacesWhatMorphTargetsMove) {
    Draft draft = abc::testing::tubeDraft(3, 4, 1);
    importing::DraftMesh& mesh = draft.pieces[0].levels[0];
    mesh.morphs = {std::vector<float>(mesh.positions.size(), 2), std::vector<float>(mesh.positions.size())};
    mesh.morphs[1][4] = -1;
    mesh.morphWeights = {0, 0};
    std::vector<importing::Matrix> binds;
    for (const importing::DraftNode& node : draft.nodes) binds.push_back(node.bind);
    const std::vector<importing::DraftMesh> meshes{mesh, mesh};
    const importing::OneMesh all(meshes, binds);
    ASSERT_EQ(all.count(), 24U);
    std::vector<std::uint32_t> vertices(24);
    for (std::uint32_t v = 0; v < 24; ++v) vertices[v] = v;
    std::vector<double> places(72);
    // In the bind pose.
    all.place(vertices, binds, std::vector<double>{0.5, 1, 0.25, 0}, std::span(places));
    for (std::size_t i = 0; i < 72; ++i) {
        const double weight = i < 36 ? 0.5 : 0.25;
        const double more = i == 4 ? -1 : 0;
        EXPECT_NEAR(places[i], mesh.positions[i % 36] + 2 * weight + more, 1e-5) << i;
    }
    EXPECT_FALSE(all.isRigid(0, 0));
}

TEST(ImportPoses, TurnTheShortestWay) {
    const std::vector<double> a{0, 0, 0, 0, 0, 0, 1};
    // A quarter turn about X, with the sign of the long way.
    const std::vector<double> b{4, 0, 0, -std::sqrt(0.5), 0, 0, -std::sqrt(0.5)};
    const std::vector<double> middle = importing::poseBetween(a, b, 0.5);
    EXPECT_NEAR(middle[0], 2, 1e-12);
    EXPECT_NEAR(std::abs(middle[3]), std::sin(3.14159265358979 / 8), 1e-9);
    const std::int32_t parents[] = {-1, 0};
    std::vector<double> two = b;
    two.insert(two.end(), a.begin(), a.end());
    two[8] = 1;
    const std::vector<importing::Matrix> globals = importing::globalsOf(parents, two);
    EXPECT_NEAR(globals[1][3], 4, 1e-12);
    EXPECT_NEAR(globals[1][11], 1, 1e-12);
}

TEST(ImportUvs, MovesWholeTextures) {
    const importing::ClampedUvs moved =
        importing::clamped({3.25F, -1.5F, 3.5F, -1.25F, 3.75F, -1.5F, 0.5F, 0, 1.5F, 0, 0.5F, 1, 0, 0, 1, 1, 0, 1});
    EXPECT_EQ(moved.moved, 1U);
    EXPECT_EQ(moved.outside, 1U);
    const std::vector<float> first(moved.uvs.begin(), moved.uvs.begin() + 6);
    EXPECT_EQ(first, (std::vector<float>{0.25F, 0.5F, 0.5F, 0.75F, 0.75F, 0.5F}));
    EXPECT_EQ(importing::clamped(std::vector<float>(6, std::nanf(""))).outside, 1U);
}

TEST(ImportV9, GivesAllPiecesAsManyLevels) {
    Draft draft = abc::testing::tubeDraft(3, 4, 2);
    draft.pieces.push_back(draft.pieces[0]);
    draft.pieces[1].levels.push_back(draft.pieces[1].levels[0]);
    draft.lodDistances = {10, 20, 30};
    const abc::NewModel model = importing::asV9(draft, 12);
    EXPECT_EQ(model.lodDistances, std::vector<float>{10});
    for (const abc::NewPiece& piece : model.pieces) EXPECT_EQ(piece.levels.size(), 2U);
    const abc::NewLevel& level = model.pieces[0].levels[1];
    EXPECT_EQ(level.weightLocation[0], draft.pieces[0].levels[0].local[0] * 0.75F);
    // Node after node.
    EXPECT_EQ(model.animations[0].keys[7 * 2 + 1], 1.0F);
    EXPECT_EQ(model.animations[0].keys[1], 0.0F);
    EXPECT_EQ(abc::compose(model).refusal, "");
}

}  // namespace
