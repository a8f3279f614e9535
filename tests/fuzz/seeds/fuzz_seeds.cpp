// Writes small sound models for the fuzzers to start from: `fuzz_seeds FOLDER`.
#include <cstdio>
#include <fstream>
#include <string>

#include "support/fixtures.h"

int main(int count, char** arguments) {
    using namespace abc::testing;
    if (count != 2) {
        std::fputs("usage: fuzz_seeds FOLDER\n", stderr);
        return 2;
    }
    const std::pair<const char*, File> seeds[] = {{"v6", write(smallV6())}, {"v12", write(smallV12())}};
    for (const auto& [name, bytes] : seeds) {
        std::ofstream out(std::string(arguments[1]) + "/" + name, std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        if (!out) return 1;
    }
    return 0;
}
