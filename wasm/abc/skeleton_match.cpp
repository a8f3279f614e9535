#include "skeleton_match.h"

#include <map>
#include <optional>

#include "core/words.h"
#include "pose.h"

namespace abc {
namespace {

/// The nodes of a model by their names.
class Names {
public:
    explicit Names(const Model& model) : model_(model) {
        for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
            names_.push_back(lowered(model.text(model.nodes[i].name)));
            const auto [found, isNew] = byName_.try_emplace(names_.back(), Found{i, 0});
            ++found->second.count;
        }
    }

    struct Found {
        std::uint32_t first = kNone;
        std::uint32_t count = 0;
    };
    /// The nodes of a name in lower case.
    [[nodiscard]] Found find(const std::string& name) const {
        const auto found = byName_.find(name);
        return found == byName_.end() ? Found{} : found->second;
    }
    [[nodiscard]] const std::string& operator[](std::uint32_t node) const { return names_[node]; }
    /// The name of the node that it hangs on; empty for a root.
    [[nodiscard]] std::optional<std::string_view> parentOf(std::uint32_t node) const {
        const std::uint32_t parent = model_.nodes[node].parent;
        return parent == kNone ? std::nullopt : std::optional<std::string_view>(names_[parent]);
    }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }
    /// As people read it.
    [[nodiscard]] std::string shown(std::uint32_t node) const {
        return utf8FromLatin1(model_.text(model_.nodes[node].name));
    }

private:
    const Model& model_;
    std::vector<std::string> names_;
    std::map<std::string, Found, std::less<>> byName_;
};

/// By node of one model the node of the same name in the other; nothing when names do not tell.
std::optional<std::vector<std::uint32_t>> matchByName(const Names& names, const Names& others) {
    if (names.size() != others.size()) return std::nullopt;
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        const auto [first, count] = others.find(names[i]);
        if (count != 1 || names.parentOf(i) != others.parentOf(first)) return std::nullopt;
        out.push_back(first);
    }
    return out;
}

/// The first node that is not there, or hangs elsewhere, in words.
std::string differenceOf(const Names& names, const Names& others) {
    const std::string start = "The skeletons differ: ";
    const auto words = [](std::optional<std::string_view> parent) {
        return parent ? utf8FromLatin1(*parent) : std::string("nothing");
    };
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        const auto [first, count] = others.find(names[i]);
        if (count == 0) return start + "only this model has the node " + names.shown(i) + ".";
        if (count != 1 || names.parentOf(i) == others.parentOf(first)) continue;
        return start + "the node " + names.shown(i) + " is attached to " + words(names.parentOf(i)) + " here, but to " +
               words(others.parentOf(first)) + " there.";
    }
    for (std::uint32_t i = 0; i < others.size(); ++i) {
        if (names.find(others[i]).count == 0) {
            return start + "only the other model has the node " + others.shown(i) + ".";
        }
    }
    return start + grouped(names.size()) + (names.size() == 1 ? " node" : " nodes") + " here, " +
           grouped(others.size()) + " there, and they cannot be matched by name.";
}

SkeletonMatch different(std::string difference) {
    return {{}, std::move(difference)};
}

}  // namespace

SkeletonMatch matchSkeletons(const Model& model, const Model& other) {
    if (model.family != other.family) {
        return different("One of the models has version 6, whose animations are of a different kind.");
    }
    const Names names(model);
    const Names others(other);
    auto nodes = matchByName(names, others);
    if (!nodes) {
        if (!fits(model, other)) return different(differenceOf(names, others));
        nodes.emplace();
        for (std::uint32_t i = 0; i < names.size(); ++i) nodes->push_back(i);
    }
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        const std::uint32_t here = model.nodes[i].deformationCount;
        const std::uint32_t there = other.nodes[(*nodes)[i]].deformationCount;
        if (here == there) continue;
        return different("The node " + names.shown(i) + " deforms " + grouped(here) +
                         (here == 1 ? " vertex" : " vertices") + " here and " + grouped(there) + " there.");
    }
    if (model.mirrorZ() != other.mirrorZ()) {
        return different("One of the models is mirrored in Z (TransformInfo.FlipMat), the other is not.");
    }
    return {std::move(*nodes), {}};
}

}  // namespace abc
