// Writes the models to measure with, two kinds of three sizes and two characters, and below "hostile" files of 2 MB
// that are made to cost as much as they can: make_bench_models FOLDER
#include <filesystem>
#include <iostream>

#include "models.h"
#include "save.h"
#include "support/hostile.h"

using abc::samples::save;

/// Of a file that is made to be slow, bytes.
constexpr std::uint32_t kHostileSize = 2U << 20U;

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: make_bench_models FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    try {
        std::filesystem::create_directories(folder);
        for (const std::size_t kilobytes : {400U, 4000U, 40000U}) {
            const std::string suffix = "-" + std::to_string(kilobytes) + ".abc";
            save(folder / ("keys" + suffix), abc::bench::keyframeHeavy(kilobytes * 1000));
            save(folder / ("vertices" + suffix), abc::bench::vertexHeavy(kilobytes * 1000));
        }
        save(folder / "weights-2000.abc", abc::bench::skinned(2000));
        save(folder / "character-750.abc", abc::bench::character(750'000));
        std::filesystem::create_directories(folder / "hostile");
        for (const abc::testing::HostileShape& shape : abc::testing::hostileShapes()) {
            save(folder / "hostile" / (std::string(shape.name) + ".abc"), shape.make(kHostileSize));
        }
    } catch (const std::exception& error) {
        std::cerr << "make_bench_models: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
