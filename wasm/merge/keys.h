// The keys of an animation of the file, and what the glTF says of them.
#pragma once

#include "player.h"

namespace merging {

/// An animation of the file as it stands there.
class Track {
public:
    /// @param animation that the model has
    Track(const Base& base, std::uint32_t animation);

    /// Milliseconds of the keys.
    [[nodiscard]] const std::vector<double>& times() const { return times_; }
    /// The list of the movements of the nodes.
    [[nodiscard]] const std::string& list() const { return list_; }
    /// Where the movement of a node begins; nothing where there is none with all keys.
    [[nodiscard]] std::optional<std::size_t> start(std::uint32_t node) const;
    /// Where its keys lie.
    [[nodiscard]] std::optional<std::size_t> key(std::uint32_t node, std::size_t key) const;
    [[nodiscard]] std::size_t keySize() const { return keySize_; }
    [[nodiscard]] std::size_t end(std::uint32_t node) const { return starts_[node + 1]; }
    /// Of keys at one time the last counts, and none goes back in time: as the export has them.
    [[nodiscard]] std::vector<std::uint32_t> exported() const;
    /// Where a rotation stands in a key.
    [[nodiscard]] std::size_t rotation() const { return rotation_; }

private:
    std::vector<double> times_;
    std::string list_;
    std::vector<std::uint32_t> starts_;
    /// Bytes before the keys of a movement.
    std::size_t head_ = 0;
    std::size_t keySize_ = 0, rotation_ = 0;
};

/// What became of the keys of an animation.
struct MergedKeys {
    /// Moments at which nodes have other values.
    std::uint32_t moments = 0;
    /// Milliseconds of keys that the glTF has between those of the file and that are not on their way, not rounded.
    std::vector<double> inserted;
    /// Indices of keys that are gone.
    std::vector<std::uint32_t> removed;
    /// By key of the file: its time in the glTF, where keys were moved in time and none came or went; else empty.
    std::vector<double> retimed;
    /// The program has written it at even distances, not at its keys.
    bool isSampled = false;
    /// Of one that was sampled: renamed nodes that stay in the rest pose, but for those that did so in the file; and
    /// renamed nodes that move.
    std::vector<std::uint32_t> still, moving;
};

class AnimationKeys {
public:
    /// All must outlive it.
    AnimationKeys(const Base& base, const Track& track, std::uint32_t animation, const Player& player);

    /// Patches the keys that both have, and says which only one of them has.
    [[nodiscard]] MergedKeys merge();
    /// How much of some keys is as in the file, 0 to 1; of holes that is only the side of each rotation. As many keys
    /// as in the file are compared one by one, whatever their times.
    [[nodiscard]] double likeness() const;
    /// The value of a key as the file would have it.
    [[nodiscard]] Local local(std::uint32_t node, double ms) const;

private:
    /// All nodes at a time, milliseconds.
    struct Moment {
        double time = 0;
        std::vector<Local> pose;
    };

    [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(base_.rig.nodes()); }
    /// @param at where a key lies
    [[nodiscard]] WideQuat rotationAt(std::size_t at) const { return base_.patches.quaternion(at + track_.rotation()); }
    /// A key as it is now.
    [[nodiscard]] Local storedAt(std::size_t at) const;
    [[nodiscard]] Moment stored(std::uint32_t key) const;
    [[nodiscard]] static std::optional<Local> onTheWay(const std::optional<Moment>& before,
                                                       const std::optional<Moment>& after, double time,
                                                       std::uint32_t node);
    /// @param there where the file has it
    [[nodiscard]] bool isSame(std::uint32_t node, const Local& a, const Local& there) const;
    [[nodiscard]] bool areKeys() const;
    [[nodiscard]] bool isRetimed() const { return !out_.retimed.empty(); }
    void findSame();
    void findRenamed();
    [[nodiscard]] bool isAtRest(std::uint32_t node) const;
    /// The value of a key that the file has.
    [[nodiscard]] Local atKey(std::uint32_t node, std::uint32_t key);
    [[nodiscard]] bool differs(std::uint32_t key) const;
    /// @returns whether it was there and has another value now
    bool mergeKey(std::uint32_t node, std::uint32_t key);
    void findInserted();

    const Base& base_;
    const Track& track_;
    const Player& player_;
    WideVec3 origin_{};
    std::vector<std::uint32_t> exported_;
    /// Nodes that move as in the file, but for what sampling takes.
    std::vector<bool> isSameNode_;
    /// Of one that was sampled, by node: by key that was exported, where the samples lead.
    std::map<std::uint32_t, std::vector<Local>> led_;
    MergedKeys out_;
};

/// 1 or −1, the other one for the same rotation with all signs turned.
[[nodiscard]] double sideOf(const WideQuat& rotation);

}  // namespace merging
