// Edits that change a file's size, so that a fixture can be wrong in ways that a spec cannot say.
#pragma once

#include "fixtures.h"

namespace abc::testing {

/// The bytes of the place at a path, which must be there.
[[nodiscard]] File bytesOf(const File& file, std::string_view path);

/// The file with other bytes at the place of a path; the offsets of the sections after it move along.
[[nodiscard]] File spliced(const File& file, std::string_view path, const File& bytes);

/// The file with another section at its end.
[[nodiscard]] File withSection(File file, std::string_view type, std::string_view data);

}  // namespace abc::testing
