// An entry of a directory, field by field as the schema has it.
#pragma once

#include "archive.h"

namespace rez {

/// An entry that was read, or where its reading stopped.
struct ReadEntry {
    Entry entry;
    Stop::Kind stop = Stop::Kind::None;
    /// Of a stop: the field that reaches over the end, its offset, and how many bytes it has.
    const core::schema::Field* field = nullptr;
    std::uint32_t fieldOffset = 0;
    std::uint64_t wanted = 0;
};

/// Reads the entry at `offset` of a directory whose bytes end at `end`, at least one byte after it.
[[nodiscard]] ReadEntry readEntry(const core::FileBytes& bytes, std::uint32_t offset, std::uint32_t end);

/// The one version that there is.
[[nodiscard]] const core::Dialect& dialect();

}  // namespace rez
