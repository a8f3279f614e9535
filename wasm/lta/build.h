// From a parsed text to its model.
#pragma once

#include "abc/capabilities.h"
#include "abc/model.h"
#include "parts.h"

namespace lta {

/// Builds the model of a parsed text from all that could be read, as that of an ABC of version 9 or later, with which
/// it has its space and its skeleton in common. Its names are those of the text; its numbers are behind the text, in
/// bytes of its own.
[[nodiscard]] abc::Model buildModel(const core::Document& document, const Parts& parts);
[[nodiscard]] inline abc::Model buildModel(const core::Document& document) {
    return buildModel(document, partsOf(document));
}

/// Up to which distance each level but the last is used, by the piece that has most levels. (The text says from which.)
[[nodiscard]] std::vector<float> levelDistances(const core::Document& document, const Parts& parts);

/// What the text says of the model as a whole, or what holds where it does not.
struct Settings {
    Text commandString;
    double radius = 96;
    /// How keys get into the compiled model.
    std::uint32_t compression = 2;
    /// The compiled model has animations only.
    bool isWithoutGeometry = false;
};
[[nodiscard]] Settings settingsOf(const core::Document& document, const Parts& parts);

/// What models of this format can have.
[[nodiscard]] abc::Capabilities capabilitiesOf(const core::Document& document);

/// Keys of nodes in all animations together, at most: nodes without keys stand still in each of them, and no text shall
/// make more of them than memory holds. Far more than the games' own models have.
inline constexpr std::size_t kMostTracks = std::size_t{1} << 22U;

/// The tools keep frame strings that are in quotes and longer than this.
inline constexpr std::uint32_t kLostString = 2;

}  // namespace lta
