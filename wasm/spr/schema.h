// The structs of SPR by name. The tables are in schema_spr.h.
#pragma once

#include "core/dialect.h"

namespace spr::schema {

using namespace core::schema;

/// Every struct of the format, as the table `kStructs` has them.
enum class Id : std::uint8_t { Sprite, Frame };
inline constexpr std::size_t kStructCount = static_cast<std::size_t>(Id::Frame) + 1;

/// By Id.
extern const Struct kStructs[kStructCount];
inline constexpr Tables kTables{kStructs};

}  // namespace spr::schema

template <>
inline constexpr bool core::kNames<core::schema::StructKind, spr::schema::Id> = true;
