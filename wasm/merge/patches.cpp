#include "patches.h"

#include <algorithm>
#include <cstring>

#include "core/query.h"

namespace merging {
namespace {

/// Elements of a list that are set one by one; above it the list is set at once.
constexpr std::size_t kMostSingle = 6;

}  // namespace

Patches::Patches(const abc::Document& document)
    : document_(document), bytes_(core::Bytes(document.bytes).begin(), core::Bytes(document.bytes).end()) {}

WideVec3 Patches::vector(std::size_t offset) const {
    return {f32(offset), f32(offset + sizeof(float)), f32(offset + 2 * sizeof(float))};
}

WideQuat Patches::quaternion(std::size_t offset) const {
    const auto [x, y, z] = vector(offset);
    return {x, y, z, f32(offset + 3 * sizeof(float))};
}

bool Patches::areZero(std::size_t offset, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
        if (f32(offset + sizeof(float) * i) != 0) return false;
    }
    return true;
}

void Patches::write(const std::string& list, std::uint32_t index, std::size_t offset, std::span<const double> values) {
    for (const double value : values) {
        const float number = abc::single(value);
        std::memcpy(&bytes_[offset], &number, sizeof number);
        offset += sizeof number;
    }
    touch(list, index);
}

void Patches::swap(std::size_t first, std::size_t second, std::size_t size) {
    std::swap_ranges(&bytes_[first], &bytes_[first] + size, &bytes_[second]);
}

void Patches::touch(const std::string& list, std::uint32_t index) {
    const auto [place, isNew] = touched_.try_emplace(list);
    if (isNew) place->second.order = lists_++;
    place->second.elements.insert(index);
}

void Patches::release(std::string_view path) {
    std::erase_if(touched_, [path](const auto& one) { return one.first.starts_with(path); });
}

std::vector<SetBytes> Patches::operations() const {
    std::vector<const std::pair<const std::string, Touched>*> lists;
    for (const auto& one : touched_) lists.push_back(&one);
    std::sort(lists.begin(), lists.end(), [](auto a, auto b) { return a->second.order < b->second.order; });
    std::vector<SetBytes> out;
    for (const auto* one : lists) {
        const std::string& list = one->first;
        const std::set<std::uint32_t>& elements = one->second.elements;
        const std::vector<std::uint32_t> starts = startsOf(list);
        std::vector<std::uint32_t> changed;
        std::copy_if(elements.begin(), elements.end(), std::back_inserter(changed),
                     [&](std::uint32_t i) { return i + 1 < starts.size() && differs(starts[i], starts[i + 1]); });
        if (changed.empty()) continue;
        if (changed.size() > kMostSingle) {
            out.push_back(setting(list, starts.front(), starts.back()));
        } else {
            for (const std::uint32_t i : changed)
                out.push_back(setting(list + "[" + std::to_string(i) + "]", starts[i], starts[i + 1]));
        }
    }
    return out;
}

std::vector<std::uint32_t> Patches::startsOf(const std::string& list) const {
    const core::Walk walk = document_.walk();
    const auto place = walk.resolve(list);
    if (!place || place->kind != core::Place::Kind::Array) return {};
    return core::elementsOf(walk, document_.dialect, *place).starts;
}

SetBytes Patches::setting(std::string path, std::size_t start, std::size_t end) const {
    const auto value = bytes(start, end);
    return {std::move(path), {value.begin(), value.end()}};
}

bool Patches::differs(std::size_t start, std::size_t end) const {
    const auto mine = bytes(start, end);
    return !std::equal(mine.begin(), mine.end(),
                       core::Bytes(document_.bytes).begin() + static_cast<std::ptrdiff_t>(start));
}

}  // namespace merging
