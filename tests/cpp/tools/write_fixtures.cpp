// Writes every fixture as a file of its own, for the fuzzers to start from and for the tests of the WebAssembly
// module: `write_fixtures FOLDER`.
#include <cstdio>
#include <fstream>

#include "support/all_fixtures.h"
#include "support/dtx_fixtures.h"
#include "support/lta_fixtures.h"
#include "support/ltb_fixtures.h"
#include "support/rez_fixtures.h"
#include "support/spr_fixtures.h"

int main(int count, char** arguments) {
    using namespace abc::testing;
    if (count != 2) {
        std::fputs("usage: write_fixtures FOLDER\n", stderr);
        return 2;
    }
    const auto write = [&](const std::string& name, const File& file) {
        std::ofstream out(std::string(arguments[1]) + "/" + name, std::ios::binary);
        out.write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
        return static_cast<bool>(out);
    };
    bool all = true;
    for (const NamedFile& fixture : allFixtures()) all = write(fixture.name + ".abc", fixture.file) && all;
    for (const auto& texture : dtx::testing::allTextures()) all = write(texture.name + ".dtx", texture.file) && all;
    for (const auto& model : ltb::testing::allModels()) all = write(model.name + ".ltb", model.file) && all;
    for (const auto& text : lta::testing::allTexts()) all = write(text.name + ".lta", text.file) && all;
    for (const auto& sprite : spr::testing::allSprites()) all = write(sprite.name + ".spr", sprite.file) && all;
    for (const auto& archive : rez::testing::allArchives()) all = write(archive.name + ".rez", archive.file) && all;
    return all ? 0 : 1;
}
