#include "drafting.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "gltf_reader.h"
#include "import.h"

namespace bindings {
namespace {

/// Numbers of a matrix of glTF.
constexpr std::size_t kGltfMatrix = 16;
constexpr const char* kNotBegun = "A part of a model was asked for before the parts that it needs.";

class SceneReader : public GltfReader {
public:
    SceneReader() : GltfReader("a glTF") {}

    [[nodiscard]] drafting::Scene scene(const val& from) {
        drafting::Scene out;
        out.parents = array<std::int32_t>(from, "parents");
        out.order = array<std::uint32_t>(from, "order");
        out.rest = array<double>(from, "rest");
        out.places = array<double>(from, "places");
        out.sockets = array<std::uint32_t>(from, "sockets");
        each(from, "skins", [&](const val& skin) {
            auto joints = array<std::uint32_t>(skin, "joints");
            auto inverse = matrices(skin, joints.size());
            out.skins.push_back({std::move(joints), std::move(inverse), whole(skin, "meshNode")});
        });
        const auto nodes = array<std::uint32_t>(from, "meshNodes");
        const auto skins = array<std::int32_t>(from, "meshSkins");
        if (nodes.size() != skins.size()) refuse("meshSkins", "are not as many as there are meshes");
        for (std::size_t i = 0; i < std::min(nodes.size(), skins.size()); ++i)
            out.meshes.push_back({nodes[i], skins[i]});
        return out;
    }

    [[nodiscard]] std::vector<std::vector<drafting::Channel>> animations(const val& from) {
        std::vector<std::vector<drafting::Channel>> out;
        each(from, "animations", [&](const val& animation) { out.push_back(channelsOf(animation)); });
        return out;
    }

    [[nodiscard]] drafting::Settings settings(const val& from) {
        drafting::Settings out;
        out.version = count(from, "version");
        out.scale = number(from, "scale");
        out.turn = number(from, "turn");
        const val up = property(from, "up");
        out.isUpright = !(up.isString() && up.as<std::string>() == "z");
        return out;
    }

    [[nodiscard]] std::vector<float> list(const val& from, const char* name) { return array<float>(from, name); }
    [[nodiscard]] std::size_t strideOf(const val& from) { return count(from, "stride"); }

    [[nodiscard]] drafting::Primitive primitive(const val& from) {
        drafting::Primitive out = primitiveOf(from);
        each(from, "targets", [&](const val& target) {
            out.targets.push_back({array<float>(target, "positions"), array<float>(target, "normals")});
        });
        out.morphWeights = array<double>(from, "morphWeights");
        if (reason().empty()) refuse(drafting::refusalOf(out));
        return out;
    }

    [[nodiscard]] std::vector<drafting::PieceOf> pieces(const val& from) {
        const auto meshes = array<std::int32_t>(from, "meshes");
        const auto any = array<std::uint32_t>(from, "any");
        const auto nodes = array<std::uint32_t>(from, "nodes");
        std::vector<drafting::PieceOf> out;
        if (meshes.size() != any.size() || meshes.size() != nodes.size()) {
            refuse("pieces", "are not as many everywhere");
            return out;
        }
        for (std::size_t i = 0; i < meshes.size(); ++i) out.push_back({meshes[i], any[i], nodes[i]});
        return out;
    }

    [[nodiscard]] drafting::Wanted wanted(const val& from,
                                          const std::vector<std::vector<drafting::Channel>>& animations) {
        drafting::Wanted out;
        const std::uint32_t index = count(from, "animation");
        if (index < animations.size()) {
            out.source.channels = animations[index];
        } else {
            refuse("animation", "is none of the scene");
        }
        out.source.also = array<std::uint32_t>(from, "also");
        out.source.most = count(from, "most");
        out.origin = listOf<3>(from, "origin");
        out.hasBox = property(from, "hasBox").isTrue();
        return out;
    }

private:
    /// @param joints how many there are
    [[nodiscard]] std::vector<drafting::Matrix> matrices(const val& skin, std::size_t joints) {
        const auto numbers = array<float>(skin, "inverse");
        std::vector<drafting::Matrix> out(joints, abc::kIdentity);
        if (numbers.empty()) return out;
        if (numbers.size() / kGltfMatrix < joints) refuse("inverse", "is not a matrix for each joint");
        for (std::size_t joint = 0; joint < std::min(joints, numbers.size() / kGltfMatrix); ++joint) {
            // glTF has columns.
            for (std::size_t at = 0; at < out[joint].size(); ++at)
                out[joint][at] = numbers[kGltfMatrix * joint + 4 * (at % 4) + at / 4];
        }
        return out;
    }
};

template <std::size_t N>
val listOf(const std::array<double, N>& numbers) {
    return arrayOf(numbers, [](double number) { return number; });
}

/// Seven numbers each: place and rotation.
val standsArray(const std::vector<drafting::Stand>& stands) {
    std::vector<double> out;
    for (const auto& [rotation, place] : stands) {
        out.insert(out.end(), place.begin(), place.end());
        out.insert(out.end(), rotation.begin(), rotation.end());
    }
    return copied(out);
}

val matricesArray(const std::vector<drafting::Stand>& stands) {
    std::vector<double> out;
    for (const auto& [rotation, place] : stands) {
        const drafting::Matrix matrix = drafting::matrixOf(rotation, place);
        out.insert(out.end(), matrix.begin(), matrix.end());
    }
    return copied(out);
}

}  // namespace

val DraftingWork::begin(const val& scene, const val& settings) {
    return guarded([&] {
        SceneReader reader;
        drafting::Scene read = reader.scene(scene);
        std::vector<std::vector<drafting::Channel>> animations = reader.animations(scene);
        const drafting::Settings how = reader.settings(settings);
        if (!reader.reason().empty()) return refused(reader.reason());
        making_.reset();
        drafting_.emplace(std::move(read), how, std::move(animations));
        if (!drafting_->refusal().empty()) {
            val out = refused(drafting_->refusal());
            drafting_.reset();
            return out;
        }
        const drafting::Skeleton& skeleton = drafting_->skeleton();
        val out = val::object();
        out.set("sources", copied(skeleton.sources));
        out.set("parents", copied(skeleton.parents));
        out.set("holders", copied(skeleton.holders));
        out.set("tops", static_cast<double>(skeleton.tops));
        out.set("moving", static_cast<double>(skeleton.moving.size()));
        out.set("lost", copied(drafting_->lost()));
        out.set("animations", arrayOf(drafting_->animations(), [](const std::vector<drafting::Channel>& channels) {
                    const auto [start, length] = drafting::spanOf(channels);
                    val object = val::object();
                    object.set("channels", static_cast<double>(channels.size()));
                    object.set("start", start);
                    object.set("length", length);
                    return object;
                }));
        return out;
    });
}

std::string DraftingWork::look(std::uint32_t mesh, const val& vertices) {
    try {
        if (!drafting_ || mesh >= drafting_->scene().meshes.size()) return kNotBegun;
        SceneReader reader;
        const auto positions = reader.list(vertices, "positions");
        const auto joints = reader.list(vertices, "joints");
        const auto weights = reader.list(vertices, "weights");
        const std::size_t stride = reader.strideOf(vertices);
        if (reader.reason().empty()) drafting_->look(mesh, positions, joints, weights, stride);
        return reader.reason();
    } catch (const std::exception&) {
        return kNoMemory;
    }
}

val DraftingWork::add(std::uint32_t mesh, const val& primitive) {
    return guarded([&] {
        if (!drafting_ || mesh >= drafting_->scene().meshes.size()) return refused(kNotBegun);
        SceneReader reader;
        drafting::Primitive read = reader.primitive(primitive);
        if (!reader.reason().empty()) return refused(reader.reason());
        making_.reset();
        const std::vector<drafting::MeshWithSource> made = drafting_->add(mesh, std::move(read));
        val out = val::object();
        out.set("isMirrored", !made.empty() && made.front().isMirrored);
        out.set("parts", arrayOf(made, [](const drafting::MeshWithSource& part) {
                    val object = val::object();
                    object.set("mesh", meshObject(part.mesh));
                    object.set("triangles", copied(part.triangles));
                    return object;
                }));
        return out;
    });
}

val DraftingWork::faults() const {
    const drafting::Faults faults = drafting_ ? drafting_->faults() : drafting::Faults();
    val out = val::object();
    out.set("weightless", static_cast<double>(faults.weightless));
    out.set("jointless", static_cast<double>(faults.jointless));
    out.set("lost", static_cast<double>(faults.lost));
    out.set("flat", static_cast<double>(faults.flat));
    return out;
}

val DraftingWork::settle(const val& pieces) {
    return guarded([&] {
        if (!drafting_) return refused(kNotBegun);
        SceneReader reader;
        const std::vector<drafting::PieceOf> read = reader.pieces(pieces);
        if (!reader.reason().empty()) return refused(reader.reason());
        if (const std::string reason = drafting_->refusalOf(read); !reason.empty()) return refused(reason);
        making_.reset();
        drafting_->settle(read);
        return settled();
    });
}

val DraftingWork::settled() const {
    val out = val::object();
    out.set("rest", copied(drafting_->rest()));
    out.set("binds", matricesArray(drafting_->binds()));
    const drafting::Matrix space = drafting_->space().matrix();
    out.set("space", copied(std::span<const double>(space)));
    out.set("sockets", standsArray(drafting_->sockets()));
    out.set("size", drafting_->size());
    out.set("radius", drafting_->radius());
    out.set("isFinite", drafting_->isPlaced());
    return out;
}

bool DraftingWork::centre() {
    making_.reset();
    try {
        return drafting_ && drafting_->centre();
    } catch (const std::exception&) {
        return false;
    }
}

std::string DraftingWork::animate(const val& animation) {
    try {
        making_.reset();
        refusal_.clear();
        if (!drafting_ || drafting_->rest().empty()) return kNotBegun;
        SceneReader reader;
        const drafting::Wanted wanted = reader.wanted(animation, drafting_->animations());
        if (!reader.reason().empty()) return reader.reason();
        making_.emplace(*drafting_, wanted);
        return "";
    } catch (const std::exception&) {
        return kNoMemory;
    }
}

bool DraftingWork::step() {
    try {
        return making_ && making_->step();
    } catch (const std::exception&) {
        refusal_ = kNoMemory;
        making_.reset();
        return false;
    }
}

val DraftingWork::animation() {
    if (!making_) return refused(refusal_.empty() ? kNotBegun : refusal_);
    return guarded([&] {
        if (making_->hasTooMany()) return val::null();
        drafting::Sampler& sampler = making_->sampler();
        std::vector<std::uint32_t> times;
        val morphs = sampler.isMorphed() ? val::array() : val::null();
        for (std::size_t key = 0; key < sampler.count(); ++key) {
            // A corner may be after the latest time: it wraps round as in JavaScript.
            times.push_back(static_cast<std::uint32_t>(static_cast<std::uint64_t>(sampler.times()[key])));
            if (!sampler.isMorphed()) continue;
            morphs.set(key, arrayOf(sampler.morphs(key), [](const std::vector<float>& own) { return copied(own); }));
        }
        const std::vector<float> poses = sampler.poses();
        val out = val::object();
        out.set("times", copied(times));
        out.set("poses", copied(poses));
        out.set("isFinite",
                std::all_of(poses.begin(), poses.end(), [](float number) { return std::isfinite(number); }));
        out.set("morphWeights", morphs);
        out.set("added", static_cast<double>(sampler.added()));
        out.set("off", copied(sampler.off()));
        out.set("extents", listOf(making_->extents()));
        making_.reset();
        return out;
    });
}

val DraftingWork::moved() const {
    return drafting_ ? copied(drafting_->moved()) : copied(std::vector<std::uint8_t>());
}

}  // namespace bindings
