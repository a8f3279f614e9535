#include "level_layout.h"

#include <algorithm>
#include <cstring>

#include "abc/schema_v9.h"
#include "core/values.h"

namespace merging {
namespace {

namespace schema = abc::schema;
using schema::Id;

/// What 8 bits can count, as some versions have it.
constexpr std::size_t kMostWeights = 255;

template <class T>
void put(std::span<std::byte> bytes, std::size_t at, T value) {
    std::memcpy(&bytes[at], &value, sizeof value);
}

void put(std::span<std::byte> bytes, std::size_t at, const WideVec3& vector, double factor = 1) {
    for (std::size_t i = 0; i < vector.size(); ++i) put(bytes, at + sizeof(float) * i, abc::single(factor * vector[i]));
}

}  // namespace

LevelLayout::LevelLayout(const abc::Dialect& dialect)
    : head(core::offsetIn<schema::kVertex, "Weights">(dialect, Id::Vertex)),
      weight(dialect.minimumSize(Id::Weight)),
      weightLocation(core::offsetIn<schema::kWeight, "Location">(dialect, Id::Weight)),
      weightBias(core::offsetIn<schema::kWeight, "Bias">(dialect, Id::Weight)),
      normal(dialect.minimumSize(Id::Vector)),
      tail(dialect.minimumSize(Id::Vertex) - head),
      corner(dialect.minimumSize(Id::FaceVertex)),
      face(dialect.minimumSize(Id::Face)),
      vertexIndex(core::offsetIn<schema::kFaceVertex, "VertexIndex">(dialect, Id::FaceVertex)) {
    for (const schema::Field& field : schema::kVertex) {
        if (field.name == "WeightCount" && dialect.has(field)) countSize = schema::scalarSize(field.type.scalar());
    }
}

std::span<std::byte> LevelWriter::face() {
    const std::size_t at = faces_.size();
    faces_.resize(at + layout_.face);
    ++faceCount_;
    return std::span(faces_).subspan(at);
}

void LevelWriter::face(std::span<const std::byte> bytes) {
    core::append(faces_, bytes);
    ++faceCount_;
}

void LevelWriter::setCorner(std::span<std::byte> made, std::size_t corner, float u, float v,
                            std::uint32_t vertex) const {
    put(made, layout_.corner * corner, u);
    put(made, layout_.corner * corner + sizeof u, v);
    setVertex(made, corner, vertex);
}

void LevelWriter::setVertex(std::span<std::byte> face, std::size_t corner, std::uint32_t vertex) const {
    put(face, layout_.corner * corner + layout_.vertexIndex, static_cast<std::uint16_t>(vertex));
}

std::uint32_t LevelWriter::vertex(std::span<const std::byte> bytes) {
    core::append(vertices_, bytes);
    return vertexCount_++;
}

ByteList LevelWriter::bytesOf(const NewVertex& vertex) const {
    Shares shares;
    for (const auto& share : vertex.shares) {
        if (share.first < rig_.nodes() && shares.size() < kMostWeights) shares.push_back(share);
    }
    ByteList bytes(layout_.vertexSize(shares.size()));
    std::copy_n(vertex.head.begin(), std::min(vertex.head.size(), layout_.head), bytes.begin());
    const auto count = static_cast<std::uint16_t>(shares.size());
    std::memcpy(bytes.data(), &count, layout_.countSize);
    std::size_t at = layout_.head;
    for (const auto& [node, share] : shares) {
        const double bias = share * vertex.sum;
        put(bytes, at, node);
        put(bytes, at + layout_.weightLocation, abc::applied(rig_.inverseNow[node], vertex.place), bias);
        put(bytes, at + layout_.weightBias, abc::single(bias));
        at += layout_.weight;
    }
    put(bytes, at, vertex.place);
    put(bytes, at + layout_.normal, vertex.normal);
    return bytes;
}

ByteList LevelWriter::done() const {
    ByteList out;
    out.reserve(faces_.size() + vertices_.size() + sizeof faceCount_ + sizeof vertexCount_);
    core::append(out, std::as_bytes(std::span(&faceCount_, 1)));
    core::append(out, faces_);
    core::append(out, std::as_bytes(std::span(&vertexCount_, 1)));
    core::append(out, vertices_);
    return out;
}

Shares inOrder(Shares shares, std::span<const std::uint32_t> before) {
    const auto placeOf = [before](std::uint32_t node) {
        return std::find(before.begin(), before.end(), node) - before.begin();
    };
    std::stable_sort(shares.begin(), shares.end(), [&](const auto& a, const auto& b) {
        const auto one = placeOf(a.first);
        const auto other = placeOf(b.first);
        return one != other ? one < other : a.second > b.second;
    });
    return shares;
}

}  // namespace merging
