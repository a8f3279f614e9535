#include "told.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace merging {

bool Told::hasTriangles(const MeshAt& at, Faults& counted) const {
    const gltf::Mesh* mesh = glb.meshOf(at.node);
    if (mesh == nullptr || at.primitive >= mesh->primitives.size()) return false;
    const gltf::Primitive& primitive = mesh->primitives[at.primitive];
    if (!primitive.drawsTriangles) ++counted.lines;
    return primitive.drawsTriangles && primitive.vertices > 0;
}

std::vector<std::uint32_t> Told::inOrder() const {
    std::vector<std::uint32_t> out(glb.nodes.size());
    std::iota(out.begin(), out.end(), 0U);
    std::stable_partition(out.begin(), out.end(), [&](std::uint32_t node) {
        const std::string& name = glb.nodes[node].name;
        return gltf::withoutCopyNumber(name).size() == name.size();
    });
    return out;
}

core::Operation setting(std::string path, core::EditValue value, bool force) {
    core::Operation out;
    out.path = std::move(path);
    out.value = std::move(value);
    out.force = force;
    return out;
}

core::Operation inserting(std::string path, core::EditValue value, bool force) {
    core::Operation out;
    out.kind = core::Operation::Kind::Insert;
    out.path = std::move(path);
    out.values.push_back(std::move(value));
    out.force = force;
    return out;
}

core::Operation removing(std::string path, bool force) {
    core::Operation out;
    out.kind = core::Operation::Kind::Remove;
    out.path = std::move(path);
    out.force = force;
    return out;
}

std::string at(const std::string& list, std::size_t index) {
    return list + "[" + std::to_string(index) + "]";
}

std::optional<double> singleIn(const gltf::Json& extras, std::string_view name) {
    const std::optional<double> number = gltf::numberIn(extras, name);
    return number && std::isfinite(static_cast<float>(*number)) ? number : std::nullopt;
}

}  // namespace merging
