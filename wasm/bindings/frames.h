// Frames of a model as JavaScript asks for them (wasm/js/frames.ts): numbers in, numbers out, in memory that is kept
// for the next one. Without Embind: the module of the viewer has none.
#pragma once

#include "abc/deform.h"
#include "abc/trail.h"
#include "columns.h"

namespace bindings {

class Frames {
public:
    /// @param model stays where it is as long as this is used
    explicit Frames(const abc::Model& model) : model_(model) {}

    /// Room for the numbers of the next request. Null: none was asked for.
    [[nodiscard]] double* request(std::size_t count) {
        numbers_.resize(count);
        return numbers_.data();
    }

    /// Poses the skeleton as the request says. False when it names a part that is not in the model.
    [[nodiscard]] bool pose();

    /// The matrices of the pose, one a node.
    [[nodiscard]] const abc::Mat4* nodeMatrices() const { return pose_.nodes.data(); }

    /// Deforms a piece into the pose, at the level of its request: positions, and as many normals after them. Null
    /// where the last request has no pose.
    [[nodiscard]] const abc::Vec3* deform(std::uint32_t piece);

    /// Where a point is at several times, one after the other. The request goes on with its node, its place in the
    /// space of that node, and the times as `abc::Trail` takes them, after their count. Null when it names a part that
    /// is not there. The pose of the last request is then gone.
    [[nodiscard]] const abc::Vec3* trail();

    /// The pose, to blend from: locals, vertices.
    [[nodiscard]] Columns freeze() const;

private:
    /// Reads the request. False when it names a part that is not there. The options point into the other members.
    [[nodiscard]] bool take();
    [[nodiscard]] bool takeLayers();
    [[nodiscard]] bool takeTransition();
    /// The next number of the request, NaN after the last.
    [[nodiscard]] double next();
    template <class T>
    [[nodiscard]] bool fill(std::vector<T>& list);

    const abc::Model& model_;
    std::vector<double> numbers_;
    std::size_t at_ = 0;
    std::vector<abc::Layer> layers_;
    abc::FrozenPose from_;
    abc::PoseOptions options_;
    std::uint32_t level_ = 0;
    abc::Pose pose_;
    abc::Trail trail_;
    /// Whether `pose_` and the size of `surface_` are those of the last request.
    bool isPosed_ = false;
    /// Positions and normals of the piece that was deformed last.
    std::vector<abc::Vec3> surface_;
};

}  // namespace bindings
