// A fixture for every version, and for every part that a file may have or lack.
#pragma once

#include "fixtures.h"

namespace abc::testing {

struct NamedFile {
    std::string name;
    std::uint32_t version = 0;
    File file;
    /// Every leaf in file order, as it was meant.
    std::vector<WrittenLeaf> leaves;
    /// A cut in front of this byte must be noticed. After it are only bytes of which no reader can say how many
    /// there should be.
    std::uint32_t countedEnd = 0;
};

/// Small, and sound but for those that have no animation.
[[nodiscard]] const std::vector<NamedFile>& allFixtures();

/// The positions of the fixtures, for parameterised tests, and a test's name from one.
[[nodiscard]] std::vector<std::size_t> fixtureIndices();
[[nodiscard]] inline const std::string& fixtureName(std::size_t index) {
    return allFixtures()[index].name;
}

}  // namespace abc::testing
