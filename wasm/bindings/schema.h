// The tables of the schema as a file of one version is read by them (Schema in types.ts).
#pragma once

#include "abc/dialect.h"
#include "values.h"

namespace bindings {

[[nodiscard]] val schemaOf(const abc::Dialect& dialect);

}  // namespace bindings
