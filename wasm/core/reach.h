// Where fields of one kind are in a file, however deep: found by the schema, which says what holds what.
#pragma once

#include "document.h"
#include "reader.h"

namespace core {

/// The array that a field of a struct is. One without elements at the start of its struct is no place in the tree.
[[nodiscard]] Place arrayIn(const Walk& walk, const Place& place, const schema::Field& field);

/// Calls `visit(element)` for the elements of an array of structs. Those without bytes are no places in the tree, and
/// can hold lists all the same: they are as many as the other counts of the file say.
void eachElement(const Walk& walk, const Context& counts, const Place& array, FunctionRef<void(const Place&)> visit);

/// Calls `visit(parent, array)` for each array in a struct that has as many elements as `var` says, or should have, in
/// file order; also for those without elements or bytes.
/// @param counts how many elements other counts of the file say
void eachPer(const Document& document, const Context& counts, const Place& within, schema::Var var,
             FunctionRef<void(const Place& parent, const Place& array)> visit);

/// The same in the first section of each name, which is what programs read.
void eachPer(const Document& document, const Context& counts, schema::Var var,
             FunctionRef<void(const Place& parent, const Place& array)> visit);

/// Calls `visit(field, offset, count)` for the fields of a kind in the first section of each name, with as many of them
/// as there are in a row.
void eachField(const Document& document, FunctionRef<bool(const schema::Field&)> isMeant,
               FunctionRef<void(const schema::Field& field, std::uint32_t offset, std::uint32_t count)> visit);

/// Calls `visit(list, elements)` for the lists of a kind in the first section of each name. Lists that are all that
/// differs between the elements of a longer one are one visit together.
void eachList(const Document& document, FunctionRef<bool(const schema::Field&)> isMeant,
              FunctionRef<void(const schema::Field& list, std::uint64_t elements)> visit);

/// Calls `visit(field, offset)` for each number in a struct that refers to something of a kind.
void eachReference(const Document& document, const Place& within, schema::Refers refers,
                   FunctionRef<void(const schema::Field& field, std::uint32_t offset)> visit);

/// The same in the first section of each name.
void eachReference(const Document& document, schema::Refers refers,
                   FunctionRef<void(const schema::Field& field, std::uint32_t offset)> visit);

}  // namespace core
