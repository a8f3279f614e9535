// Elements of the model ⇄ places in the text.
#include <algorithm>
#include <optional>

#include "parts.h"

namespace lta {
namespace {

using core::Place;

/// Of the list that follows the name of a list.
constexpr std::uint32_t kTable = 1;
constexpr std::uint32_t kFaceCorners = 3;

std::optional<std::uint32_t> indexIn(const std::vector<std::uint32_t>& lists, std::uint32_t list) {
    const auto found = std::find(lists.begin(), lists.end(), list);
    if (list == kNone || found == lists.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - lists.begin());
}

/// What the lists around a place say, the outermost first.
class ElementFinder {
public:
    ElementFinder(const core::Document& document, const Parts& parts) : lists_(document), parts_(parts) {}

    void visit(const Place& place) {
        path_.push_back(place);
        if (place.kind != Place::Kind::Struct || place.record == kNone) return inTable(place);
        switch (place.type.id().as<Id>()) {
            case Id::Transform:
            case Id::Children: node(place.record); break;
            case Id::Shape: shape(place.record); break;
            case Id::CreateLodGroup: group(place.record); break;
            case Id::AnimSet: element.animation = indexIn(parts_.animations, place.record); break;
            case Id::Anim: movement(place.record); break;
            case Id::Socket: element.socket = indexIn(parts_.sockets, place.record); break;
            case Id::AnimWeightSet: element.weightSet = indexIn(parts_.weightSets, place.record); break;
            case Id::AnimBinding:
                element.binding = indexIn(parts_.bindings, place.record);
                if (element.binding) element.bindingList = 0;
                break;
            case Id::ChildModel:
                if (const auto index = indexIn(parts_.childModels, place.record)) element.childModel = *index + 1;
                break;
            default: break;
        }
        inTable(place);
    }

    abc::Element element;

private:
    void node(std::uint32_t list) {
        for (std::uint32_t i = 0; i < parts_.nodes.size(); ++i) {
            if (parts_.nodes[i].list == list) element.node = i;
        }
    }
    void shape(std::uint32_t list) {
        const auto level = indexIn(parts_.levels, list);
        for (std::uint32_t i = 0; level && i < parts_.pieces.size(); ++i) {
            const Parts::Piece& piece = parts_.pieces[i];
            if (*level < piece.firstLevel || *level - piece.firstLevel >= piece.levelCount) continue;
            element.piece = i;
            element.lod = *level - piece.firstLevel;
        }
    }
    void group(std::uint32_t list) {
        for (std::uint32_t i = 0; i < parts_.pieces.size(); ++i) {
            if (parts_.pieces[i].list == list) element.piece = i;
        }
    }
    void movement(std::uint32_t list) {
        const std::string_view parent = lists_.view(lists_.text(lists_.find(list, Id::Parent)));
        for (std::uint32_t i = 0; i < parts_.nodes.size() && !element.node; ++i) {
            if (lists_.view(lists_.text(parts_.nodes[i].list)) == parent) element.node = i;
        }
    }
    /// An element of the table of a list: a row, or a number.
    void inTable(const Place& place) {
        if (path_.size() < 3 || path_[path_.size() - 2].index != kTable) return;
        const Place& list = path_[path_.size() - 3];
        if (list.kind != Place::Kind::Struct) return;
        switch (list.type.id().as<Id>()) {
            case Id::Vertex:
                if (element.lod) element.vertex = place.index;
                break;
            case Id::TriFs:
            case Id::TexFs:
                if (!element.lod) break;
                element.face = place.index / kFaceCorners;
                element.corner = place.index % kFaceCorners;
                break;
            case Id::Times:
            case Id::Values:
            case Id::PosQuat:
                if (element.animation) element.keyframe = place.index;
                break;
            default: break;
        }
    }

    Lists lists_;
    const Parts& parts_;
    std::vector<Place> path_;
};

class PathFinder {
public:
    PathFinder(const core::Document& document, const Parts& parts)
        : document_(document), lists_(document), parts_(parts) {}

    [[nodiscard]] std::string operator()(const abc::Element& element) const {
        if (element.face || element.vertex || element.piece) return mesh(element);
        if (element.animation) return animation(element);
        if (element.binding) return ofList(parts_.bindings, element.binding);
        if (element.childModel) {
            const std::uint32_t child = *element.childModel;
            return child == 0 ? std::string() : ofList(parts_.childModels, child - 1);
        }
        if (element.weightSet) return weights(element);
        if (element.socket) return ofList(parts_.sockets, element.socket);
        if (!element.node || *element.node >= parts_.nodes.size()) return {};
        return ofList(parts_.nodes[*element.node].list);
    }

private:
    [[nodiscard]] std::string ofList(std::uint32_t list) const {
        if (list == kNone) return {};
        const core::Record& record = lists_.at(list);
        return pathAt(document_, record.start, record.end);
    }
    [[nodiscard]] std::string ofList(const std::vector<std::uint32_t>& lists,
                                     std::optional<std::uint32_t> index) const {
        return index && *index < lists.size() ? ofList(lists[*index]) : std::string();
    }
    /// Of an element of the table of a list.
    [[nodiscard]] std::string inTable(std::uint32_t list, std::uint32_t index) const {
        if (list == kNone) return {};
        const std::string path = ofList(list) + '[' + std::to_string(kTable) + "][" + std::to_string(index) + ']';
        return document_.walk().resolve(path) ? path : std::string();
    }
    /// Of a weight set, or of the share of a node in it.
    [[nodiscard]] std::string weights(const abc::Element& element) const {
        if (!element.node || *element.weightSet >= parts_.weightSets.size()) {
            return ofList(parts_.weightSets, element.weightSet);
        }
        return inTable(lists_.child(parts_.weightSets[*element.weightSet], Id::Weights), *element.node);
    }
    [[nodiscard]] std::string mesh(const abc::Element& element) const {
        const std::uint32_t piece = element.piece.value_or(kNone);
        if (piece >= parts_.pieces.size()) return {};
        const Parts::Piece& own = parts_.pieces[piece];
        const bool isWhole = !element.lod && !element.face && !element.vertex;
        if (isWhole) return ofList(own.list);
        const std::uint32_t level = element.lod.value_or(0);
        if (level >= own.levelCount) return {};
        const std::uint32_t shape = parts_.levels[own.firstLevel + level];
        if (element.face) {
            if (*element.face > kNone / kFaceCorners - 1) return {};
            return inTable(lists_.find(shape, Id::TriFs), *element.face * kFaceCorners + element.corner.value_or(0));
        }
        if (element.vertex) return inTable(lists_.find(shape, Id::Vertex), *element.vertex);
        return ofList(shape);
    }
    [[nodiscard]] std::string animation(const abc::Element& element) const {
        if (*element.animation >= parts_.animations.size()) return {};
        const std::uint32_t set = parts_.animations[*element.animation];
        if (!element.node) {
            return element.keyframe ? inTable(lists_.find(set, Id::Times), *element.keyframe) : ofList(set);
        }
        if (*element.node >= parts_.nodes.size()) return {};
        const std::string_view name = lists_.view(lists_.text(parts_.nodes[*element.node].list));
        std::uint32_t found = kNone;
        lists_.each(set, Id::Anim, [&](std::uint32_t anim) {
            const bool isIt = lists_.view(lists_.text(lists_.find(anim, Id::Parent))) == name;
            if (found == kNone && isIt) found = anim;
        });
        return element.keyframe ? inTable(lists_.find(found, Id::PosQuat), *element.keyframe) : ofList(found);
    }

    const core::Document& document_;
    Lists lists_;
    const Parts& parts_;
};

}  // namespace

std::string pathOf(const core::Document& document, const Parts& parts, const abc::Element& element) {
    return PathFinder(document, parts)(element);
}

abc::Element elementOf(const core::Document& document, const Parts& parts, const core::Place& node) {
    ElementFinder finder(document, parts);
    document.walk().ancestors(node.start, [&](const Place& place, const std::string&) {
        if (place.start <= node.start && place.end >= node.end) finder.visit(place);
    });
    return finder.element;
}

}  // namespace lta
