// The structs of REZ by name. The tables are in schema_rez.h.
#pragma once

#include "core/dialect.h"

namespace rez::schema {

using namespace core::schema;

/// Every struct of the format, as the table `kStructs` has them.
enum class Id : std::uint8_t { Header, Directory, Entry };
inline constexpr std::size_t kStructCount = static_cast<std::size_t>(Id::Entry) + 1;

enum class Refers : std::uint8_t {
    None,
    Entry,  ///< the bytes of an entry, at its Pos
};
inline constexpr std::string_view kRefersNames[] = {"", "entry"};
static_assert(core::hasNameOf(kRefersNames, Refers::Entry));

/// By Id.
extern const Struct kStructs[kStructCount];
inline constexpr Tables kTables{kStructs, {}, kRefersNames};

}  // namespace rez::schema

template <>
inline constexpr bool core::kNames<core::schema::StructKind, rez::schema::Id> = true;
template <>
inline constexpr bool core::kNames<core::schema::RefersKind, rez::schema::Refers> = true;
