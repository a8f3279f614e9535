// The structs of REZ by name. The tables are in schema_rez.h.
#pragma once

#include "core/dialect.h"

namespace rez::schema {

using namespace core::schema;

/// Every struct of the format, as the table `kStructs` has them.
enum class Id : std::uint8_t { Header, Directory, Entry };
inline constexpr std::size_t kStructCount = static_cast<std::size_t>(Id::Entry) + 1;

/// By Id.
extern const Struct kStructs[kStructCount];

}  // namespace rez::schema

template <>
inline constexpr bool core::kNames<core::schema::StructKind, rez::schema::Id> = true;
