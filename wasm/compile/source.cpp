#include "source.h"

#include <algorithm>

#include "lta/animation_use.h"

namespace compiling {

using List = lta::schema::Id;
using lta::Token;

namespace {

constexpr std::size_t kLongestPieceName = 31;
constexpr std::string_view kEmptyLevel = "null";
constexpr double kMostPriority = 255;

/// A number without its fraction, as far as 32 bits with a sign can hold it.
std::int32_t signedOf(double number) {
    constexpr double kLeast = std::numeric_limits<std::int32_t>::min();
    constexpr double kMost = std::numeric_limits<std::int32_t>::max();
    if (!(number >= kLeast)) return std::numeric_limits<std::int32_t>::min();
    return number < kMost ? static_cast<std::int32_t>(number) : std::numeric_limits<std::int32_t>::max();
}

}  // namespace

Source SourceReader::read() {
    out_.commandString = model_.text(out_.settings.commandString);
    nodes();
    pieces();
    rest();
    boxes();
    animations();
    omitted();
    return std::move(out_);
}

/// Those of the model, and one for each mesh whose name says that its vertices are animated, where it has none.
void SourceReader::nodes() {
    for (std::uint32_t n = 0; n < model_.nodes.size(); ++n) {
        const abc::Node& node = model_.nodes[n];
        const std::uint32_t list = parts_.nodes[n].list;
        const bool isNamed = list != kNone && lists_.is(list, List::Transform);
        const std::string_view name = model_.text(node.name);
        out_.nodes.push_back({name, isNamed ? std::uint8_t{} : node.flags, node.bind, node.parent, node.childCount});
        if (isNamed) byName_[name] = n;
        found_.emplace(core::lowered(name), n);
    }
    if (out_.nodes.empty()) return;
    const std::vector<std::uint32_t> added = lta::shapesWithAddedNodes(lists_, parts_);
    for (const std::uint32_t shape : added) {
        const std::string_view name = nameOf(shape);
        byName_[name] = static_cast<std::uint32_t>(out_.nodes.size());
        found_.emplace(core::lowered(name), byName_[name]);
        out_.nodes.push_back({name, 0, {}, 0, 0});
        ++out_.nodes[0].childCount;
    }
    notes_.addSome(added.size(), "node is", "nodes are",
                   " added below the root, for the meshes of the same names (“d_…”).");
    // Pairs of a name and a number, with or without a list around them.
    std::uint32_t named = kNone;
    lists_.eachAtom(lists_.find(parts_.commands, List::SetNodeFlags), [&](const Token& token) {
        if (token.kind == Token::Kind::Quoted) {
            named = nodeFound(lists_.view(lta::Lists::cut(token.text)));
        } else if (named != kNone) {
            out_.nodes[named].flags = static_cast<std::uint8_t>(lta::wholeOf(lists_.number(token)));
        }
    });
}

std::uint32_t SourceReader::nodeFound(std::string_view name) const {
    const auto found = found_.find(core::lowered(name));
    return found == found_.end() ? kNone : found->second;
}

Look SourceReader::lookOf(std::uint32_t shape) const {
    Look look;
    std::uint32_t slots = lists_.child(shape, List::TextureIndices);
    const std::uint32_t appearance = lists_.child(shape, List::Appearance);
    if (appearance != kNone) {
        const std::uint32_t slot = lists_.find(appearance, List::TextureIndex);
        if (slot != kNone) look.textures[0] = signedOf(lists_.number(slot, 0));
        if (lists_.find(appearance, List::RenderStyle) == kNone) slots = kNone;
    } else {
        look.renderStyle = signedOf(lists_.number(lists_.child(shape, List::RenderStyleIndex), 0));
        const double priority = lists_.number(lists_.child(shape, List::RenderPriority), 0);
        look.priority = lta::wholeOf(std::min(priority, kMostPriority));
    }
    std::uint32_t count = 0;
    lists_.eachAtom(slots, [&](const Token& token) {
        if (count < Look::kTextures) look.textures[count] = signedOf(lists_.number(token));
        ++count;
    });
    if (count > 0) look.textureCount = std::min<std::uint32_t>(count, Look::kTextures);
    return look;
}

void SourceReader::weights(std::uint32_t shape, Level& level) const {
    const auto found = deformers_.find(nameOf(shape));
    if (found == deformers_.end()) return;
    std::vector<std::uint32_t> influences;
    lists_.eachAtom(lists_.child(found->second, List::Influences), [&](const Token& token) {
        const auto node = byName_.find(lists_.view(lta::Lists::cut(token.text)));
        // The tools take the root for nodes that are not there.
        influences.push_back(node == byName_.end() ? 0 : node->second);
    });
    const std::uint32_t vertices = model_.lods[level.lod].vertexCount;
    level.weightStart.push_back(0);
    lists_.eachRow(lists_.child(found->second, List::VertexWeights), [&](const std::vector<float>& row) {
        if (level.weightStart.size() > vertices) return;
        for (std::size_t i = 0; i + 1 < row.size(); i += 2) {
            const std::uint32_t influence = lta::wholeOf(double{row[i]});
            level.weights.push_back({influence < influences.size() ? influences[influence] : 0, row[i + 1]});
        }
        level.weightStart.push_back(static_cast<std::uint32_t>(level.weights.size()));
    });
    level.weightStart.resize(vertices + 1, static_cast<std::uint32_t>(level.weights.size()));
}

void SourceReader::level(Piece& piece, const lta::Parts::Piece& part, std::uint32_t index, float distance) {
    Level level;
    level.distance = distance;
    const std::uint32_t shape = parts_.levels[part.firstLevel + index];
    if (shape != kNone) {
        level.lod = model_.pieces[static_cast<std::size_t>(&part - parts_.pieces.data())].firstLod + index;
        weights(shape, level);
        out_.vertexCount += model_.lods[level.lod].vertexCount;
        out_.faceCount += model_.lods[level.lod].faceCount;
        out_.weightCount += static_cast<std::uint32_t>(level.weights.size());
    }
    piece.levels.push_back(std::move(level));
}

/// Puts the levels where the tools do: each before those that begin at its distance or farther away.
void SourceReader::sortLevels(Piece& piece) {
    float farthest = -1;
    for (std::uint32_t i = 0; i < piece.levels.size(); ++i) {
        if (piece.levels[i].distance <= farthest) continue;
        farthest = piece.levels[i].distance;
        piece.maxOffset = i;
    }
    std::reverse(piece.levels.begin(), piece.levels.end());
    std::stable_sort(piece.levels.begin(), piece.levels.end(),
                     [](const Level& a, const Level& b) { return a.distance < b.distance; });
}

void SourceReader::pieces() {
    for (const std::uint32_t deformer : parts_.deformers) {
        deformers_[nameOf(lists_.child(deformer, List::Target))] = deformer;
    }
    std::uint32_t missing = 0;
    std::uint32_t before = 0;
    std::uint32_t cut = 0;
    std::uint32_t looks = 0;
    std::size_t used = 0;
    for (const lta::Parts::Piece& part : parts_.pieces) {
        Piece piece;
        piece.name = nameOf(part.list);
        cut += piece.name.size() > kLongestPieceName ? 1U : 0U;
        piece.name = piece.name.substr(0, kLongestPieceName);
        bool hasLook = false;
        const auto look = [&](std::uint32_t shape) {
            const Look own = lookOf(shape);
            looks += hasLook && !(own == piece.look) ? 1U : 0U;
            if (!hasLook) piece.look = own;
            hasLook = true;
            ++used;
        };
        if (parts_.lodGroups == kNone) {
            look(part.list);
            level(piece, part, 0, 0);
        } else {
            std::vector<float> distances;
            lists_.eachAtom(lists_.child(part.list, List::LodDists),
                            [&](const Token& token) { distances.push_back(lta::floatOf(lists_.number(token))); });
            std::uint32_t index = 0;
            lists_.eachAtom(lists_.find(part.list, List::Shapes), [&](const Token& token) {
                const std::uint32_t i = index++;
                const std::uint32_t shape = parts_.levels[part.firstLevel + i];
                const bool isEmpty = core::lowered(lists_.view(token.text)) == kEmptyLevel;
                if (shape != kNone) look(shape);
                if (i >= distances.size() || (shape == kNone && !isEmpty)) {
                    ++missing;
                } else if (distances[i] < 0) {
                    ++before;
                } else {
                    level(piece, part, i, distances[i]);
                }
            });
            const std::uint32_t offsets = lists_.child(part.list, List::MinMaxOffset);
            piece.minOffset = lta::wholeOf(lists_.number(offsets, 0));
        }
        sortLevels(piece);
        if (piece.levels.empty()) {
            notes_.lose("The piece " + core::inQuotes(piece.name) + " has no levels, and is omitted.");
        } else {
            out_.pieces.push_back(std::move(piece));
        }
    }
    notes_.loseSome(cut, "name of a piece is", "names of pieces are", " cut to 31 letters.");
    notes_.loseSome(missing, "level without a shape of its own or without a distance is",
                    "levels without shapes of their own or without distances are", " omitted.");
    notes_.loseSome(before, "level at a negative distance is", "levels at negative distances are", " omitted.");
    notes_.loseSome(looks, "level gets", "levels get",
                    " the textures and the render style of another level of the piece.");
    notes_.loseSome(parts_.shapes.size() - std::min(used, parts_.shapes.size()), "shape in no piece is",
                    "shapes in no piece are", " omitted.");
}

void SourceReader::rest() {
    std::uint32_t moved = 0;
    for (std::size_t i = 0; i < model_.sockets.size(); ++i) {
        const std::uint32_t node = nodeFound(nameOf(lists_.child(parts_.sockets[i], List::Parent)));
        moved += node == kNone ? 1U : 0U;
        out_.sockets.push_back({node == kNone ? 0 : node, &model_.sockets[i]});
    }
    notes_.addSome(moved, "socket on a node that is not there is", "sockets on nodes that are not there are",
                   " put onto the root.");
    for (const abc::WeightSet& set : model_.weightSets) {
        if (set.weights.size() == out_.nodes.size()) {
            out_.weightSets.push_back(&set);
            continue;
        }
        notes_.lose("The weight set " + core::inQuotes(model_.text(set.name)) + " has " +
                    core::counted(set.weights.size(), "weight", "weights") + " for " +
                    core::counted(out_.nodes.size(), "node", "nodes") + ", and is omitted.");
    }
    std::uint32_t nameless = 0;
    std::uint32_t builds = 0;
    for (std::size_t i = 1; i < model_.childModels.size(); ++i) {
        std::string_view name = model_.text(model_.childModels[i].name);
        builds += model_.childModels[i].buildNumber != 0 ? 1U : 0U;
        // Older texts have extensions there.
        for (const std::string_view extension : {std::string_view(".lta"), kFileExtension, std::string_view(".abc")}) {
            if (name.size() > extension.size() && name.ends_with(extension)) {
                name.remove_suffix(extension.size());
                break;
            }
        }
        if (name.empty()) {
            ++nameless;
        } else {
            out_.childModels.push_back(name);
        }
    }
    notes_.loseSome(nameless, "child model without a file is", "child models without files are", " omitted.");
    notes_.loseSome(builds, "build number of a child model is", "build numbers of child models are", " omitted.");
}

/// Of several for a node the last one, in the order of the nodes.
void SourceReader::boxes() {
    std::vector<std::optional<Box>> ofNode(out_.nodes.size());
    std::uint32_t off = 0;
    std::uint32_t nowhere = 0;
    lists_.each(parts_.commands, List::AddNodeObb, [&](std::uint32_t list) {
        const std::uint32_t node = nodeFound(nameOf(list));
        if (node == kNone) {
            ++nowhere;
            return;
        }
        if (nameOf(lists_.child(list, List::Enabled)) == "false") {
            ++off;
            ofNode[node].reset();
            return;
        }
        const auto vector = [&](List id) {
            const auto [x, y, z] = lists_.numbers<3>(lists_.child(list, id));
            return abc::Vec3{x, y, z};
        };
        Box box{node, vector(List::Position), vector(List::Dimensions), {}};
        if (const std::uint32_t turn = lists_.child(list, List::Orientation); turn != kNone) {
            const auto [x, y, z, w] = lists_.numbers<4>(turn);
            box.rotation = {x, y, z, w};
        }
        ofNode[node] = box;
    });
    for (const auto& box : ofNode) {
        if (box) out_.boxes.push_back(*box);
    }
    notes_.loseSome(nowhere, "hit box on a node that is not there is", "hit boxes on nodes that are not there are",
                    " omitted.");
    notes_.loseSome(off, "hit box that is switched off is", "hit boxes that are switched off are", " omitted.");
}

/// What only ModelEdit uses.
void SourceReader::omitted() {
    const auto count = [this](std::uint32_t in, List id) {
        std::uint32_t lists = 0;
        lists_.each(in, id, [&lists](std::uint32_t) { ++lists; });
        return lists;
    };
    std::uint32_t words = 0;
    lists_.eachAtom(lists_.find(lists_.find(lta::Lists::kAll, List::ToolsInfo), List::TextureBindings),
                    [&words](const Token&) { ++words; });
    notes_.loseSome(words / 2, "texture of a skin slot is", "textures of skin slots are",
                    " omitted: a game sets them.");
    notes_.loseSome(count(lists_.find(parts_.commands, List::AnimBindings), List::WeightSetName),
                    "weight set of an animation’s preview is", "weight sets of animations’ previews are", " omitted.");
    notes_.loseSome(count(parts_.commands, List::NodeRelations), "child model loses", "child models lose",
                    " where its nodes are in ModelEdit.");
    notes_.loseSome(count(lta::Lists::kAll, List::Colors), "mesh loses", "meshes lose", " colors of vertices.");
    notes_.loseSome(count(parts_.commands, List::SetReplLodOriginal), "order to make levels is",
                    "orders to make levels are", " omitted: the levels of the text are written.");
}

}  // namespace compiling
