#include "new_models.h"

#include <algorithm>
#include <limits>

#include <abc/codes.h>

namespace abc::testing {
namespace {

constexpr Vec3 kExtents{16, 32, 16};

void append(std::vector<float>& list, Vec3 v) {
    list.insert(list.end(), {v.x, v.y, v.z});
}
void append(std::vector<float>& list, const KeySpec& key) {
    append(list, key.translation);
    const Quat q = key.rotation;
    list.insert(list.end(), {q.x, q.y, q.z, q.w});
}

std::vector<NewNode> newNodes(const std::vector<NodeSpec>& specs) {
    std::vector<NewNode> out;
    std::vector<std::pair<std::int32_t, std::uint32_t>> open;
    for (const NodeSpec& spec : specs) {
        while (!open.empty() && open.back().second == 0) open.pop_back();
        if (!open.empty()) --open.back().second;
        NewNode& node = out.emplace_back();
        node.name = spec.name;
        node.parent = open.empty() ? -1 : open.back().first;
        node.flags = spec.flags;
        node.bind.assign(spec.bind.m.begin(), spec.bind.m.end());
        node.deformed.assign(spec.deformed.begin(), spec.deformed.end());
        open.emplace_back(static_cast<std::int32_t>(out.size() - 1), spec.children);
    }
    return out;
}

NewAnimation newAnimation(const AnimationSpec& spec) {
    NewAnimation out;
    out.name = spec.name;
    out.extents = kExtents;
    out.times = spec.times;
    for (const std::uint32_t time : spec.times) out.strings.push_back(time == 0 ? spec.frameString : "");
    for (const auto& node : spec.nodes) {
        for (const KeySpec& key : node) append(out.keys, key);
    }
    return out;
}

void addFaces(const std::vector<FaceSpec>& faces, NewLevel& level) {
    for (const FaceSpec& face : faces) {
        level.corners.insert(level.corners.end(), face.begin(), face.end());
        for (int corner = 0; corner < 3; ++corner) level.uvs.insert(level.uvs.end(), {0.25F, 0.5F});
    }
}

NewLevel newLevel(const LodSpec& spec, bool isLast) {
    NewLevel out;
    addFaces(spec.faces, out);
    out.weightStart.push_back(0);
    for (const VertexSpec& vertex : spec.vertices) {
        append(out.locations, vertex.location);
        append(out.normals, vertex.normal);
        for (const WeightSpec& weight : vertex.weights) {
            out.weightNode.push_back(weight.node);
            append(out.weightLocation, weight.location);
            out.bias.push_back(weight.bias);
        }
        out.weightStart.push_back(static_cast<std::uint32_t>(out.weightNode.size()));
        if (isLast) out.next.push_back(0xCDCD);
    }
    return out;
}

}  // namespace

NewModel newModel(const SpecV9& spec) {
    NewModel out;
    out.version = spec.version;
    out.commandString = spec.command;
    out.internalRadius = 50;
    out.lodDistances = spec.lodDistances;
    for (const PieceSpec& piece : spec.pieces) {
        NewPiece& made = out.pieces.emplace_back();
        made = {piece.name, piece.materialIndex, 5, 1, 1, {}};
        for (std::size_t l = 0; l < piece.lods.size(); ++l) {
            made.levels.push_back(newLevel(piece.lods[l], l + 1 == piece.lods.size()));
        }
    }
    out.nodes = newNodes(spec.nodes);
    for (NewNode& node : out.nodes) node.deformed.clear();
    for (const WeightSetSpec& set : spec.weightSets) out.weightSets.push_back({set.name, set.weights});
    for (const AnimationSpec& animation : spec.animations) {
        NewAnimation& made = out.animations.emplace_back(newAnimation(animation));
        for (const BindingSpec& binding : spec.childModels[0].bindings) {
            if (binding.animation == animation.name) made.origin = binding.origin;
        }
    }
    out.buildNumber = spec.childModels[0].buildNumber;
    for (std::size_t c = 1; c < spec.childModels.size(); ++c) {
        out.childModels.push_back({spec.childModels[c].name, spec.childModels[c].buildNumber});
        auto& list = out.bindings.emplace_back();
        for (const BindingSpec& binding : spec.childModels[c].bindings) {
            list.push_back({binding.animation, kExtents, binding.origin});
        }
    }
    for (const SocketSpec& socket : spec.sockets) out.sockets.push_back({socket.name, socket.node, {}, {1, 2, 3}});
    return out;
}

NewModel newModel(const SpecV6& spec) {
    NewModel out;
    out.version = 6;
    out.nodes = newNodes(spec.nodes);
    NewLevel& level = out.pieces.emplace_back().levels.emplace_back();
    addFaces(spec.faces, level);
    const std::size_t normal = spec.vertices.size() - spec.collapses;
    for (std::size_t v = 0; v < spec.vertices.size(); ++v) {
        const VertexSpec6& vertex = spec.vertices[v];
        append(level.locations, vertex.position);
        for (const std::int8_t number : vertex.normal) level.normals.push_back(static_cast<float>(number) / 127);
        level.weightNode.push_back(vertex.node);
        if (v >= normal) {
            level.collapses.insert(level.collapses.end(), vertex.replacements.begin(), vertex.replacements.end());
        }
    }
    for (const AnimationSpec& animation : spec.animations) {
        NewAnimation& made = out.animations.emplace_back(newAnimation(animation));
        for (std::size_t n = 0; n < spec.nodes.size(); ++n) {
            NewDeformation& packed = made.deformation.emplace_back();
            packed.scale = animation.scale;
            packed.transform = animation.offset;
            if (spec.nodes[n].deformed.empty()) continue;
            for (const auto& position : animation.deformation.at(n)) {
                packed.positions.insert(packed.positions.end(), position.begin(), position.end());
            }
        }
    }
    out.transformInfo = spec.transformInfo;
    return out;
}

namespace {

/// Makes any model. With `isSound` nothing of it is wrong.
class Maker {
public:
    explicit Maker(Dice roll) : roll_(roll), isSound_(roll(2) == 0) {}

    NewModel make() {
        constexpr std::uint32_t versions[] = {6, 9, 10, 11, 12};
        NewModel out;
        out.version = isWrong() ? roll_(20) : versions[roll_(5)];
        isV6_ = out.version == 6;
        out.commandString = text();
        out.internalRadius = number();
        nodes_ = 1 + roll_(4);
        if (!isV6_) out.lodDistances = numbers(roll_(3));
        levels_ = out.lodDistances.size() + 1;
        for (std::size_t n = 0; n < nodes_; ++n) out.nodes.push_back(node(n));
        const std::uint32_t pieces = isV6_ ? 1 : roll_(3);
        for (std::uint32_t p = 0; p < fitting(pieces); ++p) out.pieces.push_back(piece());
        if (isV6_) deformed(out);
        const std::uint32_t animations = isV6_ ? 1 + roll_(2) : roll_(3);
        for (std::uint32_t a = 0; a < fitting(animations); ++a) out.animations.push_back(animation(out));
        if (!isV6_ || isWrong()) others(out);
        if (isWrong() && roll_(4) == 0) widen(out);
        if (isV6_ && roll_(2) == 0) {
            out.transformInfo = TransformInfo{static_cast<std::int32_t>(roll_(2)), static_cast<std::int32_t>(roll_(2))};
        }
        return out;
    }

private:
    [[nodiscard]] bool isWrong() { return !isSound_ && roll_(40) == 0; }

    /// A length that fits, or not.
    [[nodiscard]] std::size_t fitting(std::size_t length) { return isWrong() ? roll_(12) : length; }

    [[nodiscard]] float number() {
        constexpr float usual[] = {0, 1, -1, 0.5F, 100, -0.001F, 3e38F, -3e38F, 1e-45F};
        constexpr float odd[] = {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                 std::numeric_limits<float>::quiet_NaN()};
        return isWrong() ? odd[roll_(3)] : usual[roll_(9)];
    }
    [[nodiscard]] Vec3 vector() { return {number(), number(), number()}; }
    [[nodiscard]] std::vector<float> numbers(std::size_t length) {
        std::vector<float> out(fitting(length));
        for (float& value : out) value = number();
        return out;
    }
    [[nodiscard]] std::uint32_t index(std::size_t count) {
        if (isWrong() || count == 0) return roll_(2) == 0 ? static_cast<std::uint32_t>(count) : 0xFFFFFFFFU;
        return roll_(static_cast<std::uint32_t>(count));
    }
    [[nodiscard]] std::vector<std::uint32_t> indices(std::size_t length, std::size_t count) {
        if (count == 0 && isSound_) return {};
        std::vector<std::uint32_t> out(fitting(length));
        for (std::uint32_t& value : out) value = index(count);
        return out;
    }
    [[nodiscard]] std::string text() {
        std::string out(roll_(6), '\0');
        for (char& letter : out) letter = static_cast<char>(roll_(256));
        if (isWrong() && roll_(8) == 0) out.resize(65535 + roll_(2), 'x');
        return out;
    }

    [[nodiscard]] NewNode node(std::size_t index) {
        NewNode out;
        out.name = text();
        // A chain with some nodes beside one another.
        const auto above = static_cast<std::int32_t>(index) - 1;
        out.parent = above > 0 && roll_(3) == 0 ? lastParent_ : above;
        lastParent_ = out.parent;
        if (isWrong()) out.parent = static_cast<std::int32_t>(roll_(6)) - 2;
        out.flags = isWrong() ? 256 : roll_(256);
        if (!isV6_) out.bind = numbers(16);
        return out;
    }

    [[nodiscard]] NewPiece piece() {
        NewPiece out{text(), isWrong() ? 65536 : roll_(3), number(), number(), number(), {}};
        std::vector<std::size_t> vertices(fitting(levels_));
        for (std::size_t& count : vertices) count = roll_(5);
        for (std::size_t l = 0; l < vertices.size(); ++l) {
            out.levels.push_back(level(vertices[l], l + 1 < vertices.size() ? vertices[l + 1] : 65536));
        }
        return out;
    }

    [[nodiscard]] NewLevel level(std::size_t vertices, std::size_t next) {
        NewLevel out;
        const std::size_t collapses = isV6_ && vertices > 0 ? roll_(3) : 0;
        out.corners = indices(std::size_t{3} * roll_(4), vertices);
        out.uvs = numbers(2 * out.corners.size());
        out.locations = numbers(3 * (vertices + collapses));
        out.normals = numbers(3 * (vertices + collapses));
        if (isV6_) {
            out.weightNode = indices(vertices + collapses, nodes_);
            for (std::size_t i = 0; i < 2 * collapses; ++i) out.collapses.push_back(index(vertices + i / 2));
            normal_ = vertices;
            return out;
        }
        std::uint32_t weights = 0;
        for (std::size_t v = 0; v <= vertices; ++v) {
            out.weightStart.push_back(weights);
            if (v < vertices) weights += roll_(3);
        }
        if (isWrong()) out.weightStart[roll_(static_cast<std::uint32_t>(out.weightStart.size()))] = roll_(5);
        out.weightNode = indices(weights, nodes_);
        out.weightLocation = numbers(std::size_t{3} * weights);
        out.bias = numbers(weights);
        if (next > 0 && roll_(2) == 0) out.next = indices(vertices, next);
        return out;
    }

    void deformed(NewModel& out) {
        for (NewNode& node : out.nodes) {
            if (roll_(3) == 0) node.deformed = indices(roll_(3), normal_);
        }
    }

    [[nodiscard]] NewAnimation animation(const NewModel& model) {
        NewAnimation out;
        out.name = roll_(3) == 0 ? "static_model" : text();
        out.extents = vector();
        out.origin = vector();
        out.interpolationTime = roll_(500);
        const std::size_t keys = fitting(1 + roll_(3));
        for (std::size_t k = 0; k < keys; ++k)
            out.times.push_back(isWrong() ? roll_(300) : static_cast<std::uint32_t>(100 * k));
        const std::size_t strings = fitting(keys);
        for (std::size_t k = 0; k < strings; ++k) out.strings.push_back(text());
        out.keys = numbers(7 * keys * model.nodes.size());
        const bool deforms = std::any_of(model.nodes.begin(), model.nodes.end(),
                                         [](const NewNode& node) { return !node.deformed.empty(); });
        if (!isV6_ || (!deforms && roll_(2) == 0)) return out;
        for (const NewNode& node : model.nodes) {
            if (isWrong()) continue;
            NewDeformation& packed = out.deformation.emplace_back();
            packed.positions.resize(fitting(3 * keys * node.deformed.size()));
            for (std::uint8_t& byte : packed.positions) byte = static_cast<std::uint8_t>(roll_(256));
            packed.scale = vector();
            packed.transform = vector();
        }
        return out;
    }

    /// Lists so long that 32 bits do not hold their product, and no list that is as long as the product.
    void widen(NewModel& out) {
        constexpr std::size_t kWide = std::size_t{1} << 16U;
        if (out.animations.empty() || out.nodes.empty()) return;
        NewAnimation& animation = out.animations.front();
        animation.times.clear();
        for (std::size_t k = 0; k < kWide; ++k) animation.times.push_back(static_cast<std::uint32_t>(k));
        animation.strings.assign(kWide, {});
        animation.keys.assign(kKeyNumbers * kWide * out.nodes.size(), 0);
        out.nodes[roll_(static_cast<std::uint32_t>(out.nodes.size()))].deformed.assign(kWide >> roll_(3), 0);
        for (NewDeformation& node : animation.deformation) node.positions.clear();
    }

    void others(NewModel& out) {
        for (std::uint32_t i = roll_(3); i > 0; --i) out.weightSets.push_back({text(), numbers(nodes_)});
        for (std::uint32_t i = roll_(3); i > 0; --i) {
            const Vec3 turn = vector();
            out.sockets.push_back({text(), index(nodes_), {turn.x, turn.y, turn.z, number()}, vector()});
        }
        for (std::uint32_t i = roll_(3); i > 0; --i) {
            out.childModels.push_back({text(), roll_(9)});
            if (isWrong()) continue;
            auto& list = out.bindings.emplace_back();
            for (std::uint32_t b = roll_(3); b > 0; --b) list.push_back({text(), vector(), vector()});
        }
    }

    Dice roll_;
    bool isSound_;
    bool isV6_ = false;
    std::size_t nodes_ = 0;
    std::size_t levels_ = 0;
    /// v6: vertices of the full mesh.
    std::size_t normal_ = 0;
    std::int32_t lastParent_ = -1;
};

}  // namespace

NewModel anyNewModel(Dice roll) {
    return Maker(roll).make();
}

Violation checkComposed(const NewModel& model) {
    const Written written = compose(model);
    if (!written.refusal.empty()) {
        if (!written.bytes.empty()) return "what is refused has bytes";
        // A sentence, not the words of the writer of fields, which the model must not come to.
        if (!written.refusal.ends_with('.')) return "no sentence: " + written.refusal;
        return {};
    }
    const Examined file(written.bytes);
    for (const Finding& finding : file.findings.list()) {
        // Counts, framing and indices are the writer's business; what numbers and texts mean is not.
        const Code code = static_cast<Code>(finding.code.index());
        const bool isWriters =
            (code >= Code::EmptyFile && code <= Code::IndexOutOfRange) || code == Code::NumberNotFinite ||
            code == Code::NodeIndexOrder || code == Code::WeightSetNodeCount || code == Code::SocketNodeMissing ||
            code == Code::CollapseCycle || code == Code::AnimationEmpty || code == Code::AnimationLength ||
            code == Code::ChildModelSelf || code == Code::BindingMissing || code == Code::BindingUnknown;
        if (isWriters) return std::string(finding.info->name) + " " + finding.place().path + ": " + finding.message;
    }
    return checkEverything(file, 2);
}

}  // namespace abc::testing
