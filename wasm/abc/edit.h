// Changes to a model.
#pragma once

#include <span>

#include "core/edit.h"
#include "parse.h"

namespace abc {

/// Makes the changes one after the other, all or none. What follows from a change is changed with it: lengths of
/// strings, offsets of sections, counts of lists, counters of the header that were right before (wrong ones stay
/// wrong), parallel lists (v6 AnimDims; v9+ bindings, tracks and child transforms of a node), and indices of nodes and
/// vertices. Every other byte stays as it is.
/// Several operations in one call leave the same bytes as a call for each: tested with whole files and with cut ones. A
/// file that is damaged in another way, and still read to its end, may differ in counters of the header.
[[nodiscard]] Edited edit(const Document& document, std::span<const Operation> operations);

}  // namespace abc
