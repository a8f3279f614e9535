// The vertices and faces of a level as the file has them.
#pragma once

#include "level_layout.h"

namespace merging {

[[nodiscard]] inline std::string levelPath(std::uint32_t piece, std::uint32_t lod) {
    return "Pieces.Pieces[" + std::to_string(piece) + "].LODs[" + std::to_string(lod) + "]";
}

class StoredLevel {
public:
    StoredLevel(const Base& base, std::uint32_t piece, std::uint32_t lod)
        : base_(base),
          path_(levelPath(piece, lod)),
          vertexList_(path_ + ".Vertices"),
          faceList_(path_ + ".Faces"),
          layout_(base.patches.document().dialect),
          lod_(base.model.lod(piece, lod)),
          vertexStarts_(base.patches.startsOf(vertexList_)),
          faceStarts_(base.patches.startsOf(faceList_)) {}

    /// Whether all is there that the model has of it. Else nothing else may be asked.
    [[nodiscard]] bool isWhole() const {
        const auto fits = [](const std::vector<std::uint32_t>& starts, std::uint32_t count) {
            return count == 0 ? starts.size() <= 1 : starts.size() == std::size_t{count} + 1;
        };
        return lod_ != nullptr && fits(vertexStarts_, lod_->vertexCount) && fits(faceStarts_, lod_->faceCount);
    }

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::string& vertexList() const { return vertexList_; }
    [[nodiscard]] const std::string& faceList() const { return faceList_; }
    [[nodiscard]] const LevelLayout& layout() const { return layout_; }
    [[nodiscard]] std::uint32_t vertices() const { return lod_->vertexCount; }
    [[nodiscard]] std::uint32_t faces() const { return lod_->faceCount; }

    [[nodiscard]] std::span<const abc::Weight> weights(std::uint32_t vertex) const {
        const std::size_t at = std::size_t{lod_->firstVertex} + vertex;
        const std::uint32_t first = base_.model.weightStart[at];
        return std::span(base_.model.weights).subspan(first, base_.model.weightStart[at + 1] - first);
    }
    [[nodiscard]] std::size_t weightAt(std::uint32_t vertex, std::size_t weight) const {
        return vertexStarts_[vertex] + layout_.head + layout_.weight * weight;
    }
    /// Of the vertex itself.
    [[nodiscard]] std::size_t locationAt(std::uint32_t vertex) const {
        return weightAt(vertex, weights(vertex).size());
    }
    [[nodiscard]] std::size_t normalAt(std::uint32_t vertex) const { return locationAt(vertex) + layout_.normal; }
    [[nodiscard]] std::span<const std::byte> vertexBytes(std::uint32_t vertex) const {
        return base_.patches.bytes(vertexStarts_[vertex], vertexStarts_[vertex + 1]);
    }
    [[nodiscard]] std::span<const std::byte> faceBytes(std::uint32_t face) const {
        return base_.patches.bytes(faceStarts_[face], faceStarts_[face + 1]);
    }
    /// Its texture coordinates, with which a corner begins.
    [[nodiscard]] std::size_t cornerAt(std::uint32_t face, std::size_t corner) const {
        return faceStarts_[face] + layout_.corner * corner;
    }
    /// The vertex of a corner, as stored.
    [[nodiscard]] std::uint32_t vertexOf(std::uint32_t face, std::size_t corner) const {
        return base_.patches.at<std::uint16_t>(cornerAt(face, corner) + layout_.vertexIndex);
    }

private:
    const Base& base_;
    std::string path_, vertexList_, faceList_;
    LevelLayout layout_;
    const abc::Lod* lod_;
    std::vector<std::uint32_t> vertexStarts_, faceStarts_;
};

}  // namespace merging
