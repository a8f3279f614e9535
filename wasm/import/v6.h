// A draft as a model of version 6 (LithTech 1.0 to 1.5): one mesh, one node a triangle, places in the space of that
// node.
#pragma once

#include <memory>

#include "collapses.h"
#include "deformation.h"

namespace importing {

/// Vertices refer to their node in one byte.
inline constexpr std::size_t kMostNodes6 = 256;

struct V6Options {
    /// Share of the triangles that the coarsest level keeps, above 0; 1: no levels of detail.
    double share = 1;
    /// Of deformed places at most; by default far more than the games' own models have.
    std::size_t deformedBytes = std::size_t{16} << 20U;
};

/// What became of a draft, for those who tell it. Deviations are in units.
struct V6Facts {
    /// The diagonal of the mesh's box.
    double size = 0;
    /// Vertices whose strongest node is none of those that vertices can name.
    std::size_t verticesMoved = 0;
    /// Copies of vertices where triangles of several nodes meet: those that are needed, and those that were made of
    /// them.
    std::size_t copiesNeeded = 0;
    std::size_t copiesMade = 0;
    std::size_t keysAdded = 0;
    std::size_t deformed = 0;
    double offAtKeys = 0;
    double offBetween = 0;
    /// Vertices that should be deformed and are not.
    std::size_t madeRigid = 0;
    double offRigid = 0;
    /// Triangles whose texture coordinates were moved into 0 to 1, and those that still reach out of it.
    std::size_t uvsMoved = 0;
    std::size_t uvsOutside = 0;
    /// Of the coarsest level.
    std::size_t trianglesWanted = 0;
    std::size_t trianglesLeft = 0;
};

/// Makes the model, a part of the work after the other.
class V6 {
public:
    /// @param draft has no refusal
    V6(Draft draft, const V6Options& options);
    V6(const V6&) = delete;
    V6& operator=(const V6&) = delete;

    /// Does a part of the work. False: all is done, or refused.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const { return done_; }

    // After the last step:

    /// A sentence; empty: there is a model.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }
    [[nodiscard]] const abc::NewModel& model() const { return model_; }
    [[nodiscard]] const V6Facts& facts() const { return facts_; }

private:
    /// Vertices on their nodes, and which of them deform.
    struct Attempt {
        Attempt(Skinned all, const std::vector<Clip>& clips, const Shape& rest, std::size_t more)
            : skinned(std::move(all)), planner(skinned, clips, rest), copies(more) {}

        Skinned skinned;
        Planner planner;
        std::size_t copies;
    };

    [[nodiscard]] bool prepare();
    [[nodiscard]] bool label();
    [[nodiscard]] bool measure();
    [[nodiscard]] bool addKeys();
    [[nodiscard]] bool putLevel();
    [[nodiscard]] bool collapse();
    [[nodiscard]] bool finish();

    [[nodiscard]] bool refuse(std::string reason);
    [[nodiscard]] std::size_t countVertices() const;
    void findStandIns();
    void makeClips();
    void attempt(const std::vector<DraftMesh>& meshes, std::vector<std::uint8_t> nodeOf, std::size_t copies);
    void attemptAsItIs();
    void choosePlan();
    void putAnimation(Clip& clip);
    void beginCollapses();
    void putMiddles(const std::vector<std::uint32_t>& pairs);
    void putNodes();

    Draft draft_;
    V6Options options_;
    std::vector<std::int32_t> parents_;
    /// By node: the one that vertices name for it.
    std::vector<std::uint8_t> standIn_;
    std::vector<Clip> clips_;
    Shape rest_;
    /// With copies, piece after piece.
    std::vector<DraftMesh> apart_;
    std::vector<std::uint8_t> nodeOf_;
    std::unique_ptr<Attempt> attempt_;
    Plan plan_;
    std::size_t room_ = 0;
    std::size_t clip_ = 0;
    std::unique_ptr<KeyAdder> adder_;
    std::unique_ptr<Collapsing> collapsing_;
    /// What is done in each step, until it says that it has ended.
    bool (V6::*part_)() = &V6::prepare;
    double done_ = 0;
    std::string refusal_;
    abc::NewModel model_;
    V6Facts facts_;
};

}  // namespace importing
