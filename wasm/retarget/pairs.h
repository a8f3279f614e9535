// Which node of a model stands for which of another one whose skeleton may be a different one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "abc/model.h"

namespace retargeting {

using core::kNone;

/// How a node came to its counterpart.
enum class By : std::uint8_t {
    Nothing,  ///< it has none
    Choice,   ///< it was given
    Name,     ///< both have the same name, ignoring case
    Similar,  ///< their names are the same without namespaces, numbered prefixes and separators
    Root,     ///< they are the only roots, with other names, and children of theirs match
};
inline constexpr std::string_view kByNames[] = {"nothing", "choice", "name", "similar", "root"};

/// A node of the target and the one of the source that it shall follow: indices. kNone: none.
using ChosenPair = std::pair<std::uint32_t, std::uint32_t>;

struct PairingOptions {
    /// Names that are only similar match too, after those that are the same.
    bool similar = true;
    /// They come before all names. Those of nodes that are not there are ignored; of several for a node the last
    /// counts.
    std::vector<ChosenPair> choices;
};

struct Pairing {
    /// By node of the target: the node of the source, kNone for none.
    std::vector<std::uint32_t> source;
    /// By node of the target.
    std::vector<By> by;
    /// Nodes of the source that no node of the target follows, growing.
    std::vector<std::uint32_t> unused;

    /// How many nodes of the target have a counterpart.
    [[nodiscard]] std::size_t count() const { return source.size() - without_; }

private:
    friend Pairing pairNodes(const abc::Model& target, const abc::Model& source, const PairingOptions& options);
    std::size_t without_ = 0;
};

/// Of nodes with the same name the first of the target follows the first of the source, and so on. By its name a node
/// of the source is followed once at most; by choice any number of times.
[[nodiscard]] Pairing pairNodes(const abc::Model& target, const abc::Model& source, const PairingOptions& options);

/// What two similar names have in common: `mixamorig:Left_Arm`, `Left_arm_node`, `Bip01 L Arm`, `l-arm` … without case,
/// what stands before the last colon or bar, a leading `bip` with its number, all that is neither letter nor digit, and
/// `node` at the end. The whole name in small letters where nothing would be left.
[[nodiscard]] std::string similarName(std::string_view name);

/// The first node of a name, ignoring case; kNone without one.
[[nodiscard]] std::uint32_t nodeNamed(const abc::Model& model, std::string_view name);

}  // namespace retargeting
