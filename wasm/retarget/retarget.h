// Animations of one model for another one, whose skeleton may have other nodes, proportions and axes.
//
// The method is a transfer of rotations in the space of the model, relative to the bind pose: a node of the target
// turns away from its bind pose as its counterpart turns away from its own, about the same axis of the model. So the
// axes of a node may run in other directions in both skeletons, and nodes may be missing between two that match. Where
// the skeletons stand differently in their bind poses, the difference stays (docs/guide/retargeting.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pairs.h"
#include "rig.h"

namespace retargeting {

/// Which nodes take translations of the source.
enum class Translations : std::uint8_t {
    Root,  ///< the root, and nodes down to the first that branches, where one does; all others keep their bind offset
    All,   ///< every node moves away from its bind offset as its counterpart does
};
inline constexpr std::string_view kTranslationsNames[] = {"root", "all"};

struct Options {
    PairingOptions pairing;
    Translations translations = Translations::Root;
    /// Of translations and dims. Nothing: as the two skeletons compare.
    std::optional<double> scale;
};

/// What the scale of translations comes from.
enum class ScaleFrom : std::uint8_t {
    Choice,
    Height,  ///< heights of the first node that branches over the lowest node, in the bind poses
    Size,    ///< mean distances of the nodes that match from their centre
    Nothing,
};
inline constexpr std::string_view kScaleFromNames[] = {"choice", "height", "size", "nothing"};

/// An animation for the target.
struct Motion {
    /// In Latin-1, as are `strings`.
    std::string name;
    /// Half the size of the collision box, scaled.
    abc::Vec3 extents;
    /// Of its binding, scaled.
    abc::Vec3 origin;
    /// Milliseconds.
    std::uint32_t interpolationTime = 200;
    /// Milliseconds, one a key.
    std::vector<std::uint32_t> times;
    /// Frame strings, one a key.
    std::vector<std::string> strings;
    /// Key after key of node 0, then of node 1 …: as poses have them, whatever the version. All numbers are finite.
    std::vector<abc::Local> keys;
};

/// Keys of all nodes that the animations added at once can have: about 100 MB, and ten times of what a game has.
inline constexpr std::uint64_t kMostKeys = std::uint64_t{1} << 22U;

/// Both models must outlive it.
class Retargeter {
public:
    Retargeter(const abc::Model& target, const abc::Model& source, const Options& options);

    [[nodiscard]] const Pairing& pairing() const { return pairing_; }
    [[nodiscard]] double scale() const { return scale_; }
    [[nodiscard]] ScaleFrom scaleFrom() const { return scaleFrom_; }

    /// Keys that an animation of the source has in the target, of all nodes. 0 where it is not there.
    [[nodiscard]] std::uint64_t keysOf(std::uint32_t animation) const;
    /// Why an animation of the source cannot be added to the target, a sentence; empty when it can.
    /// @param before keys of the animations that are added before it
    [[nodiscard]] std::string refusal(std::uint32_t animation, std::uint64_t before = 0) const;
    /// The animation, for which there is no refusal.
    [[nodiscard]] Motion animation(std::uint32_t index) const;

private:
    void chooseTravellers();
    void chooseScale(const std::optional<double>& given);
    [[nodiscard]] double heightOf(const Stance& rest, bool isOfSource) const;
    [[nodiscard]] double sizeOf(const Stance& rest, bool isOfSource) const;
    void pose(const Stance& from, Stance& to) const;
    [[nodiscard]] WideVec3 placeOf(std::uint32_t node, const Stance& from, const Stance& to) const;

    const abc::Model& target_;
    const abc::Model& source_;
    Pairing pairing_;
    Translations translations_;
    /// Z of the source runs the other way.
    bool isMirrored_;
    Stance targetRest_, sourceRest_;
    /// By node of the target: whether it moves through the space of the model.
    std::vector<bool> travels_;
    /// The node that branches first; kNone without one.
    std::uint32_t hips_ = kNone;
    double scale_ = 1;
    ScaleFrom scaleFrom_ = ScaleFrom::Nothing;
};

}  // namespace retargeting
