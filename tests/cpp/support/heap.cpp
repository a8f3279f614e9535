#include "heap.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

// What memory management is made of.
// NOLINTBEGIN(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)

namespace {

// The tests run on one thread.
std::size_t heapNow = 0;
std::size_t heapPeak = 0;
// Of a long test more than 32 bits hold.
std::uint64_t heapTotal = 0;
std::size_t heapCount = 0;

void uncounted(void* memory) {
    if (memory != nullptr) heapNow -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

/// What std::stable_sort asks for its buffer.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
    void* memory = std::malloc(size);
    if (memory == nullptr) return nullptr;
    const std::size_t usable = malloc_usable_size(memory);
    heapNow += usable;
    heapTotal += usable;
    ++heapCount;
    heapPeak = std::max(heapPeak, heapNow);
    return memory;
}
void* operator new(std::size_t size) {
    void* memory = operator new(size, std::nothrow);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void* operator new[](std::size_t size) {
    return operator new(size);
}
void operator delete(void* memory) noexcept {
    uncounted(memory);
}
void operator delete[](void* memory) noexcept {
    uncounted(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
    uncounted(memory);
}
void operator delete[](void* memory, std::size_t /*size*/) noexcept {
    uncounted(memory);
}

// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
// NOLINTEND(cppcoreguidelines-no-malloc, cppcoreguidelines-owning-memory)

namespace abc::testing {

HeapMeter::HeapMeter() : before_(heapNow), totalBefore_(heapTotal), countBefore_(heapCount) {
    heapPeak = heapNow;
}

std::size_t HeapMeter::peak() const {
    return heapPeak - before_;
}

std::uint64_t HeapMeter::total() const {
    return heapTotal - totalBefore_;
}

std::size_t HeapMeter::count() const {
    return heapCount - countBefore_;
}

}  // namespace abc::testing
