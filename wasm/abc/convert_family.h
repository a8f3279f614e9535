// A model of version 6 as one of version 9 to 12, which are built in another way (abc.md §2, §3).
#pragma once

#include "convert.h"

namespace abc {

/// Written anew, so the splice is the whole file. It looks the same at every time of every animation: the rest pose
/// becomes the bind pose, and each vertex has one weight. The document was read to its end, without faults.
[[nodiscard]] Converted convertFamily(const Document& document, std::uint32_t version);

}  // namespace abc
