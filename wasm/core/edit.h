// Changes to a file as data (types/edit.ts is the same for JavaScript). What a change of a value means for the bytes
// around it is the business of each format's `edit`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "names.h"

namespace core {

/// A value to write: a number or text for a leaf, elements of a list, fields of a struct, or bytes for anything.
struct EditField;
struct EditValue {
    using Bytes = std::vector<std::byte>;
    using List = std::vector<EditValue>;
    /// In any order; fields that are left out stay as they are, in a new element they have the usual value.
    using Fields = std::vector<EditField>;
    /// Text is bytes, in Latin-1.
    std::variant<double, std::string, Bytes, List, Fields> value;
};
struct EditField {
    std::string name;
    EditValue value;
};
/// The value of a field, null when it was left out or there are no fields.
[[nodiscard]] inline const EditValue* fieldOf(const EditValue* value, std::string_view name) {
    const auto* fields = value == nullptr ? nullptr : std::get_if<EditValue::Fields>(&value->value);
    if (fields == nullptr) return nullptr;
    const auto found =
        std::find_if(fields->begin(), fields->end(), [name](const auto& each) { return each.name == name; });
    return found == fields->end() ? nullptr : &found->value;
}

/// One change. Paths are those of the file as the operation before left it.
struct Operation {
    enum class Kind : std::uint8_t {
        Set,        ///< `value` at `path`
        Insert,     ///< `values` as new elements, the first at the index that `path` ends with
        Remove,     ///< `count` elements from `path` on, or bytes that no field describes or that could not be read
        Duplicate,  ///< the element once more, after it
        Move,       ///< the element to the index `to`, which it has afterwards
        // Not `Bytes`: GCC warns (-Wshadow) that such an enumerator hides core::Bytes.
        ReplaceBytes,  ///< `bytes` instead of [start, end), whatever that is
        Convert,       ///< the model in another version
        // What these take besides the path is in `value`, by name (types/edit.ts). Of an animation:
        Trim,       ///< keeps the moments from one time to another
        Retime,     ///< stretches it to a length
        ScaleTime,  ///< the same by a factor
        Reverse,    ///< plays it backwards
        Scale,      ///< multiplies what moves by a factor
        AddKey,     ///< a key at each of some times, with the pose that is seen there
        Join,       ///< goes on with another animation of the file
        Adopt,      ///< an animation of another model as a new one at `path`
        MoveKey,    ///< a key of an animation, which `path` names, to another time
        // Of a level of a piece:
        ReplaceLevel,  ///< other vertices and triangles
        AdoptLevel,    ///< the same, from a level of another model
        // Of the whole model:
        Transform,  ///< mirrored, scaled, turned and moved
    };
    Kind kind = Kind::Set;
    std::string path;
    EditValue value;
    /// Of Insert. Empty: one element with the usual values.
    std::vector<EditValue> values;
    std::uint32_t count = 1;
    std::uint32_t to = 0;
    std::uint32_t start = 0, end = 0;
    std::vector<std::byte> bytes;
    std::uint32_t version = 0;
    /// Does what is refused by default because some program would not take it.
    bool force = false;
};
/// As JavaScript and JSON have them.
inline constexpr std::string_view kOperationNames[] = {
    "set",   "insert",  "remove",       "duplicate",  "move",      "bytes",  "convert",
    "trim",  "retime",  "scaleTime",    "reverse",    "scale",     "addKey", "join",
    "adopt", "moveKey", "replaceLevel", "adoptLevel", "transform",
};
static_assert(hasNameOf(kOperationNames, Operation::Kind::Transform));

/// Whether an operation of a kind is about a place in the file.
[[nodiscard]] constexpr bool hasPath(Operation::Kind kind) {
    return kind != Operation::Kind::ReplaceBytes && kind != Operation::Kind::Convert &&
           kind != Operation::Kind::Transform;
}

/// What an operation comes to: others, to be made one after the other.
struct Meant {
    std::vector<Operation> operations;
    /// A sentence. Empty: it can be done.
    std::string refusal;
};

/// Bytes [start, end) of the file before, and what stands there instead.
struct Splice {
    std::uint32_t start = 0, end = 0;
    std::vector<std::byte> bytes;
};

/// Elements that came, went or moved.
struct ListChange {
    enum class Kind : std::uint8_t { Insert, Remove, Move };
    std::size_t operation = 0;
    /// Path of the list, as the operation found it.
    std::string list;
    Kind kind = Kind::Insert;
    std::uint32_t index = 0, count = 0;
    /// Of a move: where the element is afterwards.
    std::uint32_t to = 0;
};

/// Why nothing was changed.
struct EditRefusal {
    /// A sentence for the user.
    std::string reason;
    std::size_t operation = 0;
    /// With `force` it is done all the same.
    bool canForce = false;
};

struct Edited {
    std::vector<std::byte> bytes;
    /// Ascending, not touching each other; none that changes nothing.
    std::vector<Splice> splices;
    std::vector<ListChange> lists;
    /// Set: nothing else is.
    std::optional<EditRefusal> refusal;
};

}  // namespace core
