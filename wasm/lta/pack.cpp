#include "pack.h"

#include <algorithm>
#include <array>

#include "packing.h"

namespace lta {
namespace {

using namespace packing;

constexpr std::uint32_t kLongest = kShortest + (1U << kLengthBits) - 1;
/// References reach back no farther, so that a reader may write into the ring before it has read all of one.
constexpr std::size_t kReach = kRing - kLongest;
/// Bytes that are looked up together, and how many places with such bytes are tried.
constexpr std::size_t kLookedUp = 3;
constexpr int kMostTries = 24;
constexpr std::uint32_t kHashBits = 13;
constexpr std::size_t kNowhere = ~std::size_t{0};

/// Bits into the low end of each byte; numbers have their highest bit first.
class BitWriter {
public:
    explicit BitWriter(std::vector<std::byte>& out) : out_(out) {}

    void put(std::uint32_t number, std::uint32_t count) {
        while (count-- > 0) {
            bits_ |= (number >> count & 1U) << used_;
            if (++used_ == 8) flush();
        }
    }
    void flush() {
        if (used_ == 0) return;
        out_.push_back(static_cast<std::byte>(bits_));
        bits_ = used_ = 0;
    }

private:
    std::vector<std::byte>& out_;
    std::uint32_t bits_ = 0;
    std::uint32_t used_ = 0;
};

/// Where the same bytes stood before.
class Finder {
public:
    explicit Finder(Bytes text) : text_(text) {
        last_.fill(kNowhere);
        before_.fill(kNowhere);
    }

    struct Match {
        std::size_t at = 0;
        std::size_t length = 0;
    };
    [[nodiscard]] Match longest(std::size_t position) const {
        Match best;
        const std::size_t most = std::min<std::size_t>(kLongest, text_.size() - position);
        if (most < kLookedUp) return best;
        std::size_t at = last_[hash(position)];
        for (int tries = 0; tries < kMostTries && at != kNowhere && position - at <= kReach; ++tries) {
            std::size_t length = 0;
            while (length < most && text_[at + length] == text_[position + length]) ++length;
            if (length > best.length && placeOf(at) != 0) best = {at, length};
            if (best.length == most) break;
            const std::size_t next = before_[at % kRing];
            // What the ring has there now may be a later place.
            if (next == kNowhere || next >= at) break;
            at = next;
        }
        return best;
    }
    void add(std::size_t position) {
        if (position + kLookedUp > text_.size()) return;
        std::size_t& last = last_[hash(position)];
        before_[position % kRing] = last;
        last = position;
    }
    [[nodiscard]] static std::uint32_t placeOf(std::size_t position) {
        return static_cast<std::uint32_t>((position + kFirst) % kRing);
    }

private:
    [[nodiscard]] std::size_t hash(std::size_t position) const {
        const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(text_[position + i]); };
        constexpr std::uint32_t kSpread = 2654435761U;
        return ((byte(0) << 16U | byte(1) << 8U | byte(2)) * kSpread) >> (32U - kHashBits);
    }

    Bytes text_;
    std::array<std::size_t, std::size_t{1} << kHashBits> last_{};
    std::array<std::size_t, kRing> before_{};
};

}  // namespace

std::vector<std::byte> pack(Bytes text) {
    std::vector<std::byte> out(kHead);
    BitWriter bits(out);
    Finder finder(text);
    for (std::size_t position = 0; position < text.size();) {
        const Finder::Match match = finder.longest(position);
        const bool isFound = match.length >= kLookedUp;
        if (isFound) {
            bits.put(0, 1);
            bits.put(Finder::placeOf(match.at), kPlaceBits);
            bits.put(static_cast<std::uint32_t>(match.length) - kShortest, kLengthBits);
        } else {
            bits.put(1, 1);
            bits.put(static_cast<std::uint32_t>(text[position]), 8);
        }
        for (const std::size_t end = position + (isFound ? match.length : 1); position < end; ++position) {
            finder.add(position);
        }
    }
    bits.put(0, 1 + kPlaceBits + kLengthBits);
    bits.flush();
    return out;
}

}  // namespace lta
