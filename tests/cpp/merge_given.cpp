#include "merge_given.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "abc/deform.h"
#include "abc/edit.h"

namespace abc::testing {
namespace {

/// The axes of the file look the other way than those of the glTF.
std::array<float, 3> turned(Vec3 v) {
    return {-v.x, v.y, -v.z};
}

merging::Rig rigOf(const Model& model, const Pose& pose) {
    merging::Rig out;
    out.x = -1;
    out.z = -1;
    for (std::size_t node = 0; node < model.nodes.size(); ++node) {
        Affine& bind = out.binds.emplace_back();
        std::copy_n(pose.nodes[node].m.begin(), bind.size(), bind.begin());
        out.inverseBinds.push_back(*inverse(bind));
        const auto& [translation, rotation] = pose.locals[node];
        out.rest.push_back(
            {{translation.x, translation.y, translation.z}, unit({rotation.x, rotation.y, rotation.z, rotation.w})});
    }
    out.bindsNow = out.binds;
    out.inverseNow = out.inverseBinds;
    out.isMoved.resize(model.nodes.size());
    out.isRenamed.resize(model.nodes.size());
    out.turns.assign(model.nodes.size(), {0, 0, 0, 1});
    return out;
}

void addLevel(Given& out, const Model& model, const Pose& pose, std::uint32_t lod) {
    merging::Mesh& mesh = out.meshes.emplace_back();
    std::vector<Vec3> positions(model.vertexCount(0, lod));
    std::vector<Vec3> normals(positions.size());
    deform(model, pose, 0, lod, positions, normals);
    const std::size_t first = model.lod(0, lod)->firstVertex;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const auto place = turned(positions[v]);
        const auto normal = turned(normals[v]);
        mesh.positions.insert(mesh.positions.end(), place.begin(), place.end());
        mesh.normals.insert(mesh.normals.end(), normal.begin(), normal.end());
        std::vector<std::pair<std::int32_t, float>> shares;
        if (model.family == Family::V6) {
            shares.emplace_back(static_cast<std::int32_t>(model.v6.vertexNode[v]), 1.0F);
        } else {
            for (std::uint32_t w = model.weightStart[first + v]; w < model.weightStart[first + v + 1]; ++w)
                shares.emplace_back(static_cast<std::int32_t>(model.weights[w].node), model.weights[w].bias);
        }
        shares.resize(4, {-1, 0.0F});
        for (const auto& [node, share] : shares) {
            mesh.nodes.push_back(node);
            mesh.shares.push_back(share);
        }
    }
    mesh.uvs.assign(2 * positions.size(), 0.5F);
    for (const Triangle& triangle : topology(model, 0, lod)) {
        mesh.corners.insert(mesh.corners.end(), triangle.corners.begin(), triangle.corners.end());
        mesh.indices.push_back(static_cast<std::int32_t>(mesh.indices.size()));
    }
}

void addAnimation(Given& out, const Model& model) {
    const Animation& animation = model.animations[0];
    for (std::uint32_t node = 0; node < model.nodes.size(); ++node) {
        merging::Curve places;
        merging::Curve turns;
        for (std::uint32_t key = 0; key < animation.keyCount; ++key) {
            const auto seconds = static_cast<float>(model.keyframes[animation.firstKey + key].time / 1000.0);
            places.times.push_back(seconds);
            turns.times.push_back(seconds);
            auto [translation, rotation] = storedKey(model, animation, node, key);
            if (out.settings.conjugates) rotation = conjugate(rotation);
            const auto place = turned(translation);
            places.values.insert(places.values.end(), place.begin(), place.end());
            turns.values.insert(turns.values.end(), {-rotation.x, rotation.y, -rotation.z, rotation.w});
        }
        out.channels.push_back({node, false, places});
        out.channels.push_back({node, true, turns});
    }
    for (std::uint32_t key = 0; key < animation.keyCount; ++key)
        out.times.push_back(model.keyframes[animation.firstKey + key].time);
}

/// Each vertex by one node. The nodes of a tube stand on its axis, a unit apart.
void moveBy(importing::DraftMesh& mesh, std::vector<std::uint32_t> nodes) {
    mesh.node = std::move(nodes);
    mesh.share.assign(mesh.node.size(), 1);
    mesh.local = mesh.positions;
    for (std::uint32_t v = 0; v < mesh.node.size(); ++v) {
        mesh.start[v] = v;
        mesh.local[3 * std::size_t{v} + 1] -= static_cast<float>(mesh.node[v]);
    }
    mesh.start.back() = static_cast<std::uint32_t>(mesh.node.size());
}

/// The paths that one with [] in it stands for.
std::vector<std::string> pathsOf(const Document& document, const std::string& path) {
    const std::size_t any = path.find("[]");
    if (any == std::string::npos) return {path};
    const auto list = document.walk().resolve(path.substr(0, any));
    std::vector<std::string> out;
    for (std::uint32_t i = 0; list && i < list->count; ++i) {
        const std::string one = path.substr(0, any) + "[" + std::to_string(i) + "]" + path.substr(any + 2);
        for (std::string& each : pathsOf(document, one)) out.push_back(std::move(each));
    }
    return out;
}

}  // namespace

Given given(std::uint32_t version, importing::Draft draft, const importing::V6Options& v6) {
    Given out;
    importing::Import work(std::move(draft), {version, v6});
    while (work.step()) {
    }
    EXPECT_EQ(work.written().refusal, "");
    out.bytes = work.written().bytes;
    const Opened file(out.bytes);
    const Pose atRest = pose(file.model, {});
    out.rig = rigOf(file.model, atRest);
    out.settings.conjugates = file.model.conjugatesKeys();
    const std::uint32_t levels = version == 6 ? 1 : file.model.pieces[0].lodCount;
    for (std::uint32_t lod = 0; lod < levels; ++lod) addLevel(out, file.model, atRest, lod);
    addAnimation(out, file.model);
    return out;
}

importing::Draft rigid(importing::Draft tube) {
    for (importing::DraftMesh& mesh : tube.pieces[0].levels) {
        std::vector<std::uint32_t> nodes;
        for (std::size_t v = 0; v + 1 < mesh.start.size(); ++v) nodes.push_back(mesh.node[mesh.start[v]]);
        moveBy(mesh, std::move(nodes));
    }
    return tube;
}

importing::Draft onNode(std::uint32_t node, importing::Draft tube) {
    for (importing::DraftMesh& mesh : tube.pieces[0].levels)
        moveBy(mesh, std::vector<std::uint32_t>(mesh.positions.size() / 3, node));
    return tube;
}

void mark(merging::Mesh& mesh) {
    // Another set of texture coordinates, which marks nothing.
    mesh.marks.push_back(mesh.uvs);
    std::vector<float>& marks = mesh.marks.emplace_back();
    for (std::uint32_t vertex = 0; vertex < mesh.positions.size() / 3; ++vertex) {
        // The number, and a hash of it.
        std::uint32_t bits = ((vertex + 1) * 0x9e3779b1U) ^ 0x85ebca6bU ^ 0xc2b2ae35U;
        bits = (bits ^ (bits >> 15U)) * 0x2c1b3c6dU;
        for (const std::uint32_t number : {vertex, (bits ^ (bits >> 13U)) & 0xFFFFU})
            marks.push_back((static_cast<float>(number) + 0.5F) / 65'536);
    }
}

std::vector<Vec3> placesAtRest(const Opened& file, std::uint32_t lod) {
    std::vector<Vec3> out(file.model.vertexCount(0, lod));
    std::vector<Vec3> normals(out.size());
    deform(file.model, pose(file.model, {}), 0, lod, out, normals);
    return out;
}

merging::ByteList bytesAt(const Opened& file, const std::string& path) {
    const auto place = file.document.walk().resolve(path);
    EXPECT_TRUE(place) << path;
    if (!place) return {};
    return {file.bytes.begin() + place->start, file.bytes.begin() + place->end};
}

std::vector<float> floatsAt(const Opened& file, const std::string& path) {
    const merging::ByteList stored = bytesAt(file, path);
    std::vector<float> out(stored.size() / sizeof(float));
    std::memcpy(out.data(), stored.data(), sizeof(float) * out.size());
    return out;
}

merging::ByteList edited(const merging::ByteList& bytes, const std::vector<merging::SetBytes>& sets) {
    std::vector<core::Operation> operations;
    for (const auto& [path, value] : sets) {
        core::Operation operation;
        operation.kind = core::Operation::Kind::Set;
        operation.path = path;
        operation.value.value = value;
        operations.push_back(std::move(operation));
    }
    const Document document = parse(bytes);
    core::Edited made = edit(document, operations);
    EXPECT_FALSE(made.refusal) << made.refusal->reason;
    return std::move(made.bytes);
}

void clear(merging::ByteList& bytes, const std::string& path, std::size_t keeps) {
    const Document document = parse(bytes);
    for (const std::string& each : pathsOf(document, path)) {
        const auto place = document.walk().resolve(each);
        ASSERT_TRUE(place) << each;
        std::fill(bytes.begin() + place->start, bytes.begin() + static_cast<std::ptrdiff_t>(place->end - keeps),
                  std::byte{0});
    }
}

}  // namespace abc::testing
