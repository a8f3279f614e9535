// What kind of file some bytes are: ABC and those that share its extension or come along (ABC.md §1).
#pragma once

#include "parse.h"

namespace abc {

struct Detected {
    Format format = Format::Unknown;
    /// 0 when it could not be read.
    std::uint32_t version = 0;
};

[[nodiscard]] Detected detect(Bytes bytes);

}  // namespace abc
