// Writing a made file to disk.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <vector>

namespace abc::samples {

/// Throws std::ios::failure when the file cannot be written.
inline void save(const std::filesystem::path& path, const std::vector<std::byte>& bytes) {
    std::ofstream out(path, std::ios::binary);
    out.exceptions(std::ios::badbit | std::ios::failbit);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace abc::samples
