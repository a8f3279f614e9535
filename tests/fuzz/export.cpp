// Models of any kind as the numbers of a GLB: whatever is read of a file, a glTF may have, and what an export keeps of
// the file is laid out as the file is.
#include "export/exporter.h"

#include <cmath>

#include "files.h"
#include "merge/template.h"

namespace abc::testing {
namespace {

using exporting::Exporter;
using exporting::WantedClip;

template <class List>
bool areFinite(const List& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](auto number) { return std::isfinite(number); });
}

template <class Number>
bool areGrowing(const std::vector<Number>& numbers) {
    return std::is_sorted(numbers.begin(), numbers.end(), std::less_equal<>());
}

class Work {
public:
    Work(Choices& choices, const ByteList& bytes) : choices_(choices), bytes_(bytes), exporter_(bytes, settings()) {}

    void run() {
        skeleton();
        for (std::uint32_t piece = 0; piece <= model().pieces.size(); ++piece) mesh(piece);
        if (choices_(4) == 3) exporter_.addSource(anyFile(choices_));
        std::vector<WantedClip> clips;
        for (std::uint32_t animation = 0; animation < model().animations.size(); ++animation) {
            WantedClip wanted = clip(animation);
            const std::string refusal = exporter_.refusalOf(wanted);
            require(refusal.empty() || refusal.ends_with('.'), "no sentence says why");
            if (refusal.empty()) clips.push_back(std::move(wanted));
        }
        for (const WantedClip& wanted : clips) play(wanted);
        morphs(clips);
        keep(clips);
    }

private:
    exporting::Settings settings() {
        exporting::Settings out;
        if (choices_(8) == 7) out.interpretation.restAnimation = choices_(4);
        if (choices_(8) == 7) out.interpretation.conjugateKeys = choices_(2) == 1;
        out.mesh.space.mirrors = choices_(2) == 1;
        out.mesh.swaps = choices_(2) == 1;
        return out;
    }

    [[nodiscard]] const Model& model() const { return exporter_.model(); }

    static void requireSettled(const Local& local) {
        const auto& [x, y, z, w] = local.rotation;
        require(isFinite(local.translation), "a node or a socket is nowhere");
        require(std::abs(core::hypot(WideQuat{x, y, z, w}) - 1) < 1e-3, "a rotation is not of length 1");
    }

    void skeleton() const {
        require(exporter_.rest().size() == model().nodes.size(), "not one rest a node");
        require(exporter_.inverseBinds().size() == model().nodes.size(), "not one bind a node");
        for (const Local& local : exporter_.rest()) requireSettled(local);
        require(exporter_.sockets().size() == model().sockets.size(), "not one place a socket");
        for (const exporting::Placed& socket : exporter_.sockets()) requireSettled(socket.local);
    }

    /// v6: levels share their vertices.
    void mesh(std::uint32_t piece) {
        std::vector<std::uint32_t> lods{0};
        if (model().family == Family::V6) {
            for (std::uint32_t i = choices_(3); i > 0; --i) lods.push_back(choices_(4));
        } else {
            lods[0] = choices_(3);
        }
        const exporting::MeshArrays made = exporter_.mesh(piece, lods);
        const std::size_t count = made.sources.size();
        require(made.positions.size() == 3 * count && made.normals.size() == 3 * count && made.uvs.size() == 2 * count,
                "a vertex of a mesh has not all of its numbers");
        require(areFinite(made.positions), "a vertex of a triangle is nowhere");
        for (std::size_t v = 0; v < count; ++v) {
            const float* n = &made.normals[3 * v];
            require(std::abs(core::hypot(WideVec3{n[0], n[1], n[2]}) - 1) < 1e-3, "a normal is not of length 1");
            double sum = 0;
            for (const std::vector<float>& shares : made.shares) {
                for (std::size_t i = 4 * v; i < 4 * v + 4; ++i) sum += double{shares[i]};
            }
            require(std::abs(sum - 1) < 1e-3, "the shares of a vertex are not 1 together");
        }
        const std::size_t joints = model().nodes.size() + (made.hasFixed ? 1 : 0);
        for (const std::vector<std::uint32_t>& set : made.joints) {
            for (const std::uint32_t joint : set)
                require(joint == 0 || joint < joints, "a vertex is moved by a joint that does not exist");
        }
        for (const auto& [lod, indices] : made.levels) {
            require(indices.size() % 3 == 0, "a triangle has not three corners");
            for (const std::uint32_t index : indices)
                require(index < count, "a triangle has a vertex that does not exist");
        }
    }

    /// At the keys of the file, mostly.
    WantedClip clip(std::uint32_t animation) {
        WantedClip out;
        out.source = choices_.isOdd() ? static_cast<std::int32_t>(choices_(3)) - 1 : -1;
        out.animation = choices_.isOdd() ? choices_(5) : animation;
        if (choices_(8) == 7) out.origin = {choices_.number(), choices_.number(), choices_.number()};
        const Animation& own = model().animations[animation];
        for (std::uint32_t key = 0; key < own.keyCount; ++key) {
            const double time = model().keyframes[own.firstKey + key].time;
            // Also in 32-bit seconds, as the exporter wants them.
            const auto seconds = [](double ms) { return static_cast<float>(ms / 1000); };
            if (out.times.empty() || seconds(time) > seconds(out.times.back())) out.times.push_back(time);
        }
        if (choices_.isOdd()) out.times = choices_.numbers<double>(choices_(4));
        return out;
    }

    void play(const WantedClip& wanted) {
        const std::size_t most = choices_(2) == 0 ? 1000 : choices_(4);
        exporting::Clip clip = exporter_.clip(wanted, most);
        while (clip.step()) {
        }
        const bool isGrowing = areGrowing(wanted.times);
        require(!isGrowing || areGrowing(clip.times()), "a key is not later than the one before");
        require(clip.added() <= most && clip.times().size() == wanted.times.size() + clip.added(),
                "not the keys that were asked for, and those that were added");
        require(clip.moved(exporter_.skeleton().rest).size() == model().nodes.size(), "not one answer a node");
        curves(clip.translations(exporter_.space()), 3, clip.times().size());
        curves(clip.rotations(exporter_.space()), 4, clip.times().size());
    }

    void curves(const exporting::Curves& curves, std::size_t size, std::size_t keys) const {
        require(curves.counts.size() == model().nodes.size(), "not one channel a node");
        std::size_t all = 0;
        std::size_t timed = 0;
        for (const std::uint32_t count : curves.counts) {
            all += count;
            if (count < keys) timed += count;
        }
        require(curves.values.size() == size * all && curves.times.size() == timed, "not one value a key");
        require(areFinite(curves.values), "a node is moved to nowhere");
    }

    void morphs(const std::vector<WantedClip>& clips) {
        const double most = choices_(2) == 0 ? 1000 : choices_.number();
        for (std::uint32_t piece = 0; piece < std::min<std::size_t>(model().pieces.size(), 3); ++piece) {
            for (std::uint32_t lod = 0; lod < 2; ++lod) morphs(piece, lod, clips, most);
        }
    }

    void morphs(std::uint32_t piece, std::uint32_t lod, const std::vector<WantedClip>& clips, double most) {
        const auto plan = exporter_.morphs(piece, lod, clips, most);
        if (!plan) return;
        require(plan->normals.empty() || plan->normals.size() == plan->targets.size(), "not one turn a target");
        for (const std::vector<float>& normals : plan->normals)
            require(normals.size() == 3 * plan->turned.size() && areFinite(normals), "a normal is nowhere");
        require(plan->tracks.size() == clips.size(), "not one track a clip");
        require(plan->targets.size() <= plan->all, "more targets than frames");
        for (const std::vector<float>& target : plan->targets)
            require(target.size() == 3 * plan->vertices.size() && areFinite(target), "a target is nowhere");
        for (const auto& [times, targets] : plan->tracks) {
            require(!times.empty() && times.size() == targets.size(), "not one target a time");
            for (const std::int32_t target : targets)
                require(target >= -1 && target < static_cast<std::int64_t>(plan->targets.size()),
                        "a track shows a target that does not exist");
        }
    }

    /// Only numbers are others in it.
    void keep(const std::vector<WantedClip>& clips) {
        merging::Exported exported;
        for (std::uint32_t i = choices_(4); i > 0; --i) exported.levels.push_back({choices_(3), choices_(3)});
        for (const WantedClip& wanted : clips) {
            auto& [animation, keys] = exported.animations.emplace_back();
            animation = wanted.animation;
            for (std::uint32_t i = choices_(4); i > 0; --i) keys.push_back(choices_.index(4));
        }
        if (choices_(4) == 3) exported.restAnimation = choices_(3);
        exported.hasDeformation = choices_(2) == 1;
        const ByteList kept = merging::templateOf(exporter_.document(), model(), exported);
        require(kept.size() == bytes_.size(), "a file is not kept in its length");
        const Document document = parse(kept);
        require(document.faults.size() == exporter_.document().faults.size(), "a file is kept in another form");
    }

    Choices& choices_;
    const ByteList& bytes_;
    Exporter exporter_;
};

}  // namespace
}  // namespace abc::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace abc::testing;
    Choices choices(data, size);
    const ByteList bytes = anyFile(choices);
    Work(choices, bytes).run();
    return 0;
}
