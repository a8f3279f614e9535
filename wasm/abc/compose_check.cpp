#include "compose_check.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <span>

#include "core/document.h"
#include "core/words.h"

namespace abc {
namespace {

constexpr std::size_t kMostU8 = 0xFF;
constexpr std::size_t kMostU16 = 0xFFFF;

/// In bytes, of what a model may have many of; what stands between them is a few bytes more.
constexpr std::uint64_t kFaceSize = 33;
constexpr std::uint64_t kVertexSize = 28;
constexpr std::uint64_t kWeightSize = 20;
constexpr std::uint64_t kTransformSize = 28;
constexpr std::uint64_t kKeyframeSize = 30;
constexpr std::uint64_t kNodeSize = 79;
constexpr std::uint64_t kBoxesSize = 24;
constexpr std::uint64_t kSmallParts = 64;

std::string named(std::string_view thing, std::size_t index, std::string_view name) {
    std::string out = std::string(thing) + " " + std::to_string(index);
    if (!name.empty()) out.append(" (").append(inQuotes(name)).append(")");
    return out;
}

/// The first reason is the one that is told.
class Checker {
public:
    explicit Checker(const NewModel& model) : model_(model), isV6_(model.version == 6) {}

    [[nodiscard]] std::string run() {
        if (!isComposed(model_.version)) return "A new model can be written only in version 6, 9, 10, 11 or 12.";
        text("The command string", model_.commandString);
        nodes();
        if (isV6_) {
            onlyV6();
        } else {
            onlyV9();
        }
        for (std::size_t p = 0; p < model_.pieces.size() && reason_.empty(); ++p) piece(p);
        if (isV6_ && reason_.empty()) deformedVertices();
        for (std::size_t a = 0; a < model_.animations.size() && reason_.empty(); ++a) animation(a);
        if (reason_.empty() && size_ > core::kMaxFileSize) {
            refuse({"The file would have about ", core::grouped(size_), " bytes; the limit is ",
                    core::grouped(core::kMaxFileSize), "."});
        }
        return reason_;
    }

private:
    /// A sentence of these words, of which the first begins it.
    void refuse(std::initializer_list<std::string_view> words) {
        if (!reason_.empty()) return;
        for (const std::string_view word : words) reason_.append(word);
        if (reason_[0] >= 'a' && reason_[0] <= 'z') reason_[0] = static_cast<char>(reason_[0] - 'a' + 'A');
    }

    /// @param what of the part, in the plural
    void length(const std::string& part, std::string_view what, std::uint64_t actual, std::uint64_t needed) {
        if (actual == needed) return;
        refuse({part, " has ", core::grouped(actual), " ", what, "; it needs ", core::grouped(needed), "."});
    }
    void atMost(const std::string& part, std::string_view what, std::size_t actual, std::size_t most) {
        if (actual <= most) return;
        refuse(
            {part, " has ", core::grouped(actual), " ", what, "; a file can hold at most ", core::grouped(most), "."});
    }
    /// A number for which the file has fewer bytes.
    void value(const std::string& part, std::string_view what, std::size_t actual, std::size_t most) {
        if (actual <= most) return;
        refuse({part, " has ", what, " ", core::grouped(actual), "; the maximum is ", core::grouped(most), "."});
    }
    void none(std::string_view what, std::size_t actual, std::string_view version) {
        if (actual > 0) refuse({"Only models of version ", version, " have ", what, "."});
    }
    /// Whether all indices are below `count`.
    void indices(const std::string& part, std::string_view what, std::string_view target,
                 const std::vector<std::uint32_t>& list, std::size_t count) {
        const auto bad = std::find_if(list.begin(), list.end(), [=](std::uint32_t index) { return index >= count; });
        if (bad == list.end()) return;
        index(part, std::string(what) + " " + core::grouped(static_cast<std::size_t>(bad - list.begin())), target, *bad,
              count);
    }
    void index(const std::string& part, const std::string& what, std::string_view target, std::size_t index,
               std::size_t count) {
        if (index < count) return;
        refuse({part, ": ", what, " refers to ", target, " ", core::grouped(index), ", but there are only ",
                core::grouped(count), "."});
    }
    void numbers(const std::string& part, std::string_view what, std::span<const float> list) {
        const auto bad = std::find_if(list.begin(), list.end(), [](float number) { return !std::isfinite(number); });
        if (bad == list.end()) return;
        refuse({part, ": number ", core::grouped(static_cast<std::size_t>(bad - list.begin())), " of the ", what,
                " is ", core::decimal(double{*bad}), "."});
    }
    void number(const std::string& part, std::string_view what, float value) {
        if (!std::isfinite(value)) refuse({part, ": the ", what, " is ", core::decimal(double{value}), "."});
    }
    void vector(const std::string& part, std::string_view what, Vec3 v) {
        numbers(part, what, std::array<float, 3>{v.x, v.y, v.z});
    }
    void text(const std::string& part, std::string_view text) {
        size_ += text.size();
        if (text.size() > kMostU16) {
            refuse({part, " has ", core::grouped(text.size()), " bytes of text; a file can hold at most ",
                    core::grouped(kMostU16), "."});
        }
    }

    void nodes() {
        const auto& nodes = model_.nodes;
        if (nodes.empty()) refuse({"The model has no nodes."});
        // Vertices of v6 name theirs by one byte.
        atMost("The model", "nodes", nodes.size(), (isV6_ ? kMostU8 : kMostU16) + 1);
        size_ += core::product(nodes.size(), kNodeSize);
        // The node before and those above it.
        std::vector<std::size_t> open;
        for (std::size_t n = 0; n < nodes.size() && reason_.empty(); ++n) {
            const std::string part = named("node", n, nodes[n].name);
            text(part, nodes[n].name);
            value(part, "flags", nodes[n].flags, kMostU8);
            parent(part, n, open);
            if (isV6_) continue;
            length(part, "numbers of its bind matrix", nodes[n].bind.size(), kMatrixNumbers);
            numbers(part, "bind matrix", nodes[n].bind);
            none("deformed vertices", nodes[n].deformed.size(), "6");
        }
    }

    void parent(const std::string& part, std::size_t node, std::vector<std::size_t>& open) {
        const std::int32_t parent = model_.nodes[node].parent;
        if (node == 0) {
            if (parent != -1) refuse({part, " is the root, so it cannot have a parent."});
        } else {
            while (!open.empty() && (parent < 0 || open.back() != static_cast<std::size_t>(parent))) open.pop_back();
            if (open.empty()) {
                refuse({part, " has the parent ", std::to_string(parent),
                        ", which is neither the previous node nor one of its ancestors: nodes must be in depth-first "
                        "order under a single root."});
            }
        }
        open.push_back(node);
    }

    void onlyV9() {
        const std::string model = "The model";
        number(model, "internal radius", model_.internalRadius);
        numbers(model, "level distances", model_.lodDistances);
        atMost(model, "level distances", model_.lodDistances.size(), kMostU16);
        atMost(model, "child models", model_.childModels.size() + 1, kMostU16);
        length(model, "lists of bindings to child models", model_.bindings.size(), model_.childModels.size());
        if (model_.transformInfo) none("TransformInfo", 1, "6");
        size_ += core::product(4, model_.lodDistances.size()) +
                 core::product(model_.childModels.size() + 1, kSmallParts) +
                 core::product(model_.childModels.size() + 1, model_.nodes.size(), kTransformSize);
        for (std::size_t c = 0; c < model_.childModels.size() && reason_.empty(); ++c) {
            text(named("child model", c, model_.childModels[c].name), model_.childModels[c].name);
            for (std::size_t b = 0; b < model_.bindings[c].size(); ++b) {
                const NewBinding& binding = model_.bindings[c][b];
                const std::string part = named("binding", b, binding.name) + " of child model " + std::to_string(c);
                text(part, binding.name);
                vector(part, "extents", binding.extents);
                vector(part, "origin", binding.origin);
                size_ += kSmallParts;
            }
        }
        for (std::size_t w = 0; w < model_.weightSets.size() && reason_.empty(); ++w) {
            const NewWeightSet& set = model_.weightSets[w];
            const std::string part = named("weight set", w, set.name);
            text(part, set.name);
            length(part, "weights", set.weights.size(), model_.nodes.size());
            numbers(part, "weights", set.weights);
            size_ += kSmallParts + 4 * set.weights.size();
        }
        for (std::size_t s = 0; s < model_.sockets.size() && reason_.empty(); ++s) {
            const NewSocket& socket = model_.sockets[s];
            const std::string part = named("socket", s, socket.name);
            text(part, socket.name);
            index(part, "it", "node", socket.node, model_.nodes.size());
            const Quat q = socket.rotation;
            numbers(part, "rotation", std::array<float, 4>{q.x, q.y, q.z, q.w});
            vector(part, "location", socket.location);
            size_ += kSmallParts;
        }
    }

    void onlyV6() {
        length("A model of version 6", "pieces", model_.pieces.size(), 1);
        if (model_.animations.empty()) {
            refuse({"A model of version 6 needs an animation: the first key of one is its rest pose."});
        }
        none("level distances", model_.lodDistances.size(), "9 and later");
        none("weight sets", model_.weightSets.size(), "9 and later");
        none("child models", model_.childModels.size() + model_.bindings.size(), "9 and later");
        none("sockets", model_.sockets.size(), "9 and later");
    }

    void piece(std::size_t p) {
        const NewPiece& piece = model_.pieces[p];
        const std::string part = named("piece", p, piece.name);
        text(part, piece.name);
        value(part, "skin slot", piece.materialIndex, kMostU16);
        number(part, "specular power", piece.specularPower);
        number(part, "specular scale", piece.specularScale);
        number(part, "weight of its levels", piece.lodWeight);
        length(part, "levels of detail", piece.levels.size(), isV6_ ? 1 : model_.lodDistances.size() + 1);
        size_ += kSmallParts;
        for (std::size_t l = 0; l < piece.levels.size() && reason_.empty(); ++l) {
            const NewLevel* next = l + 1 < piece.levels.size() ? &piece.levels[l + 1] : nullptr;
            level("level " + std::to_string(l) + " of " + part, piece.levels[l], next);
        }
    }

    void level(const std::string& part, const NewLevel& level, const NewLevel* next) {
        const std::size_t vertices = level.locations.size() / kVectorNumbers;
        length(part, "numbers of locations", level.locations.size(), kVectorNumbers * vertices);
        length(part, "numbers of normals", level.normals.size(), level.locations.size());
        atMost(part, "vertices", vertices, kMostU16 + 1);
        if (level.corners.size() % 3 != 0) {
            refuse({part, " has ", core::grouped(level.corners.size()), " corners, which is not a multiple of three."});
        }
        length(part, "texture coordinates", level.uvs.size(), 2 * level.corners.size());
        numbers(part, "texture coordinates", level.uvs);
        numbers(part, "locations", level.locations);
        numbers(part, "normals", level.normals);
        size_ += kFaceSize * (level.corners.size() / 3) + kVertexSize * vertices;
        if (isV6_) {
            collapses(part, level, vertices);
        } else {
            none("collapses", level.collapses.size(), "6");
            indices(part, "corner", "vertex", level.corners, vertices);
            weights(part, level, vertices);
            if (!level.next.empty()) {
                length(part, "vertices of the next level", level.next.size(), vertices);
                // In the last level they are not looked at.
                const std::size_t there = next != nullptr ? next->locations.size() / kVectorNumbers : kMostU16 + 1;
                indices(part, "vertex", "vertex of the next level", level.next, there);
            }
        }
    }

    void weights(const std::string& part, const NewLevel& level, std::size_t vertices) {
        const std::size_t count = level.weightNode.size();
        length(part, "starts of weights", level.weightStart.size(), vertices + 1);
        length(part, "numbers of weight locations", level.weightLocation.size(), kVectorNumbers * count);
        length(part, "biases", level.bias.size(), count);
        numbers(part, "weight locations", level.weightLocation);
        numbers(part, "biases", level.bias);
        indices(part, "weight", "node", level.weightNode, model_.nodes.size());
        size_ += kWeightSize * count;
        if (!reason_.empty()) return;
        const auto& start = level.weightStart;
        if (start.front() != 0 || start.back() != count || !std::is_sorted(start.begin(), start.end())) {
            return refuse({part, ": the starts of the weights do not ascend from 0 to ", core::grouped(count), "."});
        }
        for (std::size_t v = 0; v < vertices && reason_.empty(); ++v) {
            if (start[v + 1] - start[v] <= kMostU16) continue;
            atMost("vertex " + std::to_string(v) + " of " + part, "weights", start[v + 1] - start[v], kMostU16);
        }
    }

    void collapses(const std::string& part, const NewLevel& level, std::size_t vertices) {
        const std::size_t count = level.collapses.size() / 2;
        length(part, "vertices that collapse", level.collapses.size(), 2 * count);
        none("weights of several nodes", level.weightStart.size() + level.weightLocation.size() + level.bias.size(),
             "9 and later");
        none("vertices of the next level", level.next.size(), "9 and later");
        length(part, "nodes of vertices", level.weightNode.size(), vertices);
        indices(part, "vertex", "node", level.weightNode, model_.nodes.size());
        if (count > vertices) {
            refuse({part, " has ", core::grouped(count), " collapses but only ", core::grouped(vertices),
                    " vertices; each collapse needs its own."});
        }
        if (!reason_.empty()) return;
        normalVertices_ = vertices - count;
        indices(part, "corner", "vertex", level.corners, normalVertices_);
        // A stand-in stands for vertices before it: chains of collapses end.
        for (std::size_t i = 0; i < level.collapses.size() && reason_.empty(); ++i) {
            if (level.collapses[i] < normalVertices_ + i / 2) continue;
            index(part, "collapse " + core::grouped(i / 2), "vertex", level.collapses[i], normalVertices_ + i / 2);
        }
        size_ += 2 * count;
    }

    void deformedVertices() {
        for (std::size_t n = 0; n < model_.nodes.size() && reason_.empty(); ++n) {
            const auto& deformed = model_.nodes[n].deformed;
            indices(named("node", n, model_.nodes[n].name), "deformed vertex", "vertex", deformed, normalVertices_);
            hasDeformation_ = hasDeformation_ || !deformed.empty();
            size_ += 2 * deformed.size();
        }
    }

    void animation(std::size_t a) {
        const NewAnimation& animation = model_.animations[a];
        const std::string part = named("animation", a, animation.name);
        const std::size_t keys = animation.times.size();
        const std::size_t nodes = model_.nodes.size();
        text(part, animation.name);
        if (keys == 0) return refuse({part, " has no keys."});
        if (core::product(kKeyNumbers, keys, nodes) > std::numeric_limits<std::uint32_t>::max()) {
            return refuse({part, " has more keys than a file can hold."});
        }
        length(part, "frame strings", animation.strings.size(), keys);
        length(part, "numbers of keys", animation.keys.size(), core::product(kKeyNumbers, keys, nodes));
        vector(part, "extents", animation.extents);
        vector(part, "origin", animation.origin);
        numbers(part, "keys", animation.keys);
        for (std::size_t k = 0; k < animation.strings.size() && reason_.empty(); ++k) {
            size_ += animation.strings[k].size();
            if (animation.strings[k].size() > kMostU16)
                text("key " + std::to_string(k) + " of " + part, animation.strings[k]);
        }
        size_ += kSmallParts + core::product(kKeyframeSize, keys) + core::product(kTransformSize, keys, nodes) +
                 core::product(kBoxesSize, nodes);
        if (isV6_) {
            deformation(part, animation);
        } else {
            none("deformed vertices", animation.deformation.size(), "6");
        }
    }

    void deformation(const std::string& part, const NewAnimation& animation) {
        const auto& list = animation.deformation;
        // Without deformed vertices there is nothing to say of them.
        if (list.empty() && !hasDeformation_) return;
        length(part, "nodes with deformed vertices", list.size(), model_.nodes.size());
        for (std::size_t n = 0; n < list.size() && reason_.empty(); ++n) {
            const std::string there = named("node", n, model_.nodes[n].name) + " in " + part;
            length(there, "numbers of deformed vertices", list[n].positions.size(),
                   core::product(kVectorNumbers, animation.times.size(), model_.nodes[n].deformed.size()));
            vector(there, "scale of deformed vertices", list[n].scale);
            vector(there, "transform of deformed vertices", list[n].transform);
            size_ += list[n].positions.size();
        }
    }

    const NewModel& model_;
    bool isV6_;
    std::string reason_;
    /// Bytes of the file: at least about as many as it will have.
    std::uint64_t size_ = 0;
    /// v6: vertices of the full mesh.
    std::size_t normalVertices_ = 0;
    bool hasDeformation_ = false;
};

}  // namespace

std::string refusalOf(const NewModel& model) {
    return Checker(model).run();
}

}  // namespace abc
