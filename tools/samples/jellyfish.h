// "Jellyfish", the sample of v6: a bell of deformation vertices, rigid tentacles and edge collapses.
#pragma once

#include "abc_builder.h"

namespace abc::samples::jellyfish {

[[nodiscard]] ModelV6 model();
/// The file of its skin.
[[nodiscard]] std::vector<std::byte> skin();

}  // namespace abc::samples::jellyfish
