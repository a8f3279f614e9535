// The fields of a struct where they lie in a file: what the reader, the walk and the checks of values have in common.
#pragma once

#include "bytes.h"
#include "dialect.h"

namespace core {

/// A field of a struct at its place in a file.
struct FieldAt {
    const schema::Field& field;
    /// Position in the fields of the struct.
    std::size_t index;
    std::uint64_t offset;
    /// Elements, or bytes of Bytes and Chars; 0 when only records know (Repeat::Tree, Repeat::Recorded).
    std::uint64_t count;
    /// Bytes, which may be more than there are. 0 when the elements have no common size: then `visit` sets it.
    std::uint64_t size;
};

/// Calls `visit(FieldAt&)` for the fields of the struct at `start` that the version has, in order, until it returns
/// false. Each field begins where the one before ended by its `size`. Counters and the lengths of strings are read only
/// below `end`, which is at most the size of the file; after it they are 0. The bytes [start, end) are here.
template <class Visit>
void forEachField(const Dialect& dialect, schema::StructId id, const FileBytes& bytes, std::uint32_t start,
                  std::uint32_t end, Dims dims, Visit visit) {
    assert(start <= end && end <= bytes.size());
    std::array<std::uint32_t, schema::kMaxFields> counters{};
    const auto fields = dialect.describe(id).fields;
    std::uint64_t offset = start;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const schema::Field& field = fields[i];
        if (!dialect.has(field)) continue;
        if (!field.isMet(counters) || isAbsent(field, dims)) continue;
        FieldAt at{field, i, offset, field.count, 0};
        switch (field.repeat) {
            case schema::Repeat::One:
            case schema::Repeat::Times: break;
            case schema::Repeat::Counted: at.count = field.countFor(counters[field.counter]); break;
            case schema::Repeat::Per: at.count = field.countFor(dimOf(field.var, dims)); break;
            case schema::Repeat::Tree:
            case schema::Repeat::Recorded: at.count = 0; break;
        }
        if (field.type == schema::Type(schema::Scalar::String)) {
            at.size = 2U + (offset + 2 <= end ? load<std::uint16_t>(bytes, static_cast<std::size_t>(offset)) : 0U);
        } else if (field.type == schema::Type(schema::Scalar::CString)) {
            const auto from = static_cast<std::uint32_t>(std::min<std::uint64_t>(offset, end));
            at.size = offset > end ? 1 : terminatedSize(bytes, from, end);
        } else {
            at.size = at.count * dialect.elementSize(field.type, dims);
        }
        const bool isCounter = field.repeat == schema::Repeat::One && schema::isInteger(field.type);
        if (isCounter && offset + at.size <= end) {
            counters[field.slot] =
                loadUnsigned(bytes, static_cast<std::size_t>(offset), static_cast<std::uint32_t>(at.size));
        }
        if (!visit(at)) return;
        offset = at.offset + at.size;
    }
}

}  // namespace core
