// Which vertices of a glTF are one vertex of the file. A vertex with several texture coordinates is several in glTF,
// with one mark; what was duplicated or torn apart has one mark too, and stands elsewhere.
#pragma once

#include <span>

#include "core/function_ref.h"
#include "soup.h"

namespace merging {

struct Groups {
    /// Vertices of the glTF that are a vertex of the file.
    struct Member {
        std::uint32_t vertex = 0;
        /// At least one; the one that is nearest to where the vertex was speaks for all of them.
        std::vector<std::uint32_t> of;
    };

    /// By vertex of the glTF: the vertex of the file; −1 for a new one.
    std::vector<std::int32_t> vertexOf;
    /// By vertex of the glTF: those with one number are one new vertex; −1 for one of the file.
    std::vector<std::int32_t> fresh;
    /// In the order of the triangles.
    std::vector<Member> members;
};

/// @param corners of the faces of the file
/// @param before where a vertex of the file is; nothing when the file does not say
[[nodiscard]] Groups groupsOf(const Soup& soup, std::span<const std::uint32_t> corners,
                              core::FunctionRef<std::optional<WideVec3>(std::uint32_t vertex)> before);

/// A mesh of which the file knows no vertex.
[[nodiscard]] Groups groupsOf(const Soup& soup);

/// A share as a whole number of ten-thousandths, the nearest one; of two the greater.
[[nodiscard]] double tenThousandths(double share);

}  // namespace merging
