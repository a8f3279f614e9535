// From what is read of a glTF to the numbers of a draft: the skeleton first, then mesh by mesh what the nodes carry,
// then animation by animation how they move.
#pragma once

#include <limits>

#include "import/boxes.h"
#include "sampler.h"
#include "splitting.h"

namespace drafting {

/// A piece of the draft, by the meshes that were made.
struct PieceOf {
    /// Level 0; −1: it has no triangle.
    std::int32_t mesh = -1;
    /// Any of its levels: all have the same morph targets.
    std::uint32_t any = 0;
    /// Of glTF, that has it.
    std::uint32_t node = 0;
};

/// An animation that is asked for.
struct Wanted {
    Source source;
    /// What is taken out of the places of the root, units.
    Vector origin{};
    /// Its box is wanted.
    bool hasBox = false;
};

class Drafting;

/// An animation that is being made.
class Making {
public:
    /// @param drafting one whose pieces are settled
    Making(Drafting& drafting, const Wanted& wanted);

    /// Does a part of the work. False: all is done.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const { return sampler_.done(); }

    // After the last step:

    [[nodiscard]] bool hasTooMany() const { return sampler_.hasTooMany(); }
    [[nodiscard]] Sampler& sampler() { return sampler_; }
    /// Half the size of the box; 0 when nothing is in it.
    [[nodiscard]] Vector extents() const;

private:
    void begin();
    void addBox();

    Drafting& drafting_;
    Vector origin_;
    bool hasBox_;
    Sampler sampler_;
    bool hasBegun_ = false;
    /// Of the keys: where the box is grown next, and how far apart those are that it is grown by.
    std::size_t next_ = 0;
    std::size_t stride_ = 1;
    std::optional<importing::Box> box_;
};

class Drafting {
public:
    /// @param scene, animations may be anything: what does not fit together is refused
    Drafting(Scene scene, const Settings& settings, std::vector<std::vector<Channel>> animations = {});
    // Parts of it refer to others.
    Drafting(const Drafting&) = delete;
    Drafting& operator=(const Drafting&) = delete;

    /// A sentence; empty: all fits together. Otherwise nothing else may be asked.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }
    [[nodiscard]] const Scene& scene() const { return scene_; }
    [[nodiscard]] const Skeleton& skeleton() const { return skeleton_; }
    [[nodiscard]] const FileSpace& space() const { return space_; }
    /// Nodes that are where the node above is, because glTF puts them nowhere.
    [[nodiscard]] const std::vector<std::uint32_t>& lost() const { return lost_; }
    /// By animation of glTF: the channels that have keys.
    [[nodiscard]] const std::vector<std::vector<Channel>>& animations() const { return animations_; }

    // How high the scene is, which needs no pieces:

    /// @param mesh index of `Scene::meshes`
    /// @param positions three numbers a vertex
    /// @param joints, weights four a vertex; empty: the first joint moves it
    /// @param stride so many vertices are one that is looked at
    void look(std::size_t mesh, const std::vector<float>& positions, const std::vector<float>& joints,
              const std::vector<float>& weights, std::size_t stride);
    /// Along the Y of glTF when nothing plays, of what was looked at; 0 of nothing.
    [[nodiscard]] double height() const { return high_ > low_ ? high_ - low_ : 0; }

    // Meshes:

    /// The parts of a primitive, each with at most `kMostVertices` vertices; empty: it has no triangle. What animations
    /// need of them is kept: they are counted from 0 on. The pieces are to be settled again.
    /// @param mesh index of `Scene::meshes`
    /// @param primitive one that has no refusal
    [[nodiscard]] std::vector<MeshWithSource> add(std::size_t mesh, Primitive primitive);
    [[nodiscard]] const Faults& faults() const { return faults_; }

    /// Why pieces are none of the meshes, a sentence; empty: they are.
    [[nodiscard]] std::string refusalOf(const std::vector<PieceOf>& pieces) const;
    /// Which meshes are pieces.
    void settle(const std::vector<PieceOf>& pieces);
    /// Moves the model so that its origin is the middle of its box, and forgets all meshes: they are others then.
    /// False: it has no box, and nothing is forgotten.
    [[nodiscard]] bool centre();

    // Of the pieces:

    [[nodiscard]] const std::vector<float>& rest() const { return rest_; }
    /// The longest side of the box when nothing plays, units; 0 without one.
    [[nodiscard]] double size() const { return box_ ? box_->size() : 0; }
    /// Half the size of that box.
    [[nodiscard]] Vector extents() const { return box_ ? box_->half() : Vector{}; }
    /// The farthest vertex from the origin when nothing plays.
    [[nodiscard]] double radius() const;
    /// By node of the file.
    [[nodiscard]] const std::vector<Stand>& binds() const { return binds_; }
    /// Whether all vertices and bind poses are where a file can have them: numbers that are finite one by one need not
    /// be when nodes multiply them.
    [[nodiscard]] bool isPlaced() const;
    /// By socket: where it stands to the node that holds it.
    [[nodiscard]] std::vector<Stand> sockets() const;

    // For animations:

    [[nodiscard]] const std::vector<Shown>& pieces() const { return pieces_; }
    [[nodiscard]] Ground& ground();
    /// The box of poses, in the shape when nothing plays.
    [[nodiscard]] importing::Boxes& shape();
    /// The box of the pieces in another shape, in a pose. @param weights of the targets of each piece
    [[nodiscard]] std::optional<importing::Box> boxOf(const std::vector<std::vector<float>>& weights,
                                                      std::span<const float> pose) const;
    /// Marks the nodes that a pose has elsewhere than the bind pose.
    void mark(std::span<const float> pose);
    /// By node of the file: 1 when an animation has it elsewhere than the bind pose, a root than at the origin.
    [[nodiscard]] const std::vector<std::uint8_t>& moved() const { return moved_; }

private:
    void settleAnimations();
    [[nodiscard]] std::span<const Mover> moversOf(const SceneMesh& mesh);
    [[nodiscard]] Mover carrierOf(std::uint32_t node) const;
    [[nodiscard]] Mover moverOf(std::uint32_t node, const Matrix& into) const;
    void bind();
    void measure(const importing::DraftMesh& mesh);

    [[nodiscard]] Matrix seenBy(const SceneMesh& mesh, double joint) const;

    Scene scene_;
    std::vector<std::uint32_t> lost_;
    std::string refusal_;
    std::vector<std::vector<Channel>> animations_;
    std::uint32_t version_;
    FileSpace space_;
    Skeleton skeleton_;
    Placement placement_;
    std::vector<Stand> binds_;
    /// By skin; empty: not yet made.
    std::vector<std::vector<Mover>> movers_;
    /// Of the last mesh without a skin.
    std::array<Mover, 1> carrier_;
    Faults faults_;
    bool isFinite_ = true;
    double low_ = std::numeric_limits<double>::infinity();
    double high_ = -std::numeric_limits<double>::infinity();
    std::vector<double> reach_;
    /// What animations need of each.
    std::vector<importing::DraftMesh> meshes_;
    /// Of pieces without a triangle.
    const importing::DraftMesh empty_;
    std::vector<Shown> pieces_;
    std::vector<float> rest_;
    std::optional<importing::Box> box_;
    std::optional<Ground> ground_;
    /// By piece: the places of its vertices when nothing plays, where morph targets move them.
    std::vector<std::vector<float>> restLocals_;
    std::optional<importing::Boxes> shape_;
    /// By node: where its bind pose has it.
    std::vector<Vector> offsets_;
    std::vector<std::uint8_t> moved_;
};

}  // namespace drafting
