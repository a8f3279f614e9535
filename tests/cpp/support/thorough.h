// How much of a large space the tests try that sample one.
#pragma once

#include <cstdlib>

namespace abc::testing {

/// The whole check (.ci/run) takes more of it than `npm test` does.
inline const bool kThorough = std::getenv("LITHOSCOPE_THOROUGH") != nullptr;

/// Of what does not fit into one run, the whole check takes another part each day: the days since 1970, or the one
/// whose run is to be repeated. Else always the same part.
inline const unsigned kDay = [] {
    const char* day = std::getenv("LITHOSCOPE_DAY");
    return day != nullptr ? static_cast<unsigned>(std::strtoul(day, nullptr, 10)) : 0U;
}();

}  // namespace abc::testing
