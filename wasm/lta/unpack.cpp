#include "unpack.h"

#include <algorithm>
#include <array>

#include "packing.h"

namespace lta {
namespace {

using namespace packing;

/// Bits from the low end of each byte; numbers have their highest bit first.
class Bits {
public:
    explicit Bits(Bytes bytes) : bytes_(bytes), left_((bytes.size() - kHead) * 8), byte_(kHead) {}

    [[nodiscard]] std::size_t left() const { return left_; }
    /// Of which a bit was read.
    [[nodiscard]] std::size_t bytesRead() const { return byte_ + (shift_ > 0 ? 1 : 0); }
    /// At least so many are left.
    std::uint32_t take(std::uint32_t count) {
        std::uint32_t number = 0;
        for (; count > 0; --count) {
            number = number << 1U | (static_cast<std::uint32_t>(bytes_[byte_]) >> shift_ & 1U);
            shift_ = (shift_ + 1) & 7U;
            if (shift_ == 0) ++byte_;
            --left_;
        }
        return number;
    }

private:
    Bytes bytes_;
    std::size_t left_;
    std::size_t byte_;
    std::uint32_t shift_ = 0;
};

}  // namespace

core::Unpacked unpack(Bytes packed) {
    core::Unpacked out;
    out.packedSize = static_cast<std::uint32_t>(packed.size());
    Bits bits(packed);
    std::array<std::byte, kRing> ring{};
    std::uint32_t next = kFirst;
    const auto add = [&](std::byte byte) {
        ring[next] = byte;
        next = (next + 1) % kRing;
        out.bytes.push_back(byte);
    };
    while (out.bytes.size() < core::kMaxFileSize) {
        // The bits of the last byte are missing where they do not fill it: zeros, of the mark of the end.
        if (bits.left() < 1 + 8) {
            const auto count = static_cast<std::uint32_t>(bits.left());
            out.isWhole = bits.take(count) == 0;
            break;
        }
        if (bits.take(1) != 0) {
            add(static_cast<std::byte>(bits.take(8)));
            continue;
        }
        if (bits.left() < kPlaceBits) {
            out.isWhole = bits.take(static_cast<std::uint32_t>(bits.left())) == 0;
            break;
        }
        const std::uint32_t place = bits.take(kPlaceBits);
        if (place == 0) {
            out.isWhole = true;
            bits.take(static_cast<std::uint32_t>(std::min<std::size_t>(bits.left(), kLengthBits)));
            break;
        }
        if (bits.left() < kLengthBits) break;
        const std::uint32_t length = bits.take(kLengthBits) + kShortest;
        for (std::uint32_t i = 0; i < length; ++i) add(ring[(place + i) % kRing]);
    }
    out.read = static_cast<std::uint32_t>(bits.bytesRead());
    return out;
}

}  // namespace lta
