// A glTF of JavaScript, and what of it becomes a draft.
#pragma once

#include <optional>

#include "drafting/drafting.h"
#include "values.h"

namespace bindings {

/// One draft (DraftingScene and the others in types/drafting.ts). What cannot be answered is NotWritten.
class DraftingWork {
public:
    /// SceneSkeleton.
    [[nodiscard]] val begin(const val& scene, const val& settings);
    /// Looks at vertices for the height. A sentence says why it cannot; empty: it did. @param mesh of the scene
    [[nodiscard]] std::string look(std::uint32_t mesh, const val& vertices);
    /// Of what was looked at.
    [[nodiscard]] double height() const { return drafting_ ? drafting_->height() : 0; }
    /// MadeMeshes. @param mesh of the scene
    [[nodiscard]] val add(std::uint32_t mesh, const val& primitive);
    /// MeshFaults.
    [[nodiscard]] val faults() const;
    /// SettledModel.
    [[nodiscard]] val settle(const val& pieces);
    /// Whether it was moved.
    [[nodiscard]] bool centre();

    /// Begins an animation. A sentence says why it cannot be made; empty: it can.
    [[nodiscard]] std::string animate(const val& animation);
    /// False: all is done.
    [[nodiscard]] bool step();
    /// 0 to 1.
    [[nodiscard]] double done() const { return making_ ? making_->done() : 0; }
    /// MadeAnimation; null when there are too many keys.
    [[nodiscard]] val animation();
    /// By node of the file: 1 when an animation has it elsewhere than the bind pose.
    [[nodiscard]] val moved() const;

private:
    [[nodiscard]] val settled() const;

    std::optional<drafting::Drafting> drafting_;
    std::optional<drafting::Making> making_;
    /// Why an animation was not made.
    std::string refusal_;
};

}  // namespace bindings
