// Models of a given size to measure with: the same bytes on every run.
#pragma once

#include <cstddef>
#include <vector>

namespace abc::bench {

/// A v12 file of about `size` bytes, nearly all of them key transforms: 25 nodes, 60 keys an animation, a
/// frame string at every 16th key.
[[nodiscard]] std::vector<std::byte> keyframeHeavy(std::size_t size);

/// A v12 file of about `size` bytes, nearly all of them faces and vertices with 1 to 4 weights in an irregular
/// order, which is what the layout finds hardest: it joins only neighbours of equal size.
[[nodiscard]] std::vector<std::byte> vertexHeavy(std::size_t size);

/// A v12 file of about `size` bytes, as a game's largest characters are: 25 nodes, one piece with faces and vertices as
/// above, and as many animations as fit.
[[nodiscard]] std::vector<std::byte> character(std::size_t size);

/// A v12 file of what a character is: 25 nodes, one animation, and one piece with `weights` weights, 1 to 4 a
/// vertex.
[[nodiscard]] std::vector<std::byte> skinned(std::size_t weights);

}  // namespace abc::bench
