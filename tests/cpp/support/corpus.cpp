#include "corpus.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace abc::testing {

namespace fs = std::filesystem;

fs::path corpusFolder() {
    const char* named = std::getenv("LITHOSCOPE_CORPUS");
    return named != nullptr ? fs::path(named) : fs::path(LITHOSCOPE_SOURCE_DIR) / "../shared/corpus";
}

std::vector<std::string> corpusFiles(const std::string& folder, const std::string& ending) {
    std::vector<std::string> found;
    const fs::path root = corpusFolder();
    if (!fs::is_directory(root / folder)) return found;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        if (entry.is_regular_file() && equalIgnoringCase(entry.path().extension().string(), ending)) {
            found.push_back(fs::relative(entry.path(), root).generic_string());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> corpusModels() {
    return corpusFiles(".", ".abc");
}

File readFile(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error("cannot open " + path.string());
    File bytes(fs::file_size(path));
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

File readCorpus(const std::string& path) {
    return readFile(corpusFolder() / path);
}

nlohmann::json readCorpusJson(const std::string& path) {
    std::ifstream in(corpusFolder() / path);
    return nlohmann::json::parse(in);
}

std::string testName(std::string path) {
    std::replace_if(
        path.begin(), path.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return path;
}

}  // namespace abc::testing
