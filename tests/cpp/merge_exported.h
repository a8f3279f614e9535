// The scene of an export of a file, for tests of merges.
#pragma once

#include <gtest/gtest.h>

#include <limits>

#include "merge/joints.h"
#include "merge_given.h"

namespace abc::testing {

/// A matrix of the file as glTF has it: the axes look the other way.
inline merging::ColumnMatrix columnsOf(const Affine& m) {
    constexpr std::array<double, 4> kSigns{-1, 1, -1, 1};
    merging::ColumnMatrix out{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column)
            out[4 * column + row] = kSigns[row] * kSigns[column] * m[4 * row + column];
    }
    out[15] = 1;
    return out;
}

inline Affine moved(double x, double y, double z) {
    return {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z};
}

/// The export of a file: the top, then a joint for each node, then an empty on the second node.
struct Exported {
    explicit Exported(const merging::ByteList& bytes) : file(bytes) {
        add(kIdentity, -1, std::numeric_limits<double>::quiet_NaN());
        const Pose atRest = pose(file.model, {});
        merging::SceneSkin skin;
        for (std::uint32_t node = 0; node < file.model.nodes.size(); ++node) {
            Affine bind{};
            std::copy_n(atRest.nodes[node].m.begin(), bind.size(), bind.begin());
            binds.push_back(bind);
            const std::uint32_t parent = file.model.nodes[node].parent;
            const Affine local = parent == kNone ? bind : product(*inverse(binds[parent]), bind);
            skin.joints.push_back(add(local, parent == kNone ? 0 : static_cast<std::int32_t>(parent + 1), node));
            skin.inverse.push_back(columnsOf(*inverse(bind)));
        }
        scene.skins.push_back(skin);
        empty = add(moved(1, 2, 3), 2, std::numeric_limits<double>::quiet_NaN());
        mesh = add(kIdentity, -1, std::numeric_limits<double>::quiet_NaN());
        scene.skinOf[mesh] = 0;
    }

    std::uint32_t add(const Affine& local, std::int32_t parent, double index) {
        const auto node = static_cast<std::uint32_t>(scene.count());
        scene.matrices.push_back(columnsOf(local));
        scene.parents.push_back(parent);
        scene.indices.push_back(index);
        scene.isNeutral.push_back(0);
        scene.isRenamed.push_back(0);
        scene.skinOf.push_back(-1);
        if (parent >= 0 || node == 0) scene.below.push_back(node);
        return node;
    }

    /// Other axes for all joints: the same places.
    void turnAxes(const WideQuat& by) {
        const Affine turn = affineOf({0, 0, 0}, by);
        const Affine back = *inverse(turn);
        for (std::size_t node = 0; node < binds.size(); ++node) {
            scene.skins[0].inverse[node] = columnsOf(product(back, *inverse(binds[node])));
        }
        // In their axes, what hangs on them is elsewhere.
        scene.matrices[empty] = columnsOf(product(back, moved(1, 2, 3)));
    }

    [[nodiscard]] merging::Joints joints() const {
        EXPECT_EQ(refusalOf(scene), "");
        return {file.model, scene};
    }

    Opened file;
    merging::Scene scene;
    std::vector<Affine> binds;
    std::uint32_t empty = 0, mesh = 0;
};

}  // namespace abc::testing
