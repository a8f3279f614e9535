// Which triangle of a glTF is which of the file: by the vertices that its corners are, whatever corner comes first.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace merging {

/// Corner c of the triangle is corner (c + turn) % 3 of the face.
struct FaceMatch {
    std::uint32_t triangle = 0;
    std::uint32_t turn = 0;
    /// Its other side is the front one.
    bool isTurnedOver = false;

    /// The corner of the triangle that is a corner of its face.
    [[nodiscard]] std::size_t cornerOf(std::size_t corner) const {
        const std::size_t place = (corner + 3 - turn) % 3;
        return isTurnedOver && place > 0 ? 3 - place : place;
    }
    bool operator==(const FaceMatch&) const = default;
};

struct Matched {
    /// By face of the file that is drawn; nothing: it is not in the glTF.
    std::vector<std::optional<FaceMatch>> faces;
    /// Triangles that are no face of the file.
    std::vector<std::uint32_t> added;
};

/// @param corners of the faces of the file, three vertices each
/// @param triangles vertices of the file, three each; −1 for what is none
[[nodiscard]] Matched matchFaces(std::span<const std::uint32_t> corners, std::span<const std::int32_t> triangles);

/// Faces that programs drop when they read a mesh, because they draw nothing of their own: those that name a vertex
/// twice, and those with the same three vertices as an earlier one.
[[nodiscard]] std::vector<bool> droppedFaces(std::span<const std::uint32_t> corners);

}  // namespace merging
