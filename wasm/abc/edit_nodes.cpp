// Nodes that come, go and move among their siblings: everything that is there once a node, and what names nodes.
#include <algorithm>

#include "core/words.h"
#include "editor.h"
#include "schema_v6.h"
#include "schema_v9.h"

namespace abc {

using schema::Id;
using schema::Meaning;

bool ModelEditor::isInOrder(const std::vector<NodeAt>& nodes) {
    std::uint32_t index = 0;
    return std::all_of(nodes.begin(), nodes.end(), [&](const NodeAt& node) { return node.number == index++; });
}

std::vector<ModelEditor::NodeAt> ModelEditor::nodes() {
    const FieldReader fields(state());
    std::vector<NodeAt> out;
    struct Open {
        std::uint32_t node, left;
    };
    std::vector<Open> open;
    eachOf(Meaning::Nodes, [&](const Place& place) {
        const auto index = static_cast<std::uint32_t>(out.size());
        NodeAt node;
        node.place = place;
        const auto number = fields.field(place, Meaning::NodeNumber);
        if (number) node.numberAt = number->start;
        if (number) node.number = load<std::uint16_t>(state().bytes, number->start);
        while (!open.empty() && open.back().left == 0) {
            out[open.back().node].end = index;
            open.pop_back();
        }
        if (!open.empty()) {
            node.parent = open.back().node;
            --open.back().left;
        }
        out.push_back(node);
        open.push_back({index, fields.number<std::uint32_t>(place, Meaning::ChildCount)});
    });
    for (const Open& each : open) out[each.node].end = static_cast<std::uint32_t>(out.size());
    return out;
}

std::uint32_t ModelEditor::extentOf(const ListAt& list) const {
    if (!FieldName(Meaning::Nodes)(*list.array.field)) return 1;
    // Its subtree: until the children of all in it are there.
    const FieldReader fields(current());
    std::uint64_t open = 1;
    std::uint32_t count = 0;
    for (std::uint32_t i = list.index; open > 0 && i < list.array.count; ++i, ++count) {
        const Place place = current().walk().element(list.array, i);
        open += fields.number<std::uint32_t>(place, Meaning::ChildCount);
        --open;
    }
    return count;
}

void ModelEditor::eachWeight(FunctionRef<void(std::uint32_t)> visit) {
    const Dialect& dialect = state().dialect;
    const std::uint32_t head = offsetIn<schema::kVertex, "Weights">(dialect, Id::Vertex);
    const std::uint32_t tail = dialect.minimumSize(Id::Vertex) - head;
    const std::uint32_t size = dialect.minimumSize(Id::Weight);
    const FieldReader fields(state());
    eachOf(fields.section(Id::PiecesSection), "Pieces", [&](const Place& piece) {
        eachOf(piece, "LODs", [&](const Place& level) {
            const auto vertices = fields.field(level, "Vertices");
            if (!vertices) return;
            fields.eachRun(*vertices, [&](const Record& run) {
                const std::uint32_t stride = run.stride();
                for (std::uint32_t vertex = run.start; vertex < run.end; vertex += stride) {
                    for (std::uint32_t at = vertex + head; at < vertex + stride - tail; at += size) visit(at);
                }
            });
        });
    });
}

bool ModelEditor::isUnused(const Shift& shift, const std::vector<NodeAt>& before) {
    const auto isGone = [&](std::uint32_t node) { return node < before.size() && shift(node) == kNone; };
    std::uint32_t weights = 0;
    std::uint32_t sockets = 0;
    std::uint32_t vertices = 0;
    const FieldReader fields(state());
    if (isV6()) {
        const std::uint32_t nodeAt = offsetIn<schema::kVertex6, "TransformationIndex">(state().dialect, Id::Vertex6);
        eachOf(fields.section(Id::GeometrySection6), "VertexInfo", [&](const Place& vertex) {
            const auto number = load<std::uint8_t>(state().bytes, vertex.start + nodeAt);
            for (std::uint32_t n = shift.index; n < shift.index + shift.count; ++n) {
                if (before[n].number == number) ++vertices;
            }
        });
        if (vertices == 0) return true;
        return refuse(grouped(vertices) + (vertices == 1 ? " vertex moves" : " vertices move") +
                      " with the node: give " + (vertices == 1 ? "it" : "them") + " to another node first.");
    }
    eachWeight([&](std::uint32_t at) { weights += isGone(load<std::uint32_t>(state().bytes, at)) ? 1U : 0U; });
    std::string first;
    eachOf(fields.section(Id::SocketsSection), "Sockets", [&](const Place& socket) {
        if (!isGone(fields.number<std::uint32_t>(socket, "NodeIndex"))) return;
        if (sockets++ == 0) first = inQuotes(state().text(fields.text(socket, "Name")));
    });
    if (weights > 0) {
        return refuse(grouped(weights) + (weights == 1 ? " weight names" : " weights name") +
                      " the node: give the vertices to another node first.");
    }
    if (sockets == 0) return true;
    return refuse(
        (sockets == 1 ? "The socket " + first + " is" : grouped(sockets) + " sockets, the first " + first + ", are") +
        " on the node: remove or move " + (sockets == 1 ? "it" : "them") + " first.");
}

bool ModelEditor::canChangeNodes(const ListAt& list, const Shift& shift, const std::vector<NodeAt>& before) {
    const std::uint32_t count = list.array.count;
    const std::uint32_t most = isV6() ? 256 : 65536;
    if (shift.sizeAfter(count) > most) return refuse("A model can number " + grouped(most) + " nodes.");
    switch (shift.kind) {
        case ListChange::Kind::Insert:
            if (shift.index == 0 || shift.copied == 0) return refuse("A model has one root node.");
            return true;
        case ListChange::Kind::Remove: {
            if (shift.index == 0) return refuse("A model has a root node: it cannot be removed.");
            const std::uint32_t end = shift.index + shift.count;
            for (std::uint32_t n = shift.index; n < end; ++n) {
                if (before[n].end <= end) continue;
                std::uint32_t children = 0;
                for (std::uint32_t child = n + 1; child < before[n].end; ++child)
                    children += before[child].parent == n ? 1U : 0U;
                return refuse("The node has " + grouped(children) + (children == 1 ? " child" : " children") +
                              ": remove " + (children == 1 ? "it" : "them") + " first.");
            }
            return isUnused(shift, before);
        }
        case ListChange::Kind::Move: {
            if (shift.index == 0) return refuse("The root node stays the first.");
            const std::uint32_t parent = before[shift.index].parent;
            std::string places;
            // Among its siblings it can stand before each of them, and behind the last.
            std::uint32_t at = parent + 1;
            for (std::uint32_t sibling = parent + 1; sibling < before[parent].end; sibling = before[sibling].end) {
                if (sibling == shift.index) continue;
                if (at == shift.to) return true;
                places += std::to_string(at) + ", ";
                at += before[sibling].end - sibling;
            }
            if (at == shift.to) return true;
            return refuse("A node moves among the children of its parent: it can stand at " + places +
                          std::to_string(at) + ".");
        }
    }
    return false;
}

void ModelEditor::shiftPerNode(const Shift& shift, std::uint32_t count, std::span<const EditValue> values,
                               const std::vector<NodeAt>& before) {
    const FieldReader fields(state());
    const Bytes bytes = state().bytes;
    const bool isNew = shift.kind == ListChange::Kind::Insert && shift.copied == kNone;
    const std::uint32_t parent = !isNew ? kNone : shift.index < count ? before[shift.index].parent : 0;
    // Where a new node is in its parent: as its bind matrix says.
    std::vector<std::pair<Vec3, Quat>> places(isNew ? shift.count : 0);
    for (std::uint32_t i = 0; isNew && !isV6() && i < shift.count; ++i) {
        const EditValue* matrix = fieldOf(i < values.size() ? &values[i] : nullptr, "Matrix");
        const auto* numbers = matrix == nullptr ? nullptr : std::get_if<EditValue::List>(&matrix->value);
        if (numbers == nullptr || numbers->size() != 16) continue;
        Mat4 bind;
        for (std::size_t m = 0; m < 16; ++m) {
            const auto* number = std::get_if<double>(&(*numbers)[m].value);
            if (number != nullptr) bind.m[m] = static_cast<float>(*number);
        }
        Mat4 above;
        above.m = fields.number<std::array<float, 16>>(before[parent].place, "Matrix");
        const Mat4 local = inverse(above) * bind;
        places[i] = placeOf(local);
    }
    eachOf(Meaning::Animations, [&](const Place& animation) {
        const auto tracks = fields.list(animation, Meaning::Tracks);
        if (!tracks || tracks->count != count) return;
        std::vector<std::byte> made;
        std::vector<std::uint32_t> times;
        if (isNew)
            eachOf(animation, Meaning::Keyframes,
                   [&](const Place& key) { times.push_back(fields.number<std::uint32_t>(key, Meaning::KeyTime)); });
        const bool hasUnknown = state().dialect.has(schema::Feature::TrackUnknown);
        const bool hasTimes = state().dialect.has(schema::Feature::KeyTimes);
        for (const auto& [location, rotation] : places) {
            if (hasUnknown) append(made, std::int32_t{-1});
            for (const std::uint32_t time : times) {
                append(made, location);
                append(made, rotation);
                if (!hasTimes) continue;
                append(made, time);
                append(made, std::uint32_t{0});
            }
            // Scale and Transform of a deformation that is not there.
            if (isV6()) made.resize(made.size() + 2 * sizeof(Vec3));
        }
        shiftElements(*tracks, shift, std::move(made));
    });
    eachOf(fields.section(Id::ChildModelsSection), "ChildModels", [&](const Place& child) {
        const auto transforms = fields.list(child, "Transforms");
        if (!transforms || transforms->count != count) return;
        std::vector<std::byte> made;
        for (std::uint32_t i = 0; isNew && i < shift.count; ++i) {
            append(made, Vec3{});
            append(made, Quat{});
            if (state().dialect.has(schema::Feature::ChildTransformTimes)) append(made, std::uint64_t{0});
        }
        shiftElements(*transforms, shift, std::move(made));
    });
    eachOf(fields.section(Id::NodesSection), "WeightSets", [&](const Place& set) {
        const auto shares = fields.list(set, "NodeWeights");
        if (!shares || shares->count != count) return;
        std::vector<std::byte> made;
        for (std::uint32_t i = 0; isNew && i < shift.count; ++i)
            append(made, load<float>(bytes, shares->start + 4 * parent));
        // It counts to 32 bits: there is always room.
        (void)shiftCounter({{}, set, *shares, 0}, shift);
        shiftElements(*shares, shift, std::move(made));
    });
}

std::vector<std::uint32_t> ModelEditor::freeNumbers(const std::vector<NodeAt>& nodes, std::uint32_t count) {
    std::set<std::uint32_t> taken;
    for (const NodeAt& node : nodes) taken.insert(node.number);
    std::vector<std::uint32_t> out;
    for (std::uint32_t number = 0; out.size() < count; ++number) {
        if (!taken.contains(number)) out.push_back(number);
    }
    return out;
}

void ModelEditor::renumberNodes(const Shift& shift, const std::vector<NodeAt>& before) {
    const auto count = static_cast<std::uint32_t>(before.size());
    std::vector<std::uint32_t> numbers(count);
    const std::vector<NodeAt> now = nodes();
    if (isV6() && !isInOrder(before)) {
        // Vertices go by numbers that are no indices: all keep theirs.
        const bool isCopy = shift.copied != kNone;
        const std::vector<std::uint32_t> free = freeNumbers(before, isCopy ? shift.count : 0);
        for (std::uint32_t i = 0; i < free.size(); ++i)
            overwrite(now[shift.index + i].numberAt, static_cast<std::uint16_t>(free[i]));
        return;
    }
    for (std::uint32_t n = 0; n < count; ++n) {
        const std::uint32_t to = shift(n);
        const bool isRight = before[n].number == n;
        numbers[n] = isRight ? to : before[n].number;
        if (to != kNone && isRight) overwrite(now[to].numberAt, static_cast<std::uint16_t>(to));
        const bool isCopied = shift.copied != kNone && n >= shift.copied && n - shift.copied < shift.count;
        if (isCopied && isRight) {
            const std::uint32_t copy = shift.index + n - shift.copied;
            overwrite(now[copy].numberAt, static_cast<std::uint16_t>(copy));
        }
    }
    const Bytes bytes = state().bytes;
    if (isV6()) {
        const std::uint32_t nodeAt = offsetIn<schema::kVertex6, "TransformationIndex">(state().dialect, Id::Vertex6);
        eachOf(state().place(Id::GeometrySection6), "VertexInfo", [&](const Place& vertex) {
            const auto number = load<std::uint8_t>(bytes, vertex.start + nodeAt);
            const auto node =
                std::find_if(before.begin(), before.end(), [&](const NodeAt& n) { return n.number == number; });
            if (node == before.end()) return;
            overwrite(vertex.start + nodeAt,
                      static_cast<std::uint8_t>(numbers[static_cast<std::size_t>(node - before.begin())]));
        });
        return;
    }
    eachWeight([&](std::uint32_t at) {
        const auto node = load<std::uint32_t>(bytes, at);
        if (node < count) overwrite(at, shift(node));
    });
    const FieldReader fields(state());
    eachOf(fields.section(Id::SocketsSection), "Sockets", [&](const Place& socket) {
        const auto field = fields.field(socket, "NodeIndex");
        if (!field) return;
        const auto node = load<std::uint32_t>(bytes, field->start);
        if (node < count) overwrite(field->start, shift(node));
    });
}

bool ModelEditor::changeNodes(const ListAt& list, const Shift& shift, std::span<const EditValue> values) {
    if (!isAllRead()) return false;
    const std::vector<NodeAt> before = nodes();
    const std::uint32_t count = list.array.count;
    if (!canChangeNodes(list, shift, before)) return false;
    const bool isNew = shift.kind == ListChange::Kind::Insert && shift.copied == kNone;
    const FieldReader fields(state());
    std::vector<EditValue> made;
    const std::uint32_t parentOfNew = shift.kind != ListChange::Kind::Insert ? kNone
                                      : shift.copied != kNone                ? before[shift.copied].parent
                                      : shift.index < count                  ? before[shift.index].parent
                                                                             : 0;
    const bool isOrdered = isInOrder(before);
    const std::vector<std::uint32_t> free = freeNumbers(before, isNew ? shift.count : 0);
    for (std::uint32_t i = 0; isNew && i < shift.count; ++i) {
        const EditValue* value = i < values.size() ? &values[i] : nullptr;
        const EditValue* children = fieldOf(value, nameIn(list.array.type, Meaning::ChildCount));
        const auto* number = children == nullptr ? nullptr : std::get_if<double>(&children->value);
        if (children != nullptr && (number == nullptr || *number != 0)) return refuse("A new node has no children.");
        if (value != nullptr && !std::holds_alternative<EditValue::Fields>(value->value)) {
            return refuse("A new node is an object of fields.");
        }
        const double position = isV6() && !isOrdered ? free[i] : shift.index + i;
        if (isV6()) {
            if (fieldOf(value, "MDVertList") != nullptr || fieldOf(value, "NumMDVerts") != nullptr) {
                return refuse("A new node has no deformation vertices yet.");
            }
            made.push_back(withDefaults(
                value, {{"NodeName", {std::string("node")}}, {"TransformationIndex", {position}}, {"Flags", {1.0}}}));
        } else {
            const auto matrix = fields.field(before[parentOfNew].place, "Matrix");
            const Bytes bytes = state().bytes.subspan(matrix->start, matrix->end - matrix->start);
            made.push_back(withDefaults(value, {{"Name", {std::string("node")}},
                                                {"Index", {position}},
                                                {"Matrix", {EditValue::Bytes(bytes.begin(), bytes.end())}}}));
        }
    }
    std::uint64_t keys = 0;
    eachOf(Meaning::Animations,
           [&](const Place& animation) { keys += fields.number<std::uint32_t>(animation, Meaning::KeyframeCount); });
    const std::uint32_t keySize = state().dialect.minimumSize(isV6() ? Id::Key6 : Id::KeyTransform);
    if (isNew && !hasRoom(keys * keySize * shift.count)) return false;
    auto bytes = newElements(list, shift, made, context());
    if (!bytes) return false;
    // What stands behind is spliced in file order: lists that are empty begin where another one ends.
    std::vector<std::uint32_t> children(count);
    if (parentOfNew != kNone) children[parentOfNew] += isNew ? shift.count : 1;
    for (std::uint32_t n = shift.index; shift.kind == ListChange::Kind::Remove && n < shift.index + shift.count; ++n) {
        if (shift(before[n].parent) != kNone) --children[before[n].parent];
    }
    for (std::uint32_t n = 0; n < count; ++n) {
        if (children[n] == 0) continue;
        const auto field = fields.field(before[n].place, Meaning::ChildCount);
        splices_.number(field->start, load<std::uint32_t>(state().bytes, field->start) + children[n]);
    }
    shiftElements(list.array, shift, std::move(*bytes));
    shiftPerNode(shift, count, values, before);
    then_ = [this, shift, before] { renumberNodes(shift, before); };
    return true;
}

}  // namespace abc
