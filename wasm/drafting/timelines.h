// The animations with the keys that a model has: whole milliseconds, the same for all nodes. They are the keys of all
// channels together; a step has one more a millisecond before it; splines, and what cannot be had by turning and moving
// from key to key, have as many more as keep the vertices where glTF shows them.
#pragma once

#include "carried.h"
#include "drafting.h"
#include "gltf/cues.h"

namespace drafting {

/// An animation as the draft has it.
struct MadeAnimation {
    std::string name;
    /// Index in glTF.
    std::uint32_t source = 0;
    /// Milliseconds of glTF at which the first key stands.
    double start = 0;
    std::vector<std::uint32_t> times;
    /// By key: `importing::kPose` numbers a node.
    std::vector<float> poses;
    /// By key and piece; empty where no morph target is animated.
    std::vector<std::vector<std::vector<float>>> morphWeights;
    /// Frame strings, one a key.
    std::vector<std::string> strings;
    Vector extents{}, origin{};
    std::uint32_t interpolationTime = 0;
};

class Timelines {
public:
    /// All must outlive it, and the pieces are settled. @param wanted indices of glTF; nothing: all
    Timelines(const Gltf& gltf, Drafting& drafting, const Carried& carried,
              const std::optional<std::vector<std::uint32_t>>& wanted);

    /// Does a part of the work. False: all is done.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const;
    /// Whether all numbers until now are.
    [[nodiscard]] bool isFinite() const { return isFinite_; }
    [[nodiscard]] std::vector<MadeAnimation> take() { return std::move(made_); }
    void note(std::vector<gltf::Note>& notes) const;

private:
    /// A frame string at its time in the file.
    struct Placed {
        std::uint32_t ms = 0;
        std::string text;
    };

    /// False: it is skipped.
    bool begin();
    void finish();
    [[nodiscard]] std::vector<Placed> stringsOf(const gltf::Animation& animation, const Span& span, bool hasChannels,
                                                const std::string& label);
    [[nodiscard]] std::string labelOf(std::uint32_t index) const;
    void addOff(const std::vector<double>& off);

    const Gltf& gltf_;
    Drafting& drafting_;
    const Carried& carried_;
    std::vector<std::uint32_t> wanted_;
    std::size_t next_ = 0;
    std::optional<Making> making_;
    MadeAnimation current_;
    std::vector<Placed> strings_;
    bool hasExtents_ = false;
    std::size_t transforms_ = 0;
    bool isFinite_ = true;
    gltf::DistinctNames names_;
    std::vector<MadeAnimation> made_;
    // What is to be said of all together:
    std::vector<std::string> lost_, long_, many_, late_;
    std::size_t added_ = 0;
    /// By node: how far it is off, in the order in which they were found.
    std::vector<std::pair<std::string, double>> off_;
    std::unordered_map<std::string, std::size_t> offAt_;
};

}  // namespace drafting
