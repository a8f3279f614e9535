// From a parsed LTB to its model.
#pragma once

#include <vector>

#include "abc/capabilities.h"
#include "abc/model.h"
#include "fields.h"

namespace ltb {

/// Builds the model of a parsed file from all that could be read, as that of an ABC of version 9 or later, with which
/// it has its space and its skeleton in common. It keeps a view of the bytes, which must outlive it.
[[nodiscard]] abc::Model buildModel(const core::Document& document);

/// Keys of all nodes of an animation, at most: keys that are stored once stand for any number, and no file shall make
/// more of them than memory holds. Far more than the games' own models have.
inline constexpr std::uint64_t kMostKeys = std::uint64_t{1} << 22U;
[[nodiscard]] inline bool isTooLarge(const abc::Model& model, const abc::Animation& animation) {
    return core::product(model.nodes.size(), animation.keyCount) > kMostKeys;
}

/// Up to which distance each level but the last is used, by the piece that has most levels. (The file says from which.)
[[nodiscard]] std::vector<float> levelDistances(const core::Document& document);

/// What the models of this format can have; nothing when the version is not known.
[[nodiscard]] abc::Capabilities capabilitiesOf(const core::Document& document);

// The rest is for buildModel.

/// Adds the pieces and their levels. The nodes are there.
void buildPieces(const core::Document& document, const Fields& fields, abc::Model& model);

}  // namespace ltb
