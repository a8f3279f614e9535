// Levels of detail of a file of version 9 and later, made anew of its level 0, which keeps its bytes but for which
// vertices of the next level its vertices become.
#pragma once

#include "told.h"

namespace merging {

/// What levels are made of.
struct LevelZero {
    /// By piece.
    std::vector<importing::DraftMesh> meshes;
    /// By node.
    std::vector<importing::Matrix> binds;
};

class LevelsAgain {
public:
    explicit LevelsAgain(ByteList bytes);
    LevelsAgain(const LevelsAgain&) = delete;
    LevelsAgain& operator=(const LevelsAgain&) = delete;

    /// Nothing: some vertex is not moved by any node, or the file has no levels of its own meshes.
    [[nodiscard]] std::optional<LevelZero> levelZero() const;
    /// In order, on the file.
    /// @param levels by piece: those after level 0, finest first
    /// @param distances up to which each level but the last is shown, units
    [[nodiscard]] Operations operations(const std::vector<std::vector<importing::DraftMesh>>& levels,
                                        std::span<const double> distances) const;

private:
    /// False: some vertex is not moved by any node.
    [[nodiscard]] bool addWeights(const abc::Lod& lod, importing::DraftMesh& mesh) const;

    ByteList bytes_;
    abc::Document document_;
    abc::Model model_;
    /// Triangles of drafts have their front where those of most files have it.
    std::array<std::uint32_t, 3> order_;
};

}  // namespace merging
