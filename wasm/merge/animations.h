// The animations of a file as the glTF has them: keys that have other values, that came or went; animations likewise.
#pragma once

#include <functional>
#include <set>
#include <unordered_map>

#include "pieces.h"

namespace merging {

struct MergedAnimations {
    /// Set animations that have other keys.
    Operations sets;
    /// Then these: names and numbers.
    Operations texts;
    /// Then these: animations that go and come.
    Operations lists;
    Changes changes;
    std::vector<gltf::Note> notes;
    /// By animation of the file that comes of it: its index in the glTF, −1 for one that is not from there; and at how
    /// many milliseconds of the glTF its time 0 is.
    std::vector<std::int32_t> sources;
    std::vector<double> starts;
};

/// Those of the file first, then `finish`, then the new ones.
class Animations {
public:
    /// @param wanted indices of the animations of the glTF that are taken; nothing: all
    /// @param mesh version 6: whose morph targets are the deformation
    Animations(Told& told, const std::optional<std::vector<std::uint32_t>>& wanted, std::optional<MeshAt> mesh);

    /// Animations of the file that the glTF has.
    [[nodiscard]] std::size_t found() const { return found_.size(); }
    void merge(std::size_t index);
    void finish();
    [[nodiscard]] std::size_t added() const { return added_.size(); }
    void add(std::size_t index);
    /// @returns all of it
    [[nodiscard]] MergedAnimations done();

private:
    using Indices = std::vector<std::uint32_t>;

    /// An animation of the file in the glTF; `known` is not null but for missing ones that are others now.
    struct Found {
        std::uint32_t index = 0;
        std::string name;
        Indices animations;
        const std::vector<double>* times = nullptr;
    };
    /// An animation of the file that the glTF has not by its name.
    struct Missing {
        std::uint32_t index = 0;
        std::string name;
        const std::vector<double>* times = nullptr;
    };
    /// Animations of the glTF of one name: Blender may make two of one.
    struct Named {
        std::string name;
        Indices animations;
    };
    /// A missing one that another may be.
    struct Pair {
        std::size_t missing = 0, other = 0;
        double alike = 0, named = 0;
    };

    void setTargets();
    void sort(const std::optional<Indices>& wanted);
    void findRenamed();
    [[nodiscard]] std::vector<Pair> pairs(const std::vector<Named>& others);
    [[nodiscard]] bool isBetter(const Pair& pair, const Pair& other) const;
    /// False: nothing comes of it all.
    bool play(const Indices& animations, const std::vector<double>* known);
    void mergeKeys(const Found& found, const MergedAnimation& made);
    void setStrings(std::uint32_t index, const Strings& strings);
    void mergeTexts(const Found& found);
    void rename(const Found& found, const abc::Animation& info);
    void mergeExtents(const gltf::Json& extras, const abc::Animation& info, std::uint32_t index);
    void set(const std::string& path, core::EditValue value, std::string message);
    void noteStill();
    void removeGone();
    void keepOne();
    void show();
    [[nodiscard]] std::string pathOf(std::size_t index) const;
    [[nodiscard]] static SaidStrings stringsOf(const gltf::Json& extras);
    [[nodiscard]] std::string nameOf(std::uint32_t index) const { return told_.text(model_.animations[index].name); }
    [[nodiscard]] const gltf::Json& extrasOf(const Indices& animations) const {
        return told_.glb.animations[animations.front()].extras;
    }

    Told& told_;
    const abc::Model& model_;
    std::optional<MeshAt> mesh_;
    std::size_t targets_ = 0;
    std::vector<Found> found_;
    std::vector<Missing> gone_;
    std::vector<Named> added_;
    std::size_t sampled_ = 0;
    std::size_t refined_ = 0;
    bool isShown_ = false;
    /// Renamed nodes that stand still, in the order in which they were found, and in which animations.
    std::vector<std::pair<std::uint32_t, std::vector<std::string>>> stands_;
    std::set<std::uint32_t> moves_;
    MergedAnimations out_;
};

}  // namespace merging
