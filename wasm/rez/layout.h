// What each byte of an archive is, and in which order its resources come.
#pragma once

#include "archive.h"

namespace rez {

/// Puts the resources in their order, and makes the records of a file whose header begins as that of a REZ.
void layOut(File& file);

}  // namespace rez
