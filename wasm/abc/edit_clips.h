// Operations on animations as wholes: what they come to, as operations on lists and values.
#pragma once

#include "core/edit.h"
#include "model.h"
#include "parse.h"

namespace abc {

/// What an operation on an animation comes to. Its arguments may be anything, bytes of another file too.
[[nodiscard]] Meant meantByClip(const Document& document, const Operation& operation);

/// v6: whether each animation has a collision box.
[[nodiscard]] bool hasBoxes(const Document& document);

/// What the binding of an animation adds to its root, where the model binds its own animations.
[[nodiscard]] Vec3 originOf(const Model& model, std::uint32_t animation);

/// Where the binding of a new animation goes.
struct BindingPlace {
    std::uint32_t index = 0;
    /// It comes with the animation, since all others have one.
    bool comesAlong = false;
};
/// @param index of the new animation. Nothing: the model has no bindings.
[[nodiscard]] std::optional<BindingPlace> bindingFor(const Model& model, std::uint32_t index);

}  // namespace abc
