#include "entry.h"

#include "core/fields.h"
#include "schema_rez.h"

namespace rez {

using core::schema::Scalar;
using schema::Id;

namespace {

constexpr core::Version kRow{
    1, schema::kTables, {}, 0, {}, "Resource", "the bytes of an entry; open it to see what they are"};

/// The place of a text without its zero.
core::Text textOf(const core::FieldAt& at) {
    return {static_cast<std::uint32_t>(at.offset), static_cast<std::uint32_t>(at.size - 1)};
}

}  // namespace

const core::Dialect& dialect() {
    static const core::Dialect only(kRow);
    return only;
}

ReadEntry readEntry(const core::FileBytes& bytes, std::uint32_t offset, std::uint32_t end) {
    ReadEntry read;
    Entry& entry = read.entry;
    entry.offset = offset;
    if (end - offset < sizeof(std::uint32_t)) {
        read.stop = Stop::Kind::LeftOver;
        return read;
    }
    entry.type = core::load<std::uint32_t>(bytes, offset);
    if (entry.type != schema::kResource && entry.type != schema::kFolder) {
        read.stop = Stop::Kind::TypeUnknown;
        return read;
    }
    std::uint64_t last = offset;
    core::forEachField(dialect(), Id::Entry, bytes, offset, end, {}, [&](const core::FieldAt& at) {
        const auto start = static_cast<std::uint32_t>(at.offset);
        if (at.size > end - start) {
            const bool isText = at.field.type == core::schema::Type(Scalar::CString);
            read.stop = isText ? Stop::Kind::NameOpen : Stop::Kind::Cut;
            read.field = &at.field;
            read.fieldOffset = start;
            read.wanted = at.size;
            return false;
        }
        last = at.offset + at.size;
        const auto number = [&] { return core::load<std::uint32_t>(bytes, start); };
        switch (at.index) {
            case schema::kIndexOf<schema::kEntry, "Pos">: entry.pos = number(); break;
            case schema::kIndexOf<schema::kEntry, "Size">: entry.size = number(); break;
            case schema::kIndexOf<schema::kEntry, "Time">: entry.time = number(); break;
            case schema::kIndexOf<schema::kEntry, "Id">: entry.id = number(); break;
            case schema::kIndexOf<schema::kEntry, "Extension">: entry.extension = start; break;
            case schema::kIndexOf<schema::kEntry, "KeyCount">: entry.keyCount = number(); break;
            case schema::kIndexOf<schema::kEntry, "Name">: entry.name = textOf(at); break;
            case schema::kIndexOf<schema::kEntry, "Comment">: entry.comment = textOf(at); break;
            default: break;
        }
        return true;
    });
    entry.end = static_cast<std::uint32_t>(last);
    return read;
}

}  // namespace rez
