// New elements of lists: values as bytes, by the schema.
#pragma once

#include <optional>
#include <string>

#include "document.h"
#include "edit_lists.h"
#include "function_ref.h"
#include "reader.h"

namespace core {

/// Where a value goes: what it is written as, and what to call it.
struct LeafAt {
    schema::Type type;
    const schema::Field& field;
    const std::string& path;
};

/// Writes elements that are not in the file yet.
class ElementWriter {
public:
    /// The bytes of a number or text with a value; nothing when it is refused.
    using Encode = FunctionRef<std::optional<std::vector<std::byte>>(const LeafAt&, const EditValue&)>;
    /// Says why there is no such element.
    using Refuse = FunctionRef<void(std::string)>;

    /// @param context how many elements the lists have that others count
    ElementWriter(const Dialect& dialect, Context context, Encode encode, Refuse refuse)
        : dialect_(dialect), context_(std::move(context)), encode_(encode), refuse_(refuse) {}

    /// Appends an element of a list. False: it was refused.
    /// @param value null: the usual one
    [[nodiscard]] bool element(const schema::Field& list, const EditValue* value, const std::string& path);
    [[nodiscard]] NewElements take() { return {std::move(out_), std::move(ends_)}; }

private:
    /// What integers of a struct say, by their slots.
    using Counters = std::array<std::uint32_t, schema::kMaxFields>;

    /// The value of a struct with its fields by name; null when it is refused.
    /// @param made where they are put that are given in their order
    [[nodiscard]] const EditValue* byName(schema::StructId id, const EditValue* value, EditValue& made,
                                          const std::string& path);
    [[nodiscard]] bool single(schema::StructId id, const schema::Field& field, const EditValue* named,
                              Counters& counters, const std::string& path);
    [[nodiscard]] bool range(const schema::Field& field, const EditValue* given, const std::string& path);
    [[nodiscard]] bool structure(schema::StructId id, const EditValue* value, const std::string& path);
    [[nodiscard]] bool leaf(const schema::Field& field, const EditValue* value, const std::string& path);
    [[nodiscard]] bool list(const schema::Field& field, std::uint64_t count, const EditValue* value,
                            const std::string& path);
    [[nodiscard]] bool append(const schema::Field& field, const EditValue* value, const std::string& path);
    bool refuse(std::string reason) {
        refuse_(std::move(reason));
        return false;
    }

    const Dialect& dialect_;
    Context context_;
    Encode encode_;
    Refuse refuse_;
    std::vector<std::byte> out_;
    std::vector<std::uint32_t> ends_;
};

}  // namespace core
