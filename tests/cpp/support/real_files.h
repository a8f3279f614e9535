// Real files to test: the committed samples, or what is in the folder that `npm run test:corpus` names.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "fixtures.h"

namespace abc::testing {

/// The folder in LITHOSCOPE_CORPUS, which `npm run test:corpus` sets; else that of the samples in the checkout.
[[nodiscard]] std::filesystem::path realFolder();

/// Whether that is a corpus.
[[nodiscard]] bool isCorpus();

/// The files below the folder with this extension in any case, by their paths in it, sorted.
[[nodiscard]] std::vector<std::string> realFiles(const std::string& extension);

/// @throws std::runtime_error where it cannot be read
[[nodiscard]] File readFile(const std::filesystem::path& path);
[[nodiscard]] nlohmann::json readJson(const std::filesystem::path& path);

/// A file by its path in the folder.
[[nodiscard]] File readReal(const std::string& path);

/// A file's path as the end of a test's name.
[[nodiscard]] std::string testName(std::string path);

}  // namespace abc::testing
