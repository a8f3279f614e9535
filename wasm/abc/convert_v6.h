// Models of version 6 as ones of version 9 to 12 and back: the two families are built in other ways (abc.md §2, §3).
#pragma once

#include "convert.h"

namespace abc {

/// Both write the file anew, so the splice is the whole file; the document was read to its end, without faults.

/// It looks the same at every time of every animation: the rest pose becomes the bind pose, and each vertex has one
/// weight. Refused where animations visibly deform vertices.
[[nodiscard]] Converted convertFromV6(const Document& document, std::uint32_t version);

/// Vertices of several nodes become deformation vertices, sampled at keys. Refused where they would be visibly off.
[[nodiscard]] Converted convertToV6(const Document& document);

}  // namespace abc
