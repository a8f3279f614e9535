// Writes the samples that come with the page: make_samples FOLDER
#include <filesystem>
#include <iostream>

#include "clockwork.h"
#include "clockwork_skin.h"
#include "jellyfish.h"
#include "save.h"

using abc::samples::save;

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: make_samples FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    try {
        std::filesystem::create_directories(folder);
        save(folder / "clockwork.abc", build(abc::samples::clockwork::model()));
        save(folder / "clockwork_base.abc", build(abc::samples::clockwork::baseModel()));
        save(folder / "clockwork.dtx", abc::samples::clockwork::bodySkin());
        save(folder / "clockwork_head.dtx", abc::samples::clockwork::headSkin());
        save(folder / "jellyfish.abc", build(abc::samples::jellyfish::model()));
        save(folder / "jellyfish.dtx", abc::samples::jellyfish::skin());
    } catch (const std::exception& error) {
        std::cerr << "make_samples: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
