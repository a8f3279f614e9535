// Nodes that come, go and move among their siblings: how many children each has, and which number it goes by.
#include <algorithm>
#include <bitset>

#include "core/reach.h"
#include "core/words.h"
#include "editor.h"

namespace abc {

using schema::Meaning;
using schema::Var;

namespace {

/// The bind matrix that a new node is given as numbers; nothing when it is given otherwise, or not at all.
std::optional<Mat4> matrixOf(const EditValue* node) {
    const EditValue* matrix = fieldOf(node, "Matrix");
    const auto* numbers = matrix == nullptr ? nullptr : std::get_if<EditValue::List>(&matrix->value);
    Mat4 out;
    if (numbers == nullptr || numbers->size() != out.m.size()) return std::nullopt;
    for (std::size_t m = 0; m < out.m.size(); ++m) {
        out.m[m] = static_cast<float>(numberOr(&(*numbers)[m], double{out.m[m]}));
    }
    return out;
}

}  // namespace

const NodeTree& ModelEditor::tree() {
    if (!tree_ || treeOf_ != generation()) tree_.emplace(state());
    treeOf_ = generation();
    return *tree_;
}

std::uint32_t ModelEditor::extentOf(const ListAt& list) {
    if (!FieldName(Meaning::Nodes)(*list.array.field)) return 1;
    return tree()[list.index].end - list.index;
}

bool ModelEditor::movesNoVertex(const Shift& shift) {
    std::bitset<256> gone;
    for (std::uint32_t n = shift.index; n < shift.index + shift.count; ++n) {
        if (tree()[n].number < gone.size()) gone.set(tree()[n].number);
    }
    std::uint32_t vertices = 0;
    core::eachReference(state(), schema::Refers::NodeNumber, [&](const schema::Field&, std::uint32_t offset) {
        if (gone[tree().vertexNumber(load<std::uint8_t>(state().bytes, offset))]) ++vertices;
    });
    if (vertices == 0) return true;
    return refuse(grouped(vertices) + (vertices == 1 ? " vertex moves" : " vertices move") + " with the node: assign " +
                  (vertices == 1 ? "it" : "them") + " to another node first.");
}

bool ModelEditor::canChangeNodes(const ListAt& list, const Shift& shift) {
    const std::uint32_t most = isV6() ? 256 : 65536;
    const NodeTree& nodes = tree();
    if (shift.sizeAfter(list.size) > most) return refuse("A model can have at most " + grouped(most) + " nodes.");
    switch (shift.kind) {
        case ListChange::Kind::Insert:
            return (shift.index != 0 && shift.copied != 0) || refuse("A model has only one root node.");
        case ListChange::Kind::Remove: {
            if (shift.index == 0) return refuse("A model needs a root node: it cannot be removed.");
            const std::uint32_t end = shift.index + shift.count;
            for (std::uint32_t n = shift.index; n < end; ++n) {
                if (nodes[n].end <= end) continue;
                const bool isOne = nodes[n].children == 1;
                return refuse("The node has " + grouped(nodes[n].children) + (isOne ? " child" : " children") +
                              ": remove " + (isOne ? "it" : "them") + " first.");
            }
            return !isV6() || movesNoVertex(shift);
        }
        case ListChange::Kind::Move: break;
    }
    if (shift.index == 0) return refuse("The root node must stay first.");
    // Among its siblings it can stand before each of them, and after the last.
    const std::uint32_t parent = nodes[shift.index].parent;
    std::string places;
    std::uint32_t at = parent + 1;
    for (std::uint32_t sibling = parent + 1; sibling < nodes[parent].end; sibling = nodes[sibling].end) {
        if (sibling == shift.index) continue;
        if (at == shift.to) return true;
        places += std::to_string(at) + ", ";
        at += nodes[sibling].end - sibling;
    }
    if (at == shift.to) return true;
    return refuse("A node can move only among the children of its parent, to index " + places + std::to_string(at) +
                  ".");
}

bool ModelEditor::canCollectNodes(const ListAt& list, const Shift& shift) {
    const ChangedList* const changes = changesOf(list);
    if (changes == nullptr) return true;
    const NodeTree& nodes = tree();
    // Copied bytes would say an old number of children.
    const bool isRemoval = shift.kind == ListChange::Kind::Remove;
    const std::uint32_t from = shift.copied != kNone ? shift.copied : shift.index;
    for (std::uint32_t n = from; !isNew(shift) && n < from + shift.count; ++n) {
        if (isRemoval && changes->original(nodes[n].parent) == kNone) return false;
        if (!isRemoval && nodes[n].isChanged) return false;
    }
    return isRemoval || changes->original(isNew(shift) ? nodes.parentAt(shift.index) : nodes[from].parent) != kNone;
}

Place ModelEditor::parentOfNew(const ListAt& list, const Shift& shift) {
    const std::uint32_t parent = tree().parentAt(shift.index);
    const ChangedList* const changes = changesOf(list);
    return state().walk().element(list.array, changes == nullptr ? parent : changes->original(parent));
}

std::optional<std::vector<EditValue>> ModelEditor::namedNodes(const ListAt& list, const Shift& shift, Values values) {
    const FieldReader fields(state());
    const bool isOrdered = tree().isInOrder();
    const std::vector<std::uint32_t> free = tree().freeNumbers(isNew(shift) ? shift.count : 0);
    std::vector<EditValue> made;
    for (std::uint32_t i = 0; isNew(shift) && i < shift.count; ++i) {
        const EditValue* value = valueAt(values, i);
        const EditValue* children = fieldOf(value, nameIn(list.array.type, Meaning::ChildCount));
        if (children != nullptr && numberOr(children, 1) != 0) {
            refuse("A new node cannot have children.");
            return std::nullopt;
        }
        if (value != nullptr && !std::holds_alternative<EditValue::Fields>(value->value)) {
            refuse("A new node must be an object of fields.");
            return std::nullopt;
        }
        if (fieldOf(value, "MDVertList") != nullptr || fieldOf(value, "NumMDVerts") != nullptr) {
            refuse("A new node cannot have deformation vertices yet.");
            return std::nullopt;
        }
        const double number = isV6() && !isOrdered ? free[i] : shift.index + i;
        EditValue::Fields defaults{{std::string(nameIn(list.array.type, Meaning::NodeName)), {std::string("node")}},
                                   {std::string(nameIn(list.array.type, Meaning::NodeNumber)), {number}}};
        if (!isV6()) {
            const Place matrix = *fields.field(parentOfNew(list, shift), "Matrix");
            const Bytes bytes = state().bytes.subspan(matrix.start, matrix.end - matrix.start);
            defaults.push_back({"Matrix", {EditValue::Bytes(bytes.begin(), bytes.end())}});
        }
        made.push_back(withDefaults(value, std::move(defaults)));
    }
    return made;
}

std::optional<NewElements> ModelEditor::filledForNodes(const ListAt& parallel, const ListAt& nodes, const Shift& shift,
                                                       Values values) {
    std::vector<EditValue> made;
    if (parallel.array.field->follows == Var::NodeCount) {
        // Shares of a weight set are those of the parent.
        const Bytes share = elementOf(parallel, tree().parentAt(shift.index));
        made.assign(shift.count, {EditValue::Bytes(share.begin(), share.end())});
    } else if (FieldName(Meaning::Tracks)(*parallel.array.field)) {
        std::vector<std::uint32_t> times;
        eachOf(parallel.parent, Meaning::Keyframes, [&](const Place& key) {
            times.push_back(FieldReader(state()).number<std::uint32_t>(key, Meaning::KeyTime));
        });
        const std::uint32_t keySize = state().dialect.minimumSize(keyTypeIn(state().dialect));
        if (!hasRoom(product(times.size(), keySize, shift.count))) return std::nullopt;
        for (std::uint32_t i = 0; i < shift.count; ++i) {
            // A new node stands in its parent as its bind matrix says.
            std::pair<Vec3, Quat> place;
            if (const auto bind = isV6() ? std::nullopt : matrixOf(valueAt(values, i))) {
                Mat4 above;
                above.m = FieldReader(state()).number<std::array<float, 16>>(parentOfNew(nodes, shift), "Matrix");
                place = placeOf(inverse(above) * *bind);
            }
            made.push_back(stillTrack({keyAt(place.first, place.second), {}, {}}, times));
        }
    } else {
        return usualElements(parallel, shift);
    }
    return newElements(parallel, shift, made, context());
}

ModelEditor::Plan ModelEditor::planOfNodes(const ListAt& list, const Shift& shift, Values values) {
    if (!isAllRead() || !canChangeNodes(list, shift) || !canCollectNodes(list, shift)) return std::nullopt;
    ListPlan plan{{{list, shift, {}}}, true};
    if (!isV6() && !keepsReferences(plan)) return std::nullopt;
    const auto named = namedNodes(list, shift, values);
    auto made = named ? newElements(list, shift, *named, context()) : std::nullopt;
    if (!made) return std::nullopt;
    plan.edits[0].made = std::move(*made);
    const auto fill = [&](const ListAt& each) { return filledForNodes(each, list, shift, values); };
    if (!shiftParallel(plan, parallelTo(Var::NodeCount, list.array.count), shift, fill)) return std::nullopt;
    return plan;
}

void ModelEditor::countChildren(const ListAt& list, const ChangedList& changes) {
    for (std::uint32_t n = 0; n < tree().size(); ++n) {
        if (!tree()[n].isChanged) continue;
        const Place node = state().walk().element(list.array, changes.original(n));
        const auto field = FieldReader(state()).field(node, Meaning::ChildCount);
        splices_.number(field->start, tree()[n].children);
    }
}

void ModelEditor::numberNodes() {
    const FieldReader fields(state());
    std::uint32_t index = 0;
    eachOf(Meaning::Nodes, [&](const Place& node) {
        const auto number = fields.field(node, Meaning::NodeNumber);
        overwrite(number->start, number->end - number->start, (*tree_)[index++].number);
    });
    if (!isV6()) return;
    core::eachReference(state(), schema::Refers::NodeNumber, [&](const schema::Field&, std::uint32_t offset) {
        overwrite(offset, 1, tree_->vertexNumber(load<std::uint8_t>(state().bytes, offset)));
    });
}

}  // namespace abc
