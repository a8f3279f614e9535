// Writes every fixture as a file of its own, for the fuzzers to start from and for the tests of the WebAssembly
// module: `write_fixtures FOLDER`.
#include <cstdio>
#include <fstream>

#include "support/all_fixtures.h"

int main(int count, char** arguments) {
    using namespace abc::testing;
    if (count != 2) {
        std::fputs("usage: write_fixtures FOLDER\n", stderr);
        return 2;
    }
    for (const NamedFile& fixture : allFixtures()) {
        std::ofstream out(std::string(arguments[1]) + "/" + fixture.name + ".abc", std::ios::binary);
        out.write(reinterpret_cast<const char*>(fixture.file.data()),
                  static_cast<std::streamsize>(fixture.file.size()));
        if (!out) return 1;
    }
    return 0;
}
