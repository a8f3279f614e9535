#include "real_files.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace abc::testing {

namespace fs = std::filesystem;

fs::path realFolder() {
    return isCorpus() ? fs::path(std::getenv("LITHOSCOPE_CORPUS")) : fs::path(LITHOSCOPE_SOURCE_DIR) / "public/samples";
}

bool isCorpus() {
    return std::getenv("LITHOSCOPE_CORPUS") != nullptr;
}

std::vector<std::string> realFiles(const std::string& extension) {
    std::vector<std::string> found;
    const fs::path root = realFolder();
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (entry.is_regular_file() && equalIgnoringCase(entry.path().extension().string(), extension)) {
            found.push_back(fs::relative(entry.path(), root).generic_string());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

File readFile(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error("cannot open " + path.string());
    File bytes(static_cast<std::size_t>(fs::file_size(path)));
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

nlohmann::json readJson(const fs::path& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot open " + path.string());
    return nlohmann::json::parse(in);
}

File readReal(const std::string& path) {
    return readFile(realFolder() / path);
}

std::string testName(std::string path) {
    std::replace_if(
        path.begin(), path.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return path;
}

}  // namespace abc::testing
