// Times of the core on this machine: abc_bench FILE… [--benchmark_…]. tools/bench.mjs runs it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "abc/build.h"
#include "abc/deform.h"
#include "abc/validate.h"
#include "support/heap.h"
#include "support/scalar_deform.h"

namespace {

struct Input {
    std::string name;
    std::vector<std::byte> bytes;
    abc::Document document;
    abc::Model model;

    Input(std::string file, std::vector<std::byte> content)
        : name(std::move(file)),
          bytes(std::move(content)),
          document(abc::parse(bytes)),
          model(abc::buildModel(document)) {}
};

std::vector<std::byte> contentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

/// What the others are compared with: any reader has to get the bytes first.
void copy(benchmark::State& state, const Input& input) {
    std::vector<std::byte> into(input.bytes.size());
    for (auto _ : state) {
        std::memcpy(into.data(), input.bytes.data(), into.size());
        benchmark::ClobberMemory();
    }
}

/// Everything that opening a file costs before it can be drawn and judged.
void open(benchmark::State& state, const Input& input) {
    for (auto _ : state) {
        const abc::Document document = abc::parse(input.bytes);
        const abc::Model model = abc::buildModel(document);
        benchmark::DoNotOptimize(abc::validate(document, model));
    }
}

void parse(benchmark::State& state, const Input& input) {
    for (auto _ : state) benchmark::DoNotOptimize(abc::parse(input.bytes));
}

/// The middle of the first animation.
abc::Layer middle(const abc::Model& model) {
    abc::Layer layer;
    layer.source = &model;
    layer.animation = 0;
    layer.timeMs = model.lengthOf(model.animations.front()) / 2.0;
    return layer;
}

/// The buffers of a player: a pose, and the vertices of the piece that is deformed.
struct Player {
    explicit Player(const abc::Model& played) : model(played), layer(middle(played)) {
        std::size_t most = 0;
        for (const abc::Lod& lod : model.lods) most = std::max<std::size_t>(most, lod.vertexCount);
        positions.resize(most);
        normals.resize(most);
        pose();
    }

    void pose() { abc::pose(model, {&layer, 1}, {}, posed); }
    template <auto kDeform>
    void deform(std::uint32_t piece) {
        const std::size_t count = model.vertexCount(piece, 0);
        kDeform(model, posed, piece, 0, std::span(positions).first(count), std::span(normals).first(count));
    }
    void frame() {
        pose();
        for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) deform<abc::deform>(piece);
    }

    const abc::Model& model;
    abc::Layer layer;
    abc::Pose posed;
    std::vector<abc::Vec3> positions;
    std::vector<abc::Vec3> normals;
};

/// A frame, all pieces at their finest level.
void evaluate(benchmark::State& state, const Input& input) {
    Player player(input.model);
    for (auto _ : state) {
        player.frame();
        benchmark::ClobberMemory();
    }
}

/// The number of allocations in a playing frame. No counter of `evaluate`: the library divides the deviation of a
/// counter by its mean, and writes what that is of zeros as NaN, which is not JSON.
std::size_t allocationsOfFrame(const abc::Model& model) {
    Player player(model);
    player.frame();
    const abc::testing::HeapMeter heap;
    player.frame();
    return heap.count();
}

void pose(benchmark::State& state, const Input& input) {
    Player player(input.model);
    for (auto _ : state) {
        player.pose();
        benchmark::ClobberMemory();
    }
}

/// The first piece at its finest level.
template <auto kDeform>
void deform(benchmark::State& state, const Input& input) {
    Player player(input.model);
    for (auto _ : state) {
        player.deform<kDeform>(0);
        benchmark::ClobberMemory();
    }
}

void add(const std::string& task, void (*measured)(benchmark::State&, const Input&), const Input& input) {
    benchmark::RegisterBenchmark((task + " " + input.name).c_str(), measured, std::cref(input))
        ->ComputeStatistics(
            "least", [](const std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); });
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    std::vector<std::unique_ptr<Input>> inputs;
    for (int i = 1; i < argc; ++i) {
        const std::string path = argv[i];
        inputs.push_back(std::make_unique<Input>(path, contentOf(path)));
        const Input& input = *inputs.back();
        add("copy", copy, input);
        add("parse", parse, input);
        add("open", open, input);
        if (!input.model.animations.empty() && input.model.animations.front().complete) {
            add("evaluate", evaluate, input);
            benchmark::AddCustomContext("allocations " + path, std::to_string(allocationsOfFrame(input.model)));
            if (input.model.weights.empty()) continue;
            add("pose", pose, input);
            add("deform", deform<abc::deform>, input);
            add("deformScalar", deform<abc::testing::deformScalar>, input);
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
