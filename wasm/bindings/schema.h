// The tables of the schema as a file of one version is read by them (Schema in types/schema.ts).
#pragma once

#include <span>

#include "core/dialect.h"
#include "values.h"

namespace bindings {

/// A part of a file at the outermost level, and the struct that it is.
struct SchemaPart {
    std::string_view name;
    core::schema::StructId id;
};

/// The parts, and every struct that they are made of.
[[nodiscard]] val schemaOf(const core::Dialect& dialect, std::span<const SchemaPart> parts);

/// The sections of a model.
[[nodiscard]] val schemaOf(const core::Dialect& dialect);

}  // namespace bindings
