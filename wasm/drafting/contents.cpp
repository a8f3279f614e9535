#include "contents.h"

#include <algorithm>
#include <limits>
#include <set>

#include "catalogue.h"
#include "core/words.h"

namespace drafting {
namespace {

/// A mesh may stand in a scene many times.
constexpr std::size_t kMostSceneVertices = 10'000'000;
/// A model is written at one go, a list for each of its pieces.
constexpr std::size_t kMostPieces = 4096;
/// Characters of all names, each as often as the model would have it.
constexpr std::size_t kMostLetters = 4'000'000;

bool isSocketName(const std::string& name) {
    return name.size() > 2 && (name[0] == 's' || name[0] == 'S') && name[1] == '_' && name[2] != '\n' &&
           name[2] != '\r';
}

class Finder {
public:
    explicit Finder(const Gltf& gltf) : gltf_(gltf), all_(gltf.scene) { out_.scene = gltf.scene; }

    Contents run() {
        places();
        meshes();
        skins();
        sockets();
        return std::move(out_);
    }

private:
    void places() {
        out_.scene.places.clear();
        for (const gltf::Node& node : gltf_.nodes) {
            const double place = gltf::numberIn(node.extras, "lt_index").value_or(-1);
            out_.scene.places.push_back(place >= 0 ? place : std::numeric_limits<double>::max());
        }
    }

    void meshes() {
        for (const std::uint32_t node : all_.order) {
            const gltf::Mesh* mesh = gltf_.meshOf(node);
            if (mesh == nullptr || gltf_.isShown[node] == 0) continue;
            const std::int32_t skin = gltf_.skinOf[node];
            const bool isSkinned = skin >= 0 && !all_.skins[static_cast<std::size_t>(skin)].joints.empty();
            const std::string& own = gltf_.nodes[node].name;
            out_.scene.meshes.push_back({node, isSkinned ? skin : -1});
            out_.meshes.push_back({node, mesh, !own.empty() ? own : !mesh->name.empty() ? mesh->name : "piece"});
        }
    }

    /// Those of the meshes; all when no mesh has one.
    void skins() {
        std::vector<std::int32_t> firsts(all_.skins.size(), -1);
        bool isAnyUsed = false;
        for (const SceneMesh& mesh : out_.scene.meshes) {
            if (mesh.skin < 0) continue;
            isAnyUsed = true;
            std::int32_t& first = firsts[static_cast<std::size_t>(mesh.skin)];
            if (first < 0) first = static_cast<std::int32_t>(mesh.node);
        }
        std::vector<std::int32_t> index(all_.skins.size(), -1);
        out_.scene.skins.clear();
        for (std::size_t skin = 0; skin < all_.skins.size(); ++skin) {
            if (all_.skins[skin].joints.empty() || (isAnyUsed && firsts[skin] < 0)) continue;
            index[skin] = static_cast<std::int32_t>(out_.scene.skins.size());
            out_.scene.skins.push_back(all_.skins[skin]);
            out_.scene.skins.back().meshNode = firsts[skin];
            joints_.insert(all_.skins[skin].joints.begin(), all_.skins[skin].joints.end());
        }
        for (SceneMesh& mesh : out_.scene.meshes) {
            if (mesh.skin >= 0) mesh.skin = index[static_cast<std::size_t>(mesh.skin)];
        }
        out_.joints = joints_.size();
    }

    /// Empties that are named so, or came from here as such.
    void sockets() {
        std::vector<bool> hasChildren(gltf_.nodes.size());
        for (const std::int32_t parent : all_.parents) {
            if (parent >= 0) hasChildren[static_cast<std::size_t>(parent)] = true;
        }
        for (const std::uint32_t node : all_.order) {
            const gltf::Node& is = gltf_.nodes[node];
            if (gltf_.isShown[node] == 0 || is.mesh >= 0 || joints_.contains(node)) continue;
            const bool isKnown = gltf::numberIn(is.extras, "lt_socket").has_value();
            if (isKnown || (isSocketName(is.name) && !hasChildren[node])) out_.scene.sockets.push_back(node);
        }
    }

    const Gltf& gltf_;
    const Scene& all_;
    std::set<std::uint32_t> joints_;
    Contents out_;
};

/// As JavaScript counts them.
std::size_t lettersOf(const std::string& name) {
    std::size_t out = 0;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        out += byte >= 0xF0 ? 2U : byte < 0x80 || byte >= 0xC0 ? 1U : 0U;
    }
    return out;
}

}  // namespace

std::string refusalOf(const Gltf& gltf) {
    const std::size_t count = gltf.nodes.size();
    if (gltf.scene.count() != count || gltf.isShown.size() != count || gltf.skinOf.size() != count)
        return "The lists of a scene do not have an entry for each node.";
    const auto isSkin = [&](std::int32_t skin) {
        return skin >= -1 && skin < static_cast<std::int64_t>(gltf.scene.skins.size());
    };
    if (!std::all_of(gltf.skinOf.begin(), gltf.skinOf.end(), isSkin)) return "A node has a skin that does not exist.";
    const auto isNode = [count](std::uint32_t node) { return node < count; };
    if (!std::all_of(gltf.scene.order.begin(), gltf.scene.order.end(), isNode) ||
        std::any_of(gltf.scene.parents.begin(), gltf.scene.parents.end(),
                    [count](std::int32_t parent) { return parent >= static_cast<std::int64_t>(count); }))
        return "The scene has a node that does not exist.";
    return gltf::refusalOf(gltf);
}

Contents contentsOf(const Gltf& gltf) {
    return Finder(gltf).run();
}

std::size_t targetCount(const gltf::Mesh& mesh) {
    std::size_t most = 0;
    for (const gltf::Primitive& primitive : mesh.primitives) most = std::max<std::size_t>(most, primitive.targets);
    return most;
}

std::string whyTooLarge(const std::string& name, const Gltf& gltf, const Contents& contents) {
    std::size_t vertices = 0;
    std::size_t primitives = 0;
    std::size_t letters = 0;
    for (const PlacedMesh& placed : contents.meshes) {
        for (const gltf::Primitive& primitive : placed.mesh->primitives) vertices += primitive.vertices;
        primitives += placed.mesh->primitives.size();
        letters += lettersOf(placed.name) * placed.mesh->primitives.size();
    }
    for (const gltf::Node& node : gltf.nodes) letters += lettersOf(node.name);
    for (const gltf::Animation& animation : gltf.animations) letters += lettersOf(animation.name);
    const auto refused = [&](std::string_view why, std::size_t count, std::size_t most) {
        return core::filled(why, {name, core::grouped(count), core::grouped(most)});
    };
    if (vertices > kMostSceneVertices) return refused(kTooManyVertices, vertices, kMostSceneVertices);
    if (primitives > kMostPieces) return refused(kTooManyPieces, primitives, kMostPieces);
    if (letters > kMostLetters) return refused(kTooManyLetters, letters, kMostLetters);
    return {};
}

Slots slotsOf(const Gltf& gltf, const Contents& contents, bool sharesFlat) {
    const std::size_t count = gltf.materials.size();
    std::vector<bool> isUsed(count);
    for (const PlacedMesh& placed : contents.meshes) {
        for (const gltf::Primitive& primitive : placed.mesh->primitives) {
            if (primitive.material >= 0) isUsed[static_cast<std::size_t>(primitive.material)] = true;
        }
    }
    const auto said = [&](std::size_t material) {
        return gltf::indexIn(gltf.materials[material].extras, "lt_material");
    };
    std::set<std::uint32_t> taken;
    for (std::size_t material = 0; material < count; ++material) {
        if (const auto slot = isUsed[material] ? said(material) : std::nullopt) taken.insert(*slot);
    }
    std::uint32_t next = 0;
    const auto nextFree = [&] {
        while (taken.contains(next)) ++next;
        return next++;
    };
    Slots out;
    out.of.resize(count);
    std::optional<std::uint32_t> shared;
    for (std::size_t material = 0; material < count; ++material) {
        if (!isUsed[material]) continue;
        const auto slot = said(material);
        const bool isShared = sharesFlat && !gltf.materials[material].hasTexture;
        if (isShared) {
            if (!shared) shared = nextFree();
            out.of[material] = shared;
        } else {
            if (!slot) out.given.push_back(static_cast<std::uint32_t>(material));
            out.of[material] = slot ? *slot : nextFree();
        }
    }
    out.shared = shared ? *shared : nextFree();
    return out;
}

}  // namespace drafting
