#include "edit.h"

#include <algorithm>
#include <cmath>

#include "core/names.h"
#include "core/words.h"
#include "from_js.h"

namespace bindings {
namespace {

using core::EditRefusal;
using core::EditValue;
using core::Operation;

/// Deeper than any schema.
constexpr int kDeepest = 16;
/// Of a list that says how long it is without elements, no more is allocated than this before they are read.
constexpr std::size_t kFirstElements = 1U << 16U;

using core::kOperationNames;

constexpr std::string_view kListChangeNames[] = {"insert", "remove", "move"};
static_assert(core::hasNameOf(kListChangeNames, core::ListChange::Kind::Move));

/// Reads one operation. The first thing that cannot be read is why it is refused.
class OperationReader {
public:
    [[nodiscard]] Operation read(const val& from);
    [[nodiscard]] const std::string& reason() const { return reason_; }

private:
    [[nodiscard]] EditValue value(const val& from, int depth);
    [[nodiscard]] std::vector<std::byte> bytes(const val& from);
    [[nodiscard]] std::string latin1(const val& from);
    [[nodiscard]] std::uint32_t number(const val& from, const char* name);
    /// What an operation has besides its kind, path and force, by name.
    [[nodiscard]] EditValue::Fields arguments(const val& from);
    void refuse(std::string reason) {
        if (reason_.empty()) reason_ = std::move(reason);
    }

    std::string reason_;
    val uint8Array_ = val::global("Uint8Array");
    // Of each of very many operations: made once, not for each.
    val opKey_{"op"}, pathKey_{"path"}, valueKey_{"value"}, forceKey_{"force"}, set_{"set"};
};

std::vector<std::byte> OperationReader::bytes(const val& from) {
    if (!from.instanceof (uint8Array_)) {
        refuse("The bytes of a change must be a Uint8Array.");
        return {};
    }
    return numbersOf<std::byte>(from);
}

std::string OperationReader::latin1(const val& from) {
    std::string reason;
    std::string out = latin1Of(from.as<std::string>(), reason);
    if (!reason.empty()) refuse(std::move(reason));
    return out;
}

EditValue OperationReader::value(const val& from, int depth) {
    EditValue out;
    if (depth > kDeepest) {
        refuse("The value of a change is nested too deeply.");
    } else if (from.isNumber()) {
        out.value = from.as<double>();
    } else if (from.isString()) {
        out.value = latin1(from);
    } else if (from.instanceof (uint8Array_)) {
        out.value = bytes(from);
    } else if (from.isArray()) {
        EditValue::List list;
        const auto count = from["length"].as<std::size_t>();
        list.reserve(std::min(count, kFirstElements));
        for (std::size_t i = 0; i < count && reason_.empty(); ++i) list.push_back(value(from[i], depth + 1));
        out.value = std::move(list);
    } else if (from.typeOf().as<std::string>() == "object" && !from.isNull()) {
        EditValue::Fields fields;
        const val names = val::global("Object").call<val>("keys", from);
        const auto count = names["length"].as<std::size_t>();
        for (std::size_t i = 0; i < count && reason_.empty(); ++i) {
            fields.push_back({names[i].as<std::string>(), value(from[names[i]], depth + 1)});
        }
        out.value = std::move(fields);
    } else {
        refuse("The value of a change must be a number, a string, bytes, a list, or an object of fields.");
    }
    return out;
}

std::uint32_t OperationReader::number(const val& from, const char* name) {
    const val value = from[name];
    const double number = value.isNumber() ? value.as<double>() : -1;
    if (number >= 0 && number <= 0xFFFFFFFF && number == std::floor(number)) return static_cast<std::uint32_t>(number);
    refuse("“" + std::string(name) + "” of a change must be a whole number of 0 or more.");
    return 0;
}

EditValue::Fields OperationReader::arguments(const val& from) {
    EditValue::Fields out;
    const val names = val::global("Object").call<val>("keys", from);
    const auto count = names["length"].as<std::size_t>();
    for (std::size_t i = 0; i < count && reason_.empty(); ++i) {
        const val given = from[names[i]];
        auto name = names[i].as<std::string>();
        if (given.isUndefined() || name == "op" || name == "path" || name == "force") continue;
        const bool isFlag = given.isTrue() || given.isFalse();
        out.push_back({std::move(name), isFlag ? EditValue{given.isTrue() ? 1.0 : 0.0} : value(given, 0)});
    }
    return out;
}

Operation OperationReader::read(const val& from) {
    Operation out;
    const val op = from.isNull() || from.isUndefined() ? val::undefined() : from[opKey_];
    if (!op.isString()) {
        refuse("A change needs an “op”.");
        return out;
    }
    if (!op.strictlyEquals(set_)) {
        const auto name = op.as<std::string>();
        const auto* const kind = std::find(std::begin(kOperationNames), std::end(kOperationNames), name);
        if (kind == std::end(kOperationNames)) {
            refuse("Unknown change “" + name + "”.");
            return out;
        }
        out.kind = static_cast<Operation::Kind>(kind - std::begin(kOperationNames));
    }
    if (core::hasPath(out.kind)) {
        const val path = from[pathKey_];
        if (path.isString()) {
            out.path = path.as<std::string>();
        } else {
            refuse("A change needs a path.");
        }
    }
    out.force = from[forceKey_].isTrue();
    switch (out.kind) {
        case Operation::Kind::Set: out.value = value(from[valueKey_], 0); break;
        case Operation::Kind::Insert: {
            const val values = from["values"];
            if (values.isUndefined()) break;
            EditValue list = value(values, 0);
            if (auto* elements = std::get_if<EditValue::List>(&list.value)) {
                out.values = std::move(*elements);
            } else {
                refuse("The values of new elements must be a list.");
            }
            break;
        }
        case Operation::Kind::Remove:
            if (!from["count"].isUndefined()) out.count = number(from, "count");
            break;
        case Operation::Kind::Duplicate: break;
        case Operation::Kind::Move: out.to = number(from, "to"); break;
        case Operation::Kind::ReplaceBytes:
            out.start = number(from, "start");
            out.end = number(from, "end");
            out.bytes = bytes(from[valueKey_]);
            break;
        case Operation::Kind::Convert: out.version = number(from, "version"); break;
        default: out.value.value = arguments(from); break;
    }
    return out;
}

val copiedBytes(const std::vector<std::byte>& bytes) {
    return copied(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

val editedValue(const EditValue& value) {
    if (const auto* number = std::get_if<double>(&value.value)) return val(*number);
    if (const auto* text = std::get_if<std::string>(&value.value)) return val(core::utf8FromLatin1(*text));
    if (const auto* bytes = std::get_if<EditValue::Bytes>(&value.value)) return copiedBytes(*bytes);
    if (const auto* list = std::get_if<EditValue::List>(&value.value)) return arrayOf(*list, editedValue);
    val out = val::object();
    for (const auto& [name, field] : std::get<EditValue::Fields>(value.value)) out.set(name, editedValue(field));
    return out;
}

}  // namespace

std::vector<Operation> operationsOf(const val& list, std::optional<EditRefusal>& refusal) {
    std::vector<Operation> out;
    if (!list.isArray()) {
        refusal = EditRefusal{"Changes must be a list.", 0, false};
        return out;
    }
    const auto count = list["length"].as<std::size_t>();
    out.reserve(std::min(count, kFirstElements));
    OperationReader reader;
    for (std::size_t i = 0; i < count; ++i) {
        out.push_back(reader.read(list[i]));
        if (reader.reason().empty()) continue;
        refusal = EditRefusal{reader.reason(), i, false};
        break;
    }
    return out;
}

val operationsList(const std::vector<Operation>& operations) {
    return arrayOf(operations, [](const Operation& operation) {
        val out = val::object();
        out.set("op", enumName(kOperationNames, operation.kind));
        if (core::hasPath(operation.kind)) out.set("path", operation.path);
        switch (operation.kind) {
            case Operation::Kind::Set: out.set("value", editedValue(operation.value)); break;
            case Operation::Kind::Insert:
                if (!operation.values.empty()) out.set("values", arrayOf(operation.values, editedValue));
                break;
            case Operation::Kind::Remove:
                if (operation.count != 1) out.set("count", operation.count);
                break;
            case Operation::Kind::Duplicate: break;
            case Operation::Kind::Move: out.set("to", operation.to); break;
            case Operation::Kind::ReplaceBytes:
                out.set("start", operation.start);
                out.set("end", operation.end);
                out.set("value", copiedBytes(operation.bytes));
                break;
            case Operation::Kind::Convert: out.set("version", operation.version); break;
            default:
                if (const auto* fields = std::get_if<EditValue::Fields>(&operation.value.value)) {
                    for (const auto& [name, value] : *fields) out.set(name, editedValue(value));
                }
        }
        if (operation.force) out.set("force", true);
        return out;
    });
}

val refusalObject(const EditRefusal& refusal) {
    val out = val::object();
    out.set("refused", refusal.reason);
    out.set("operation", refusal.operation);
    out.set("canForce", refusal.canForce);
    return out;
}

val noMemoryToEdit() {
    val out = val::object();
    out.set("refused", "There is not enough memory for this change.");
    out.set("operation", 0);
    out.set("canForce", false);
    return out;
}

val editedObject(const core::Edited& edited) {
    if (edited.refusal) return refusalObject(*edited.refusal);
    val out = val::object();
    out.set("bytes", copiedBytes(edited.bytes));
    out.set("splices", arrayOf(edited.splices, [](const core::Splice& splice) {
                val entry = val::object();
                entry.set("start", splice.start);
                entry.set("end", splice.end);
                entry.set("bytes", copiedBytes(splice.bytes));
                return entry;
            }));
    out.set("lists", arrayOf(edited.lists, [](const core::ListChange& change) {
                val entry = val::object();
                entry.set("operation", change.operation);
                entry.set("list", change.list);
                entry.set("kind", enumName(kListChangeNames, change.kind));
                entry.set("index", change.index);
                entry.set("count", change.count);
                entry.set("to",
                          change.kind == core::ListChange::Kind::Move ? static_cast<std::int32_t>(change.to) : -1);
                return entry;
            }));
    return out;
}

}  // namespace bindings
