// The longest strings and lists that programs read.
#pragma once

#include "schema.h"

namespace abc {

/// Strings of v6 (abc.md §2.1).
inline constexpr std::uint32_t kLongestString6 = 500;

/// Entries of a list of child models that ModelEdit takes, the model itself included (abc.md §3.11).
inline constexpr std::size_t kMostChildModels = 16;

/// The longest string that ModelEdit reads in a place of v9 and later (abc.md §3.11).
struct StringLimit {
    std::uint32_t bytes;
    std::string_view place;
};

[[nodiscard]] const StringLimit& limitOf(schema::StructId id, const schema::Field& field);

}  // namespace abc
