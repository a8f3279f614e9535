// The chain of sections that a file is (ABC.md §1).
#pragma once

#include "parse.h"

namespace abc {

/// Fills in the document's sections and how their chain ends.
void readChain(Document& document);

}  // namespace abc
