// What is wrong with an archive, and where.
#pragma once

#include "archive.h"
#include "codes.h"

namespace rez {

/// @param name of the file: an archive that is not one may be an encrypted one
[[nodiscard]] core::Findings validate(const File& file, std::string_view name = {});

}  // namespace rez
