#include "query.h"

#include <algorithm>
#include <array>

namespace core {

using schema::Field;
using schema::Repeat;
using schema::Scalar;
using schema::Type;

namespace {

/// Whether elements of one type and size have the same fields at the same places: at most one part of them is as
/// long as it says. Two lists or texts may share one length differently.
bool sizeTellsFields(const Dialect& dialect, Type type) {
    if (type.isScalar()) return type != Type(Scalar::String) && type != Type(Scalar::CString);
    switch (dialect.shape(type.id())) {
        case Dialect::Shape::Fixed:
        case Dialect::Shape::Dimensioned: return true;
        case Dialect::Shape::Container: return false;
        case Dialect::Shape::Inline: break;
    }
    const auto fields = dialect.describe(type.id()).fields;
    return std::count_if(fields.begin(), fields.end(), [&](const Field& field) {
               const bool isFree = field.repeat == Repeat::Counted || field.type == Type(Scalar::String) ||
                                   field.type == Type(Scalar::CString);
               return isFree && dialect.has(field);
           }) <= 1;
}

}  // namespace

Elements elementsOf(const Walk& walk, const Dialect& dialect, const Place& array) {
    Elements elements;
    if (array.kind != Place::Kind::Array) return elements;
    elements.sizeTellsFields = sizeTellsFields(dialect, array.type);
    elements.starts.reserve(std::size_t{array.count} + 1);
    walk.childrenFrom(array, array.start, [&elements](const Place& element) {
        elements.starts.push_back(element.start);
        return true;
    });
    elements.starts.push_back(array.end);
    return elements;
}

namespace {

/// Bytes of a text or path that take as long as a node; nodes that take as long as to list one.
constexpr std::size_t kBytesANode = 64;
constexpr std::size_t kNodesAFind = 8;

std::string_view typeName(const Dialect& dialect, Type type) {
    return type.isScalar() ? nameOf(schema::kScalarNames, type.scalar()) : dialect.describe(type.id()).name;
}

class Search {
public:
    Search(const FileBytes& bytes, const Walk& walk, const Dialect& dialect, const Filter& filter, std::uint32_t from,
           std::uint32_t budget)
        : bytes_(bytes),
          walk_(walk),
          dialect_(dialect),
          filter_(filter),
          from_(from),
          budget_(budget),
          position_(from) {
        std::size_t fields = 0;
        for (const schema::Struct& type : dialect.version().tables.structs) {
            firstField_[type.id.index()] = fields;
            fields += type.fields.size();
        }
        verdicts_.resize(fields * kForms);
        for (const State state : {State::Opaque, State::Unreferenced, State::Unparsed}) {
            Place rest;
            rest.kind = Place::Kind::Leaf;
            rest.state = state;
            restCanFit_ = restCanFit_ || verdict(rest, 0).isPossible;
        }
    }

    SearchPart run() {
        const Place file = walk_.file();
        Level whole{file, nullptr, 0, 0, 0, true};
        part_.next = below(whole) ? file.end : position_;
        return std::move(part_);
    }

private:
    /// A node that the search is in.
    struct Level {
        const Place& node;
        Level* outer;
        /// Of the node's field, as in `verdicts_`.
        std::size_t field;
        /// How much of `path_` is the node's path, once it is listed.
        std::size_t pathLength;
        std::uint8_t depth;
        bool isListed;
    };

    /// The depth of what is in a node: that of lists of a text has no limit that a byte holds.
    static constexpr std::uint8_t deeper(std::uint8_t depth) {
        return static_cast<std::uint8_t>(depth == 0xFF ? depth : depth + 1);
    }

    /// What sets the verdicts on nodes of one field apart.
    enum Form : std::uint8_t { kLeaf, kRows, kLeafElement, kRowsElement, kForms };
    enum class Answer : std::uint8_t { Unknown, No, Yes };

    /// Looks at what is in a node. Returns whether it came to the end.
    bool below(Level& level) {
        bool goesOn = true;
        walk_.childrenFrom(level.node, from_, [&](const Place& child) { return goesOn = visit(child, level); });
        return goesOn;
    }

    bool visit(const Place& node, Level& outer) {
        ++work_;
        Level level{node, &outer, fieldOf(node, outer), 0, deeper(outer.depth), false};
        // What begins before was tested in the part before.
        if (node.start >= from_ && fits(node, level.field)) list(level, true);
        if (canHold(node, level.field) && !below(level)) return false;
        position_ = node.end;
        return work_ < budget_ || position_ <= from_;
    }

    bool fits(const Place& node, std::size_t field) {
        const Filter::Verdict& said = verdict(node, field);
        if (!said.isPossible || said.open.empty()) return said.isPossible;
        // Of a content that is not here there is none: no value fits it.
        const Bytes value = bytes_.subspan(node.start, node.end - node.start);
        if (valueKind(node.type.scalar()) == ValueKind::Text) work_ += value.size() / kBytesANode;
        return filter_.fits(said, node.type.scalar(), value);
    }

    void list(Level& level, bool fits) {
        Level& outer = *level.outer;
        if (!outer.isListed) list(outer, false);
        path_.resize(outer.pathLength);
        walk_.appendName(level.node, path_);
        level.pathLength = path_.size();
        level.isListed = true;
        work_ += kNodesAFind + path_.size() / kBytesANode;
        part_.nodes.push_back({path_, static_cast<std::uint8_t>(level.depth - 1), fits});
    }

    /// Index of a node's field among all fields; 0 of nodes that no field describes.
    [[nodiscard]] std::size_t fieldOf(const Place& node, const Level& outer) const {
        if (node.field == nullptr) return 0;
        if (outer.node.kind == Place::Kind::Array) return outer.field;
        const schema::StructId id = outer.node.type.id();
        return firstField_[id.index()] + static_cast<std::size_t>(node.field - dialect_.describe(id).fields.data());
    }

    const Filter::Verdict& verdict(const Place& node, std::size_t field) {
        const bool isElement = node.index != kNone;
        if (node.field == nullptr || (isElement && filter_.concernsIndices())) {
            name_.clear();
            walk_.appendName(node, name_);
            const auto kind = node.kind == Place::Kind::Leaf ? valueKind(node.type.scalar()) : ValueKind::Rows;
            const auto refers = node.field != nullptr ? dialect_.nameOf(node.field->refers) : std::string_view();
            return unkept_ = filter_.verdict(name_, typeName(dialect_, node.type), kind, refers);
        }
        const bool isLeaf = node.kind == Place::Kind::Leaf;
        return verdict(*node.field, field, isElement ? (isLeaf ? kLeafElement : kRowsElement) : isLeaf ? kLeaf : kRows);
    }

    const Filter::Verdict& verdict(const Field& field, std::size_t index, Form form) {
        auto& kept = verdicts_[index * kForms + form];
        if (!kept) {
            const bool isElement = form == kLeafElement || form == kRowsElement;
            const bool isLeaf = form == kLeaf || form == kLeafElement;
            kept = filter_.verdict(isElement ? std::string_view() : field.name, typeName(dialect_, field.type),
                                   isLeaf ? valueKind(field.type.scalar()) : ValueKind::Rows,
                                   dialect_.nameOf(field.refers));
        }
        return *kept;
    }

    /// Whether something in a node may fit.
    bool canHold(const Place& node, std::size_t field) {
        switch (node.kind) {
            case Place::Kind::Leaf: return false;
            case Place::Kind::File: return true;
            case Place::Kind::Array: return elementsCanFit(*node.field, field);
            case Place::Kind::Struct: break;
        }
        // What stands in the lists of a text, no field says.
        return dialect_.version().tables.text != nullptr || canHold(node.type.id());
    }

    bool canHold(schema::StructId id) {
        Answer& answer = holding_[id.index()];
        if (answer == Answer::Unknown) answer = anyFieldCanFit(id) ? Answer::Yes : Answer::No;
        return answer == Answer::Yes;
    }

    bool anyFieldCanFit(schema::StructId id) {
        if (restCanFit_ && dialect_.shape(id) == Dialect::Shape::Container) return true;
        std::size_t index = firstField_[id.index()];
        for (const Field& field : dialect_.describe(id).fields) {
            const std::size_t i = index++;
            if (!dialect_.has(field)) continue;
            const bool isStruct = !field.type.isScalar();
            if (verdict(field, i, kRows).isPossible || (!isStruct && verdict(field, i, kLeaf).isPossible)) return true;
            if (field.repeat != Repeat::One ? elementsCanFit(field, i) : isStruct && canHold(field.type.id()))
                return true;
        }
        return false;
    }

    bool elementsCanFit(const Field& field, std::size_t index) {
        if (filter_.concernsIndices()) return true;
        if (field.type.isScalar()) return verdict(field, index, kLeafElement).isPossible;
        return verdict(field, index, kRowsElement).isPossible || canHold(field.type.id());
    }

    FileBytes bytes_;
    const Walk& walk_;
    const Dialect& dialect_;
    const Filter& filter_;
    std::uint32_t from_;
    std::uint32_t budget_;
    std::size_t work_ = 0;
    /// All nodes that begin before it were looked at.
    std::uint32_t position_;
    std::array<std::size_t, schema::kMaxStructs> firstField_{};
    /// By field and form, made when they are asked for.
    std::vector<std::optional<Filter::Verdict>> verdicts_;
    std::array<Answer, schema::kMaxStructs> holding_{};
    /// Bytes that no field describes may fit.
    bool restCanFit_ = false;
    Filter::Verdict unkept_;
    std::string name_;
    std::string path_;
    SearchPart part_;
};

}  // namespace

SearchPart search(const FileBytes& bytes, const Walk& walk, const Dialect& dialect, const Filter& filter,
                  std::uint32_t from, std::uint32_t budget) {
    return Search(bytes, walk, dialect, filter, from, budget).run();
}

}  // namespace core
