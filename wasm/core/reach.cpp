#include "reach.h"

#include <algorithm>

namespace core {

using schema::Field;
using schema::Repeat;
using schema::Var;

namespace {

/// Which structs hold a field, themselves or in what they hold.
class Holders {
public:
    using IsMeant = FunctionRef<bool(const Field&)>;
    Holders(const Dialect& dialect, IsMeant isMeant) : dialect_(dialect), isMeant_(isMeant) {}

    [[nodiscard]] bool isMeant(const Field& field) const { return dialect_.has(field) && isMeant_(field); }
    [[nodiscard]] bool holds(schema::Type type) {
        if (type.isScalar()) return false;
        Known& known = known_[type.id().index()];
        if (known == Known::NotYet) {
            const auto fields = dialect_.describe(type.id()).fields;
            const bool isHolder = std::any_of(fields.begin(), fields.end(), [this](const Field& field) {
                return isMeant(field) || (dialect_.has(field) && holds(field.type));
            });
            known = isHolder ? Known::Yes : Known::No;
        }
        return known == Known::Yes;
    }

private:
    enum class Known : std::uint8_t { NotYet, Yes, No };
    const Dialect& dialect_;
    IsMeant isMeant_;
    std::array<Known, schema::kMaxStructs> known_{};
};

/// Calls `visit(section)` for the first section of each struct, in file order.
template <class Visit>
void eachFirstSection(const Document& document, Visit visit) {
    for (const Place& section : document.firstPlaces()) {
        if (section.kind == Place::Kind::Struct) visit(section);
    }
}

/// Goes through what structs hold, elements without bytes included.
class Descent {
public:
    using OfArray = FunctionRef<void(const Place& parent, const Place& array)>;
    Descent(const Document& document, const Context& counts, Holders::IsMeant isMeant, OfArray ofArray)
        : walk_(document.walk()), counts_(counts), holders_(document.dialect, isMeant), ofArray_(ofArray) {}

    void in(const Place& place) {
        for (const Field& field : walk_.dialect().describe(place.type.id()).fields) {
            const bool isMeant = holders_.isMeant(field);
            if (!isMeant && (!walk_.dialect().has(field) || !holders_.holds(field.type))) continue;
            if (field.repeat == Repeat::One) {
                if (const auto inner = walk_.fieldOf(place, field.name)) in(*inner);
                continue;
            }
            const Place array = arrayIn(walk_, place, field);
            if (isMeant) ofArray_(place, array);
            if (!field.type.isScalar())
                eachElement(walk_, counts_, array, [this](const Place& element) { in(element); });
        }
    }

private:
    const Walk walk_;
    const Context& counts_;
    Holders holders_;
    OfArray ofArray_;
};

/// The one list of an element that makes it longer or shorter, null when there is none or another cause.
const Field* onlyList(const Dialect& dialect, schema::StructId id) {
    const Field* only = nullptr;
    for (const Field& field : dialect.describe(id).fields) {
        if (!dialect.has(field)) continue;
        const bool isFixed = dialect.elementSize(field.type, {}) > 0;
        if (isFixed && !field.isRuntimeArray() && !field.isConditional()) continue;
        if (!isFixed || field.repeat != Repeat::Counted || only != nullptr) return nullptr;
        only = &field;
    }
    return only;
}

class Found {
public:
    using Visit = FunctionRef<void(const Field&, std::uint32_t, std::uint32_t)>;
    Found(const Document& document, Holders::IsMeant isMeant, Visit visit)
        : document_(document), walk_(document.walk()), holders_(document.dialect, isMeant), visit_(visit) {}

    void in(const Place& place) {
        if (!holders_.holds(place.type)) return;
        for (const Field& field : walk_.dialect().describe(place.type.id()).fields) {
            const bool isMeant = holders_.isMeant(field);
            if (!isMeant && (!walk_.dialect().has(field) || !holders_.holds(field.type))) continue;
            const auto found = walk_.fieldOf(place, field.name);
            if (!found) continue;
            if (isMeant) {
                visit_(field, found->start, found->kind == Place::Kind::Array ? found->count : 1);
            } else if (found->kind == Place::Kind::Struct) {
                in(*found);
            } else if (walk_.dialect().shape(field.type.id()) == Dialect::Shape::Container) {
                for (std::uint32_t i = 0; i < found->count; ++i) in(walk_.element(*found, i));
            } else {
                inRuns(*found);
            }
        }
    }

private:
    void inRuns(const Place& array) {
        const Records& records = document_.records;
        if (array.record == kNone || !records[array.record].group) {
            inRun(array.type.id(), array.start, array.end, array.count, array.dims);
            return;
        }
        for (std::uint32_t i = array.record + 1; i < records.size() && records.parent(i) == array.record; ++i) {
            const Record& run = records[i];
            inRun(run.type.id(), run.start, run.end, run.count, run.dims);
        }
    }

    /// Elements of one size. Where that tells how all of them are built, the first one is looked at for all.
    void inRun(schema::StructId id, std::uint32_t start, std::uint32_t end, std::uint32_t count, Dims dims) {
        const std::uint32_t stride = count == 0 ? 0 : (end - start) / count;
        if (count < 2 || !walk_.dialect().sizeTellsAll(id)) {
            for (std::uint32_t i = 0; i < count; ++i) {
                inBytes(id, start + i * stride, start + (i + 1) * stride, dims, visit_);
            }
            return;
        }
        std::vector<Part> parts;
        inBytes(id, start, start + stride, dims, [&](const Field& field, std::uint32_t offset, std::uint32_t fields) {
            parts.push_back({&field, offset, fields});
        });
        for (std::uint32_t behind = 0; behind < count * stride; behind += stride) {
            for (const Part& part : parts) visit_(*part.field, part.offset + behind, part.count);
        }
    }

    void inBytes(schema::StructId id, std::uint32_t start, std::uint32_t end, Dims dims, Visit visit) {
        forEachField(walk_.dialect(), id, document_.bytes, start, end, dims, [&](FieldAt& at) {
            if (holders_.isMeant(at.field)) {
                visit(at.field, static_cast<std::uint32_t>(at.offset), static_cast<std::uint32_t>(at.count));
            } else if (holders_.holds(at.field.type)) {
                const auto inner = static_cast<std::uint32_t>(at.offset);
                const auto size = static_cast<std::uint32_t>(at.count == 0 ? 0 : at.size / at.count);
                for (std::uint32_t i = 0; i < at.count; ++i) {
                    inBytes(at.field.type.id(), inner + i * size, inner + (i + 1) * size, dims, visit);
                }
            }
            return true;
        });
    }

    /// Fields of a kind in an element.
    struct Part {
        const Field* field;
        std::uint32_t offset;
        std::uint32_t count;
    };

    const Document& document_;
    const Walk walk_;
    Holders holders_;
    Visit visit_;
};

/// Lists of a kind, and how long they are.
class Lists {
public:
    using Visit = FunctionRef<void(const Field&, std::uint64_t)>;
    Lists(const Document& document, Holders::IsMeant isMeant, Visit visit)
        : walk_(document.walk()), holders_(document.dialect, isMeant), visit_(visit) {}

    void in(const Place& place) {
        for (const Field& field : walk_.dialect().describe(place.type.id()).fields) {
            const bool isMeant = holders_.isMeant(field);
            const bool isHolder = walk_.dialect().has(field) && holders_.holds(field.type);
            const auto list = isMeant || isHolder ? walk_.fieldOf(place, field.name) : std::nullopt;
            if (!list) continue;
            if (isMeant) visit_(field, list->count);
            if (isHolder) inElements(*list);
        }
    }

private:
    void inElements(const Place& list) {
        const Dialect& dialect = walk_.dialect();
        const schema::StructId id = list.type.id();
        const Field* const only = onlyList(dialect, id);
        if (list.kind == Place::Kind::Struct) {
            in(list);
        } else if (only != nullptr && holders_.isMeant(*only)) {
            const std::uint64_t others = std::uint64_t{list.count} * dialect.minimumSize(id);
            visit_(*only, (list.end - list.start - others) / dialect.elementSize(only->type, {}));
        } else {
            for (std::uint32_t i = 0; i < list.count; ++i) in(walk_.element(list, i));
        }
    }

    const Walk walk_;
    Holders holders_;
    Visit visit_;
};

/// Numbers that refer to something of a kind.
class References {
public:
    References(const Document& document, schema::Refers refers, FunctionRef<void(const Field&, std::uint32_t)> visit)
        : refers_(refers), visit_(visit), found_(document, *this, *this) {}

    bool operator()(const Field& field) const { return field.refers == refers_; }
    void operator()(const Field& field, std::uint32_t offset, std::uint32_t count) const {
        const std::uint32_t size = schema::scalarSize(field.type.scalar());
        for (std::uint32_t i = 0; i < count; ++i) visit_(field, offset + i * size);
    }
    void in(const Place& place) { found_.in(place); }

private:
    schema::Refers refers_;
    FunctionRef<void(const Field&, std::uint32_t)> visit_;
    Found found_;
};

}  // namespace

Place arrayIn(const Walk& walk, const Place& place, const Field& field) {
    if (const auto array = walk.arrayOf(place, field.name)) return *array;
    Place empty = place;
    empty.kind = Place::Kind::Array;
    empty.type = field.type;
    empty.field = &field;
    empty.end = empty.start;
    empty.count = 0;
    empty.index = empty.record = kNone;
    return empty;
}

void eachElement(const Walk& walk, const Context& counts, const Place& array, FunctionRef<void(const Place&)> visit) {
    for (std::uint32_t i = 0; i < array.count; ++i) visit(walk.element(array, i));
    if (array.count > 0 || array.field->repeat != Repeat::Per) return;
    const Var var = array.field->var;
    const bool isInElement = var.scope() != schema::Scope::File;
    const std::uint32_t count = isInElement ? dimOf(var, array.dims) : counts.get(var);
    Place element = array;
    element.kind = Place::Kind::Struct;
    element.record = kNone;
    for (element.index = 0; element.index < count; ++element.index) visit(element);
}

void eachPer(const Document& document, const Context& counts, const Place& within, Var var,
             FunctionRef<void(const Place&, const Place&)> visit) {
    const auto isMeant = [var](const Field& field) {
        return (field.repeat == Repeat::Per && field.var == var) || field.follows == var;
    };
    Descent(document, counts, isMeant, visit).in(within);
}

void eachPer(const Document& document, const Context& counts, Var var,
             FunctionRef<void(const Place&, const Place&)> visit) {
    eachFirstSection(document, [&](const Place& section) { eachPer(document, counts, section, var, visit); });
}

void eachField(const Document& document, FunctionRef<bool(const Field&)> isMeant,
               FunctionRef<void(const Field&, std::uint32_t, std::uint32_t)> visit) {
    Found found(document, isMeant, visit);
    eachFirstSection(document, [&](const Place& section) { found.in(section); });
}

void eachList(const Document& document, FunctionRef<bool(const Field&)> isMeant,
              FunctionRef<void(const Field&, std::uint64_t)> visit) {
    Lists lists(document, isMeant, visit);
    eachFirstSection(document, [&](const Place& section) { lists.in(section); });
}

void eachReference(const Document& document, const Place& within, schema::Refers refers,
                   FunctionRef<void(const Field&, std::uint32_t)> visit) {
    References(document, refers, visit).in(within);
}

void eachReference(const Document& document, schema::Refers refers,
                   FunctionRef<void(const Field&, std::uint32_t)> visit) {
    References references(document, refers, visit);
    eachFirstSection(document, [&](const Place& section) { references.in(section); });
}

}  // namespace core
