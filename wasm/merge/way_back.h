// A glTF that came from an export of a file, on its way back into it: what the glTF says is compared with what the file
// says; where they differ by more than what rounding and Blender take, the glTF's is written, and everything else keeps
// its bytes. A part of the work at each step.
#pragma once

#include <functional>
#include <memory>

#include "animations.h"

namespace merging {

struct Wanted {
    Settings settings;
    /// The file is byte for byte the one that was exported, as the export says.
    bool isExported = false;
    /// Levels of detail were asked for, which only those of versions 9 and later can get.
    bool wantsLevels = false;
    /// Indices of the animations of the glTF that are taken; nothing: all.
    std::optional<std::vector<std::uint32_t>> animations;
};

/// Why a glTF does not go back into a file: it becomes a new one then.
enum class NotTheFile : std::uint8_t { OtherSkeleton, OtherModel };
inline constexpr std::string_view kNotTheFileNames[] = {"other skeleton", "other model"};
static_assert(core::hasNameOf(kNotTheFileNames, NotTheFile::OtherModel));

/// What the file becomes.
struct CameBack {
    /// In order, on the file; none when nothing differs.
    Operations operations;
    Changes changes;
    std::vector<gltf::Note> notes;
    /// By piece of the file that comes of it. Version 6: several for its one piece.
    std::vector<std::vector<PieceSource>> sources;
    /// As `MergedAnimations`.
    std::vector<std::int32_t> animations;
    std::vector<double> starts;
};

class WayBack {
public:
    /// @param glb that was told (`tell`), and of which `refusalOf` has nothing to say
    /// @param numbers must outlive it
    WayBack(ByteList bytes, Glb glb, const Numbers& numbers, Wanted wanted);
    WayBack(const WayBack&) = delete;
    WayBack& operator=(const WayBack&) = delete;

    /// Set: nothing else may be asked.
    [[nodiscard]] const std::optional<NotTheFile>& notTheFile() const { return notTheFile_; }
    /// False: all is done, or nothing comes of it.
    [[nodiscard]] bool step();
    /// How much is done before the next step, 0 to 1.
    [[nodiscard]] double done() const { return next_ < tasks_.size() ? tasks_[next_].done : 1; }
    /// A sentence: nothing comes of it.
    [[nodiscard]] const std::string& refusal() const { return told_->refusal; }
    /// After the last step.
    [[nodiscard]] const CameBack& result() const { return out_; }
    [[nodiscard]] bool swaps() const { return joints_->rig().swaps; }

private:
    struct Task {
        double done;
        std::function<void()> run;
    };

    void begin();
    void takeOldMesh();
    void addPieces();
    void beginAnimations();
    void addAnimations();
    void finish();
    void noteWhole(std::vector<gltf::Note>& notes) const;
    void noteFaults(std::vector<gltf::Note>& notes) const;

    Glb glb_;
    const Numbers& numbers_;
    Wanted wanted_;
    std::unique_ptr<Joints> joints_;
    std::unique_ptr<Merge> merge_;
    std::unique_ptr<Told> told_;
    std::unique_ptr<Pieces> pieces_;
    std::unique_ptr<Animations> animations_;
    std::optional<NotTheFile> notTheFile_;
    std::optional<MeshAt> oldMesh_;
    MergedPieces mergedPieces_;
    std::vector<Task> tasks_;
    std::size_t next_ = 0;
    CameBack out_;
};

}  // namespace merging
