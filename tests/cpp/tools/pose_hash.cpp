// Prints a hash of the bits of every pose of the files given, so that other builds of the core can be held
// against this one: `pose_hash FILE…` → a line `HASH FILE` each. tests/web/core/pose-bits.test.ts does the same
// through WebAssembly, value for value in this order.
#include <abc/build.h>
#include <abc/deform.h>

#include <cstdio>
#include <fstream>
#include <iterator>

namespace {

/// FNV-1a, 64 bits.
class Hash {
public:
    template <class T>
    void add(const std::vector<T>& values) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
        for (std::size_t i = 0; i < values.size() * sizeof(T); ++i) {
            value_ = (value_ ^ bytes[i]) * 0x100000001B3U;
        }
    }
    [[nodiscard]] unsigned long long value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325U;
};

struct Moment {
    double time;
    bool loop;
};

std::uint64_t hashOf(const abc::Model& model) {
    Hash hash;
    std::vector<abc::Vec3> positions;
    std::vector<abc::Vec3> normals;
    // The levels of v6 share one list of vertices.
    const std::uint32_t levels = model.family == abc::Family::V6 ? 1 : model.lodCount();
    const auto add = [&](std::span<const abc::Layer> layers) {
        const abc::Pose pose = abc::pose(model, layers);
        hash.add(pose.nodes);
        for (std::uint32_t level = 0; level < levels; ++level) {
            for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
                positions.resize(model.vertexCount(piece, level));
                normals.resize(positions.size());
                abc::deform(model, pose, piece, level, positions, normals);
                hash.add(positions);
                hash.add(normals);
            }
        }
    };
    add({});
    for (std::uint32_t i = 0; i < model.animations.size(); ++i) {
        if (!model.animations[i].complete) continue;
        const double length = model.lengthOf(model.animations[i]);
        for (const auto [time, loop] : {Moment{0, false}, Moment{length / 3, false}, Moment{length / 2, false},
                                        Moment{length, false}, Moment{length * 1.37, true}}) {
            abc::Layer layer;
            layer.source = &model;
            layer.animation = i;
            layer.timeMs = time;
            layer.loop = loop;
            add({&layer, 1});
        }
    }
    return hash.value();
}

}  // namespace

int main(int count, char** arguments) {
    for (int i = 1; i < count; ++i) {
        std::ifstream in(arguments[i], std::ios::binary);
        if (!in) {
            std::fprintf(stderr, "cannot open %s\n", arguments[i]);
            return 2;
        }
        const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
        const abc::Document document = abc::parse(std::as_bytes(std::span(bytes)));
        std::printf("%016llx %s\n", static_cast<unsigned long long>(hashOf(abc::buildModel(document))), arguments[i]);
    }
    return 0;
}
