// Changes to a text.
#pragma once

#include <span>

#include "core/edit.h"
#include "parse.h"

namespace lta {

/// Makes the changes one after the other, all or none. A value takes the place of exactly the word, number or text in
/// quotes that was there: order, spacing and everything else stay. What refers to a part of the model by its name
/// follows when that is renamed, and what belongs to a part goes with it when that is removed (lta.md §7). New elements
/// of a list are numbers, texts, which get quotes, lists, and objects of one field: a list that begins with its name.
[[nodiscard]] core::Edited edit(const core::Document& document, std::span<const core::Operation> operations);

}  // namespace lta
