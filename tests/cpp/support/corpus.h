// Real files to test against; they are not part of the project.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "fixtures.h"

namespace abc::testing {

/// The folder in LITHOSCOPE_CORPUS, else ../shared/corpus beside the checkout; it may not exist.
[[nodiscard]] std::filesystem::path corpusFolder();

/// The files below a folder of the corpus whose names end so, in any case, sorted; none without a corpus.
[[nodiscard]] std::vector<std::string> corpusFiles(const std::string& folder, const std::string& ending);

/// The .abc files of the whole corpus.
[[nodiscard]] std::vector<std::string> corpusModels();

[[nodiscard]] File readFile(const std::filesystem::path& path);
[[nodiscard]] File readCorpus(const std::string& path);
[[nodiscard]] nlohmann::json readCorpusJson(const std::string& path);

/// A file's path as the end of a test's name.
[[nodiscard]] std::string testName(std::string path);

}  // namespace abc::testing
