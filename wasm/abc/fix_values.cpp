// Repairs of numbers: those that follow from others in the file, and from no guess.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>
#include <unordered_map>

#include "fix_parts.h"

namespace abc {

using schema::Id;

namespace {

double lengthOf(Quat q) {
    return std::sqrt(double{q.x} * q.x + double{q.y} * q.y + double{q.z} * q.z + double{q.w} * q.w);
}

/// A rotation shorter than this has no direction worth keeping.
constexpr double kShortest = 1e-3;

bool isRotation(Quat q) {
    return isFinite(q) && lengthOf(q) >= kShortest;
}

Quat atLengthOne(Quat q) {
    const double length = lengthOf(q);
    const auto share = [length](float value) { return static_cast<float>(value / length); };
    return {share(q.x), share(q.y), share(q.z), share(q.w)};
}

/// The path without its last part.
std::string parentOf(const std::string& path) {
    return path.substr(0, path.find_last_of('.'));
}

/// The numbers of a vector or a rotation, in the order of the file.
Operation settingNumbers(std::string path, std::initializer_list<float> numbers) {
    EditValue::List list;
    for (const float number : numbers) list.emplace_back().value = double{number};
    Operation operation;
    operation.path = std::move(path);
    operation.value.value = std::move(list);
    return operation;
}
void setRotation(Operations& out, const std::string& path, Quat value) {
    out.push_back(settingNumbers(path, {value.x, value.y, value.z, value.w}));
}

/// Keys of one node in one animation, and from which of them others can be computed.
class Track {
public:
    Track(const Model& model, std::uint32_t animation, std::uint32_t node)
        : model_(model), animation_(model.animations[animation]), at_(model.track(animation_, node)) {}

    [[nodiscard]] Vec3 translation(std::uint32_t key) const {
        return load<Vec3>(model_.bytes, at_ + key * model_.keySize);
    }
    [[nodiscard]] Quat rotation(std::uint32_t key) const {
        return load<Quat>(model_.bytes, at_ + key * model_.keySize + static_cast<std::uint32_t>(sizeof(Vec3)));
    }

    /// Between the sound neighbours of a key; what the only one has, at an end; nothing without any.
    [[nodiscard]] std::optional<Vec3> translationBetween(std::uint32_t key) const {
        const auto [before, after] = around(key, [this](std::uint32_t k) { return isFinite(translation(k)); });
        if (before == kNone && after == kNone) return std::nullopt;
        if (before == kNone || after == kNone) return translation(std::min(before, after));
        return lerp(translation(before), translation(after), fraction(before, key, after));
    }
    [[nodiscard]] std::optional<Quat> rotationBetween(std::uint32_t key) const {
        const auto [before, after] = around(key, [this](std::uint32_t k) { return isRotation(rotation(k)); });
        if (before == kNone && after == kNone) return std::nullopt;
        if (before == kNone || after == kNone) return atLengthOne(rotation(std::min(before, after)));
        return atLengthOne(
            slerp(atLengthOne(rotation(before)), atLengthOne(rotation(after)), fraction(before, key, after)));
    }

private:
    template <class IsSound>
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> around(std::uint32_t key, IsSound isSound) const {
        // Farther off nothing is a neighbour, and looking for one would take too long.
        constexpr std::uint32_t kFarthestKey = 64;
        std::uint32_t before = kNone;
        std::uint32_t after = kNone;
        for (std::uint32_t k = key; before == kNone && k > 0 && key - k < kFarthestKey; --k) {
            if (isSound(k - 1)) before = k - 1;
        }
        for (std::uint32_t k = key + 1; after == kNone && k < animation_.keyCount && k - key < kFarthestKey; ++k) {
            if (isSound(k)) after = k;
        }
        return {before, after};
    }

    [[nodiscard]] float fraction(std::uint32_t before, std::uint32_t key, std::uint32_t after) const {
        const auto time = [this](std::uint32_t k) {
            return static_cast<double>(model_.keyframes[animation_.firstKey + k].time);
        };
        const double span = time(after) - time(before);
        return span > 0 ? static_cast<float>(std::clamp((time(key) - time(before)) / span, 0.0, 1.0)) : 0.0F;
    }

    const Model& model_;
    const Animation& animation_;
    std::uint32_t at_;
};

/// What a number that is none should be.
class Numbers {
public:
    explicit Numbers(Mending& file) : file_(file), model_(file.model()) {}

    Operations run(const FoundPlaces& places) {
        for (const FindingPlace& place : places) mend(place);
        return std::move(out_);
    }

private:
    void mend(const FindingPlace& place) {
        const std::string& path = place.path;
        const std::vector<std::uint32_t> i = indicesOf(path);
        const bool isV6 = file_.check.isV6();
        const auto starts = [&](std::string_view start) { return path.starts_with(start); };
        if (isV6 ? starts("Animation.Anims[") && has(path, "].Keys[") : has(path, "].NodeTransforms[")) {
            key(place, i);
        } else if (!isV6 && starts("Pieces.") && has(path, "].Weights[") && has(path, "].Location.")) {
            weight(path, i);
        } else if (!isV6 && starts("Pieces.") && has(path, "].Vertices[") && has(path, "].Location.")) {
            vertex(path, i);
        } else if (starts("Nodes.Nodes[") && has(path, "].Matrix[") && i.size() == 2 && i[1] >= 12) {
            out_.push_back(setting(path, i[1] == 15 ? 1.0 : 0.0));
        } else if (!isV6 && starts("Animation.Animations[") && has(path, "].Extents.")) {
            extents(path, i[0]);
        } else if (starts("AnimBindings.Lists[0].") && has(path, "].Extents.")) {
            bindingExtents(path, i[1]);
        } else if (starts("ChildModels.ChildModels[") && has(path, "].Transforms[")) {
            // Identity in every known file, and applied by none (abc.md §4).
            out_.push_back(setting(path, path.ends_with(".Rotation.W") ? 1.0 : 0.0));
        }
    }

    static bool has(std::string_view path, std::string_view part) { return path.find(part) != std::string_view::npos; }

    /// A component of a vector.
    void component(const std::string& path, Vec3 value) {
        if (!isFinite(value)) return;
        const char axis = path.back();
        out_.push_back(setting(path, axis == 'X' ? value.x : axis == 'Y' ? value.y : value.z));
    }

    void key(const FindingPlace& place, const std::vector<std::uint32_t>& i) {
        if (i.size() != 3 || !model_.animations[i[0]].complete) return;
        const Track track(model_, i[0], i[1]);
        if (!has(place.path, ".Rotation.")) {
            if (const auto value = track.translationBetween(i[2])) component(place.path, *value);
            return;
        }
        // All four numbers at once, however many of them are none.
        std::string path = parentOf(place.path);
        if (!rotations_.insert(path).second) return;
        if (const auto value = track.rotationBetween(i[2])) setRotation(out_, path, *value);
    }

    [[nodiscard]] const Lod* lodOf(const std::vector<std::uint32_t>& i) const {
        // Lower levels are made from the first one and follow no formula (abc.md §4.12).
        return i[1] == 0 && i[0] < model_.pieces.size() ? model_.lod(i[0], 0) : nullptr;
    }

    void weight(const std::string& path, const std::vector<std::uint32_t>& i) {
        const Lod* lod = lodOf(i);
        if (lod == nullptr || i[2] >= lod->vertexCount || !file_.check.isWhole(Id::NodesSection)) return;
        const std::uint32_t vertex = lod->firstVertex + i[2];
        const Weight& weight = model_.weights[model_.weightStart[vertex] + i[3]];
        if (weight.node == kNone) return;
        const Node& node = model_.nodes[weight.node];
        if (isRigid(node.bind)) component(path, node.inverseBind.apply(model_.locations[vertex]) * weight.bias);
    }

    /// The place where the weights hold the vertex in the bind pose.
    void vertex(const std::string& path, const std::vector<std::uint32_t>& i) {
        const Lod* lod = lodOf(i);
        if (lod == nullptr || i[2] >= lod->vertexCount || !file_.check.isWhole(Id::NodesSection)) return;
        const std::uint32_t vertex = lod->firstVertex + i[2];
        Vec3 sum;
        float bias = 0;
        for (std::uint32_t w = model_.weightStart[vertex]; w < model_.weightStart[vertex + 1]; ++w) {
            const Weight& weight = model_.weights[w];
            if (weight.node == kNone) return;
            const Mat4& bind = model_.nodes[weight.node].bind;
            sum = sum + bind.rotate(weight.location) + bind.translation() * weight.bias;
            bias += weight.bias;
        }
        if (bias > 0) component(path, sum * (1 / bias));
    }

    /// The box of an animation stands in the model's own binding too.
    void extents(const std::string& path, std::uint32_t animation) {
        if (!file_.check.isWhole(Id::AnimBindingsSection)) return;
        const Binding* binding = file_.binding(model_.text(model_.animations[animation].name));
        if (binding != nullptr) component(path, binding->extents);
    }

    void bindingExtents(const std::string& path, std::uint32_t index) {
        const std::string_view name = model_.text(model_.bindings[model_.bindingLists[0].first + index].name);
        const Animation* animation = file_.animation(name);
        if (animation != nullptr) component(path, animation->extents);
    }

    Mending& file_;
    const Model& model_;
    std::set<std::string> rotations_;
    Operations out_;
};

}  // namespace

Operations mendNumbers(Mending& file, const FoundPlaces& places) {
    return Numbers(file).run(places);
}

Operations mendRotations(Mending& file, const FoundPlaces& places) {
    const Model& model = file.model();
    Operations out;
    for (const FindingPlace& place : places) {
        const auto rotation = load<Quat>(model.bytes, place.offset);
        const std::vector<std::uint32_t> i = indicesOf(place.path);
        if (isRotation(rotation)) {
            setRotation(out, place.path, atLengthOne(rotation));
        } else if (place.path.starts_with("ChildModels.")) {
            setRotation(out, place.path, {});
        } else if (place.path.starts_with("Animation.") && i.size() == 3 && model.animations[i[0]].complete) {
            const auto between = Track(model, i[0], i[1]).rotationBetween(i[2]);
            if (between) setRotation(out, place.path, *between);
        }
    }
    return out;
}

Operations mendWeightLocations(Mending& file, const FoundPlaces& places) {
    const Model& model = file.model();
    struct Wrong {
        std::uint32_t vertex, weight;
    };
    std::vector<Wrong> wrong;
    // How many weights of a vertex are wrong.
    std::unordered_map<std::uint32_t, std::uint32_t> ofVertex;
    for (const FindingPlace& place : places) {
        const std::vector<std::uint32_t> i = indicesOf(place.path);
        const std::uint32_t vertex = model.lod(i[0], i[1])->firstVertex + i[2];
        wrong.push_back({vertex, model.weightStart[vertex] + i[3]});
        ++ofVertex[vertex];
    }
    Operations out;
    for (std::size_t p = 0; p < places.size(); ++p) {
        const auto [vertex, index] = wrong[p];
        const std::uint32_t count = model.weightStart[vertex + 1] - model.weightStart[vertex];
        // Where all of several weights are against the vertex, it may be the vertex that is wrong.
        if (count > 1 && ofVertex[vertex] == count) continue;
        const Weight& weight = model.weights[index];
        const Vec3 location = model.nodes[weight.node].inverseBind.apply(model.locations[vertex]) * weight.bias;
        if (isFinite(location)) out.push_back(settingNumbers(places[p].path, {location.x, location.y, location.z}));
    }
    return out;
}

Operations mendLengths(Mending& file, const FoundPlaces& places) {
    Operations out;
    for (const FindingPlace& place : places) {
        const Animation& animation = file.model().animations[indicesOf(place.path).front()];
        out.push_back(setting(place.path, file.model().lengthOf(animation)));
    }
    return out;
}

Operations mendNodeNumbers(Mending& file, const FoundPlaces& places) {
    const Check& check = file.check;
    const Model& model = file.model();
    if (check.isV6()) {
        // Vertices of v6 name nodes by their numbers: a number that is in use where it is may be meant so.
        if (!check.isWhole(Id::GeometrySection6)) return {};
        std::uint32_t v = 0;
        bool isUsed = false;
        check.extract.each(check.section(Id::GeometrySection6).place(), "VertexInfo", [&](const Place& vertex) {
            const std::uint32_t node = model.v6.vertexNode[v++];
            const auto stored = check.extract.number<std::uint8_t>(vertex, "TransformationIndex");
            isUsed = isUsed || (node != kNone && node != stored);
        });
        if (isUsed) return {};
    }
    Operations out;
    for (const FindingPlace& place : places) out.push_back(setting(place.path, indicesOf(place.path).front()));
    return out;
}

Operations mendMatrices(Mending& file, const FoundPlaces& places) {
    constexpr std::uint32_t kLastRow = 12;
    Operations out;
    for (const FindingPlace& place : places) {
        const Mat4& bind = file.model().nodes[indicesOf(place.path).front()].bind;
        const Vec3 translation = bind.translation();
        // Without a translation where it belongs the numbers may stand column by column.
        const bool isRowByRow = translation.x != 0 || translation.y != 0 || translation.z != 0;
        if (!isRowByRow || !isRigidButForLastRow(bind)) continue;
        for (std::uint32_t i = kLastRow; i < 16; ++i) {
            const double right = i == 15 ? 1 : 0;
            if (bind.m[i] != right) out.push_back(setting(place.path + "[" + std::to_string(i) + "]", right));
        }
    }
    return out;
}

}  // namespace abc
