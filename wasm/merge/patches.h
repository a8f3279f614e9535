// Numbers of a file that get other values and keep their places: a copy of its bytes, and what of it was written.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "abc/parse.h"
#include "numbers.h"

namespace merging {

using ByteList = std::vector<std::byte>;

/// A part of the file as other bytes.
struct SetBytes {
    std::string path;
    ByteList value;
};

class Patches {
public:
    /// @param document must outlive it
    explicit Patches(const abc::Document& document);

    [[nodiscard]] const abc::Document& document() const { return document_; }

    // Offsets are those of the file, below its end.

    [[nodiscard]] std::span<const std::byte> bytes(std::size_t start, std::size_t end) const {
        return std::span(bytes_).subspan(start, end - start);
    }
    template <class T>
    [[nodiscard]] T at(std::size_t offset) const {
        return core::load<T>(std::span<const std::byte>(bytes_), offset);
    }
    [[nodiscard]] double f32(std::size_t offset) const { return double{at<float>(offset)}; }
    [[nodiscard]] WideVec3 vector(std::size_t offset) const;
    [[nodiscard]] WideQuat quaternion(std::size_t offset) const;
    /// Whether all of these floats are stored as zeros.
    [[nodiscard]] bool areZero(std::size_t offset, std::size_t count) const;

    /// Writes floats that belong to an element of a list. @param list its path
    void write(const std::string& list, std::uint32_t index, std::size_t offset, std::span<const double> values);
    void put(std::size_t offset, std::uint8_t byte) { bytes_[offset] = std::byte{byte}; }
    /// Exchanges ranges of one size, which do not overlap.
    void swap(std::size_t first, std::size_t second, std::size_t size);
    /// Says that an element has other bytes.
    void touch(const std::string& list, std::uint32_t index);
    /// Forgets what was written below a path: it is written anew as a whole.
    void release(std::string_view path);

    /// Sets what differs. The paths and sizes are those of the file.
    [[nodiscard]] std::vector<SetBytes> operations() const;

    /// Where the elements of a list lie, and where the last one ends; empty when it is not there.
    [[nodiscard]] std::vector<std::uint32_t> startsOf(const std::string& list) const;

private:
    struct Touched {
        /// Lists that were touched first come first.
        std::size_t order = 0;
        std::set<std::uint32_t> elements;
    };

    [[nodiscard]] SetBytes setting(std::string path, std::size_t start, std::size_t end) const;
    /// Whether these bytes are in the file and others now.
    [[nodiscard]] bool differs(std::size_t start, std::size_t end) const;

    const abc::Document& document_;
    ByteList bytes_;
    /// By the path of a list.
    std::map<std::string, Touched, std::less<>> touched_;
    std::size_t lists_ = 0;
};

}  // namespace merging
