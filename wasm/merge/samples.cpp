#include "samples.h"

namespace merging {

Local WayOfNode::mixed(const Local& a, const Local& b, double share) {
    Local out;
    for (std::size_t i = 0; i < 3; ++i)
        out.translation[i] = a.translation[i] + share * (b.translation[i] - a.translation[i]);
    out.rotation = abc::slerp(a.rotation, b.rotation, share);
    return out;
}

double WayOfNode::apart(const Local& a, const Local& b) {
    WideVec3 off{};
    for (std::size_t i = 0; i < 3; ++i) off[i] = a.translation[i] - b.translation[i];
    return greater(core::hypot(off), abc::angleBetween(a.rotation, b.rotation));
}

WayOfNumbers::Value WayOfNumbers::mixed(const Value& a, const Value& b, double share) {
    Value out = a;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = a[i] + share * (b[i] - a[i]);
    return out;
}

double WayOfNumbers::apart(const Value& a, const Value& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = greater(most, std::abs(a[i] - b[i]));
    return most;
}

bool isDense(double before, double after, std::span<const double> samples) {
    const double length = samples.empty() ? 0 : samples.back() - samples.front();
    return after - before <= length / std::max(1.0, static_cast<double>(samples.size()) - 1) + kSameTime;
}

}  // namespace merging
