// The bytes of a model as another version lays them out: field by field, by the difference of the two descriptions.
#pragma once

#include <string>
#include <vector>

#include "core/edit.h"
#include "parse.h"

namespace abc {

/// A number that one of two versions has, the other not.
struct FieldChange {
    const schema::Struct* holder;
    const schema::Field* field;
    bool isAdded;
    /// Elements that get or lose it, and those that lose another value than the usual one.
    std::uint32_t elements = 0;
    std::uint32_t unusual = 0;
};

struct Relayout {
    /// In file order, apart from each other.
    std::vector<Splice> splices;
    /// In the order of the schema.
    std::vector<FieldChange> changes;
    /// The first number that its new field cannot hold; nothing else is of use then. A structure path.
    std::string tooLarge;
};

/// Whether two versions have the same fields.
[[nodiscard]] bool hasSameLayout(const Dialect& one, const Dialect& other);

/// What both versions have is carried over; what only the new one has gets its usual value. Bytes that no field
/// describes stay after those that stood before them.
[[nodiscard]] Relayout relayout(const Document& document, const Dialect& to);

}  // namespace abc
