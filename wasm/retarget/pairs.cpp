#include "pairs.h"

#include <algorithm>
#include <map>

#include "core/words.h"

namespace retargeting {
namespace {

using abc::Model;

constexpr std::string_view kPrefix = "bip";
/// Monolith's names of nodes that have a piece of the same name: `Left_armu_node`.
constexpr std::string_view kEnding = "node";

bool isDigit(char letter) {
    return letter >= '0' && letter <= '9';
}

bool isWordPart(char letter) {
    // Latin-1 letters above ASCII count.
    return isDigit(letter) || (letter >= 'a' && letter <= 'z') || static_cast<unsigned char>(letter) >= 0xC0;
}

std::string nameOf(const Model& model, std::uint32_t node) {
    return core::lowered(model.text(model.nodes[node].name));
}

/// The only node without a parent; kNone when there are several.
std::uint32_t rootOf(const Model& model) {
    std::uint32_t root = kNone;
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        if (model.nodes[i].parent != kNone) continue;
        if (root != kNone) return kNone;
        root = i;
    }
    return root;
}

class Pairer {
public:
    Pairer(const Model& target, const Model& source) : target_(target), source_(source) {
        out_.source.assign(target.nodes.size(), kNone);
        out_.by.assign(target.nodes.size(), By::Nothing);
        used_.assign(source.nodes.size(), false);
        isChosen_.assign(target.nodes.size(), false);
    }

    void choose(const std::vector<ChosenPair>& choices) {
        for (const auto& [node, source] : choices) {
            if (node >= out_.source.size() || (source != kNone && source >= used_.size())) continue;
            isChosen_[node] = true;
            out_.source[node] = source;
            out_.by[node] = source == kNone ? By::Nothing : By::Choice;
        }
        for (const std::uint32_t source : out_.source) {
            if (source != kNone) used_[source] = true;
        }
    }

    /// Nodes that are left, by what `key` makes of their names.
    template <class Key>
    void match(By by, Key key) {
        std::map<std::string, std::vector<std::uint32_t>> free;
        // The last first, so that the first is taken from the end.
        for (auto i = static_cast<std::uint32_t>(used_.size()); i-- > 0;) {
            if (!used_[i]) free[key(source_, i)].push_back(i);
        }
        for (std::uint32_t i = 0; i < out_.source.size(); ++i) {
            if (isChosen_[i] || out_.source[i] != kNone) continue;
            const auto found = free.find(key(target_, i));
            if (found == free.end() || found->second.empty()) continue;
            take(i, found->second.back(), by);
            found->second.pop_back();
        }
    }

    void matchRoots() {
        const std::uint32_t root = rootOf(target_);
        const std::uint32_t other = rootOf(source_);
        if (root == kNone || other == kNone || isChosen_[root] || out_.source[root] != kNone || used_[other]) return;
        for (std::uint32_t i = 0; i < out_.source.size(); ++i) {
            const std::uint32_t source = out_.source[i];
            if (target_.nodes[i].parent != root || source == kNone || source_.nodes[source].parent != other) continue;
            take(root, other, By::Root);
            return;
        }
    }

    [[nodiscard]] Pairing finished() {
        for (std::uint32_t i = 0; i < used_.size(); ++i) {
            if (!used_[i]) out_.unused.push_back(i);
        }
        return std::move(out_);
    }

private:
    void take(std::uint32_t node, std::uint32_t source, By by) {
        out_.source[node] = source;
        out_.by[node] = by;
        used_[source] = true;
    }

    const Model& target_;
    const Model& source_;
    Pairing out_;
    std::vector<bool> used_;
    std::vector<bool> isChosen_;
};

}  // namespace

std::string similarName(std::string_view name) {
    const std::string lower = core::lowered(name);
    std::string_view rest = lower;
    const std::size_t space = rest.find_last_of(":|");
    if (space != std::string_view::npos) rest.remove_prefix(space + 1);
    if (rest.starts_with(kPrefix)) {
        const std::string_view after = rest.substr(kPrefix.size());
        const std::size_t end = after.find_first_not_of("0123456789");
        // `bip01 l arm`, but not `biped`.
        if (end != std::string_view::npos && !isWordPart(after[end])) rest = after.substr(end);
    }
    std::string out;
    std::copy_if(rest.begin(), rest.end(), std::back_inserter(out), isWordPart);
    if (out.size() > kEnding.size() && std::string_view(out).ends_with(kEnding))
        out.resize(out.size() - kEnding.size());
    return out.empty() ? lower : out;
}

std::uint32_t nodeNamed(const Model& model, std::string_view name) {
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        if (abc::equalIgnoringCase(model.text(model.nodes[i].name), name)) return i;
    }
    return kNone;
}

Pairing pairNodes(const Model& target, const Model& source, const PairingOptions& options) {
    Pairer pairer(target, source);
    pairer.choose(options.choices);
    pairer.match(By::Name, nameOf);
    if (options.similar) {
        pairer.match(By::Similar, [](const Model& model, std::uint32_t node) {
            return similarName(model.text(model.nodes[node].name));
        });
    }
    pairer.matchRoots();
    Pairing out = pairer.finished();
    out.without_ = static_cast<std::size_t>(std::count(out.source.begin(), out.source.end(), kNone));
    return out;
}

}  // namespace retargeting
