// How much of a large space the tests try that sample one.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace abc::testing {

/// The whole check (.ci/run) takes more of it than `npm test` does.
inline const bool kThorough = std::getenv("LITHOSCOPE_THOROUGH") != nullptr;

/// Of a sweep over all bytes or leaves of many files, `npm test` takes every third: numbers have 1, 2 or 4 bytes.
inline const std::size_t kEvery = kThorough ? 1 : 3;

/// Of what does not fit into one run, the whole check takes another part each day: the days since 1970, or the one
/// whose run is to be repeated. Else always the same part.
inline const unsigned kDay = [] {
    const char* day = std::getenv("LITHOSCOPE_DAY");
    return day != nullptr ? static_cast<unsigned>(std::strtoul(day, nullptr, 10)) : 0U;
}();

}  // namespace abc::testing
