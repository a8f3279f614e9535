// Sources as models of version 12: what ABC has no place for, and one list of distances for all pieces.
#include <algorithm>
#include <map>

#include "core/words.h"
#include "names.h"
#include "writers.h"

namespace converting {

using core::counted;

namespace {

/// Beside the model itself.
constexpr std::size_t kMostChildModels = 15;
constexpr std::size_t kMostLevels = 255;
/// Vertices, corners and weights of levels that are repeated, at most: the models of the games have some thousands.
constexpr std::uint64_t kMostRepeated = std::uint64_t{1} << 22U;

class AbcWriter {
public:
    AbcWriter(Source& source, Notes& notes) : source_(source), model_(source.model), notes_(notes) {}

    std::vector<std::byte> run() {
        levels();
        names();
        childModels();
        lost();
        if (!notes_.refusal.empty()) return {};
        abc::Written written = abc::compose(model_);
        notes_.refusal = std::move(written.refusal);
        return std::move(written.bytes);
    }

private:
    /// Where the levels of all pieces begin, but the first: the list of a piece where all have the same.
    [[nodiscard]] std::vector<float> distances() const {
        std::vector<std::vector<float>> lists;
        for (const PieceLook& look : source_.looks) {
            if (look.starts.size() < 2) continue;
            std::vector<float> list(look.starts.begin() + 1, look.starts.end());
            if (lists.empty() || list != lists.back()) lists.push_back(std::move(list));
        }
        if (lists.size() < 2) return lists.empty() ? std::vector<float>{} : lists[0];
        // Of each distance as many as the piece has that has most.
        std::map<float, std::size_t> counts;
        for (const std::vector<float>& list : lists) {
            std::map<float, std::size_t> own;
            for (const float distance : list) {
                counts[distance] = std::max(counts[distance], ++own[distance]);
            }
        }
        std::vector<float> out;
        for (const auto& [distance, count] : counts) out.insert(out.end(), count, distance);
        return out;
    }

    /// The level of a piece for each of these distances: its own that begins there, else the one that the engine takes.
    static std::vector<std::size_t> levelsAt(const PieceLook& look, const std::vector<float>& distances) {
        if (look.starts.empty()) return std::vector<std::size_t>(distances.size() + 1);
        std::vector<std::size_t> out{0};
        const auto first = look.starts.begin() + 1;
        if (std::equal(first, look.starts.end(), distances.begin(), distances.end())) {
            for (std::size_t l = 1; l < look.starts.size(); ++l) out.push_back(l);
            return out;
        }
        for (const float distance : distances) {
            std::size_t level = out.back();
            const bool beginsHere = level + 1 < look.starts.size() && look.starts[level + 1] == distance;
            if (!beginsHere) {
                while (level + 1 < look.starts.size() && look.starts[level + 1] < distance) ++level;
            } else {
                ++level;
            }
            out.push_back(level);
        }
        return out;
    }

    static std::uint64_t sizeOf(const abc::NewLevel& level) {
        return level.corners.size() + level.locations.size() + level.bias.size() + 1;
    }

    void levels() {
        const bool isOrdered = std::all_of(source_.looks.begin(), source_.looks.end(), [](const PieceLook& look) {
            return std::all_of(look.starts.begin(), look.starts.end(), [](float d) { return d == d; });
        });
        if (!isOrdered) return notes_.refuse(" cannot store distances of levels that are not finite.");
        model_.lodDistances = distances();
        if (model_.lodDistances.size() >= kMostLevels) {
            return notes_.refuse(" has one list of levels for all pieces, and there are " +
                                 core::grouped(model_.lodDistances.size() + 1) + " distances.");
        }
        std::uint64_t size = 0;
        std::size_t repeated = 0;
        for (std::size_t p = 0; p < model_.pieces.size(); ++p) {
            const PieceLook& look = source_.looks[p];
            std::vector<abc::NewLevel> own = std::move(model_.pieces[p].levels);
            if (own.empty()) own.emplace_back();
            for (abc::NewLevel& level : own) {
                if (level.weightStart.empty()) level.weightStart.push_back(0);
            }
            std::vector<abc::NewLevel>& levels = model_.pieces[p].levels;
            levels.clear();
            std::size_t last = own.size();
            for (const std::size_t level : levelsAt(look, model_.lodDistances)) {
                if (level == last) {
                    ++repeated;
                    size += sizeOf(own[level]);
                }
                if (size > kMostRepeated) {
                    return notes_.refuse(
                        " has one list of levels for all pieces: too many levels would have to be repeated.");
                }
                last = level;
                levels.push_back(own[level]);
            }
        }
        if (repeated == 0) return;
        notes_.add(" has one list of distances for all pieces: " +
                   counted(repeated, "level is repeated", "levels are repeated") +
                   " where a piece has none of its own.");
    }

    /// Cuts the names of a list. @param what in the plural
    template <class List>
    void cut(List& list, std::size_t longest, std::string_view what) {
        Names names(longest);
        std::size_t changed = 0;
        for (auto& each : list) {
            if (each.name.size() <= longest) names.forbid(each.name);
        }
        for (auto& each : list) {
            if (each.name.size() <= longest) continue;
            each.name = names.unique(each.name);
            ++changed;
        }
        notes_.loseCounted(" has names of " + std::string(what) + " of at most " + core::grouped(longest) + " bytes",
                           changed, "name is cut", "names are cut");
    }

    void names() {
        cut(model_.pieces, kLongestPiece, "pieces");
        cut(model_.sockets, kLongestSocket, "sockets");
        cut(model_.weightSets, kLongestSocket, "weight sets");
    }

    void childModels() {
        std::vector<abc::NewModel::Child>& children = model_.childModels;
        if (children.size() > kMostChildModels) {
            notes_.loseCounted(" has at most " + core::grouped(kMostChildModels) + " child models",
                               children.size() - kMostChildModels, "child model is omitted",
                               "child models are omitted");
            children.resize(kMostChildModels);
        }
        for (abc::NewModel::Child& child : children) child.name += ".abc";
        model_.bindings.resize(children.size());
        if (children.empty()) return;
        notes_.add(" has the origins of the animations of child models in the parent: the lists of " +
                   counted(children.size(), "child model are empty.", "child models are empty."));
    }

    void lost() {
        std::size_t textures = 0, styles = 0, priorities = 0, scales = 0;
        for (const PieceLook& look : source_.looks) {
            textures += look.textures.size() > 1 ? 1U : 0U;
            styles += look.renderStyle != 0 ? 1U : 0U;
            priorities += look.renderPriority != 0 ? 1U : 0U;
        }
        for (const abc::Vec3 scale : source_.socketScales)
            scales += scale.x != 1 || scale.y != 1 || scale.z != 1 ? 1U : 0U;
        notes_.loseCounted(" has one skin slot per piece", textures, "piece loses its other ones",
                           "pieces lose their other ones");
        notes_.loseCounted(" has no render styles", styles, "piece loses its own", "pieces lose theirs");
        notes_.loseCounted(" has no render priorities", priorities, "piece loses its own", "pieces lose theirs");
        notes_.loseCounted(" has no scale of sockets", scales, "socket loses it", "sockets lose it");
        notes_.loseCounted(" has no hit boxes", source_.boxes.size(), "box is omitted", "boxes are omitted");
        notes_.loseCounted(" cannot move vertices one by one", source_.moved.size(), "level only follows its nodes",
                           "levels only follow their nodes");
    }

    Source& source_;
    abc::NewModel& model_;
    Notes& notes_;
};

}  // namespace

std::vector<std::byte> toAbc(Source source, Notes& notes) {
    return AbcWriter(source, notes).run();
}

}  // namespace converting
