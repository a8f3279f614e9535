#include "parts.h"

#include <unordered_map>

namespace lta {
namespace {

/// The nodes of the hierarchy: each `transform`, and each `children` that stands where one belongs.
void addNodes(const core::Document& document, const Lists& lists, Parts& parts) {
    if (parts.hierarchy == kNone) return;
    const core::Records& records = document.records;
    const std::uint32_t end = records.end(parts.hierarchy);
    // The nodes around the record that is looked at.
    std::vector<std::uint32_t> around;
    std::uint32_t roots = 0;
    for (std::uint32_t i = parts.hierarchy + 1; i < records.size() && records.start(i) < end; ++i) {
        const bool isUnnamed = lists.is(i, Id::Children) && lists.is(records.parent(i), Id::List) &&
                               lists.is(records.parent(records.parent(i)), Id::Children);
        if (!isUnnamed && !lists.is(i, Id::Transform)) continue;
        if (parts.nodes.size() == kMostNodes) {
            parts.hasMoreNodes = true;
            break;
        }
        while (!around.empty() && records.end(parts.nodes[around.back()].list) <= records.start(i)) around.pop_back();
        if (around.empty()) ++roots;
        parts.nodes.push_back({i, around.empty() ? kNone : around.back()});
        around.push_back(static_cast<std::uint32_t>(parts.nodes.size() - 1));
    }
    if (roots < 2) return;
    for (Parts::Node& node : parts.nodes) node.parent = node.parent == kNone ? 0 : node.parent + 1;
    parts.nodes.insert(parts.nodes.begin(), Parts::Node{});
}

/// The pieces with the shapes of their levels. Each shape is used once: what uses one again has an empty level there.
void addPieces(const Lists& lists, Parts& parts) {
    lists.each(Lists::kAll, Id::Shape, [&](std::uint32_t shape) { parts.shapes.push_back(shape); });
    const auto begin = [&](std::uint32_t list) {
        parts.pieces.push_back({list, static_cast<std::uint32_t>(parts.levels.size()), 0});
    };
    const auto addLevel = [&](std::uint32_t shape) {
        parts.levels.push_back(shape);
        ++parts.pieces.back().levelCount;
    };
    if (parts.lodGroups == kNone) {
        for (const std::uint32_t shape : parts.shapes) {
            begin(shape);
            addLevel(shape);
        }
        return;
    }
    std::unordered_map<std::string_view, std::uint32_t> left;
    for (const std::uint32_t shape : parts.shapes) left.emplace(lists.view(lists.text(shape)), shape);
    lists.each(parts.lodGroups, Id::CreateLodGroup, [&](std::uint32_t group) {
        begin(group);
        lists.eachAtom(lists.find(group, Id::Shapes), [&](const Token& name) {
            const auto found = left.find(lists.view(Lists::cut(name.text)));
            addLevel(found == left.end() ? kNone : found->second);
            if (found != left.end()) left.erase(found);
        });
    });
}

}  // namespace

Parts partsOf(const core::Document& document) {
    Parts parts;
    if (!document.versionKnown) return parts;
    const Lists lists(document);
    parts.hierarchy = lists.find(Lists::kAll, Id::Hierarchy);
    parts.commands = lists.find(Lists::kAll, Id::OnLoadCommands);
    parts.lodGroups = lists.find(parts.commands, Id::LodGroups);
    addNodes(document, lists, parts);
    addPieces(lists, parts);
    const auto add = [&](std::uint32_t in, Id id, std::vector<std::uint32_t>& out) {
        lists.each(in, id, [&](std::uint32_t list) { out.push_back(list); });
    };
    add(Lists::kAll, Id::AnimSet, parts.animations);
    add(lists.find(parts.commands, Id::AnimBindings), Id::AnimBinding, parts.bindings);
    add(parts.commands, Id::Socket, parts.sockets);
    add(parts.commands, Id::AnimWeightSet, parts.weightSets);
    add(parts.commands, Id::ChildModel, parts.childModels);
    add(parts.commands, Id::SkelDeformer, parts.deformers);
    return parts;
}

std::string labelPath(const core::Document& document, std::string_view path) {
    const auto place = document.walk().resolve(path);
    if (!place || place->kind != core::Place::Kind::Struct) return {};
    const core::Text label = document.walk().label(*place);
    // No text begins where the first list does.
    return label.offset == 0 ? std::string() : pathAt(document, label.offset, label.offset);
}

std::string pathAt(const core::Document& document, std::uint32_t start, std::uint32_t end) {
    std::string out;
    document.walk().ancestors(start, [&](const core::Place& place, const std::string& path) {
        if (place.start <= start && place.end >= end) out = path;
    });
    return out;
}

}  // namespace lta
