#include "transform.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "build.h"
#include "core/reach.h"
#include "core/words.h"
#include "deform.h"
#include "elements.h"
#include "pose.h"
#include "schema_v6.h"
#include "schema_v9.h"
#include "wide_math.h"

namespace abc {

using schema::Id;
using schema::Meaning;
using schema::Space;

namespace {

using Vector = std::array<double, 3>;
/// Row-major.
using Matrix = std::array<double, 9>;
using Rotation = WideQuat;

Vector operator*(const Matrix& m, const Vector& v) {
    return {m[0] * v[0] + m[1] * v[1] + m[2] * v[2], m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
            m[6] * v[0] + m[7] * v[1] + m[8] * v[2]};
}

Matrix matrixOf(const Rotation& q) {
    const auto& [x, y, z, w] = q;
    return {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
            2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
            2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
}

/// A rotation about one axis. Quarter turns are exact but for √½.
Rotation about(std::size_t axis, double degrees) {
    Rotation out{0, 0, 0, 1};
    const double half = std::remainder(degrees, 720) / 2 * (3.14159265358979323846 / 180);
    out[axis] = std::sin(half);
    out[3] = std::cos(half);
    return out;
}

/// A number that is whole but for rounding.
double settled(double number) {
    const double whole = std::round(number);
    return std::abs(number - whole) < 1e-12 ? whole : number;
}

template <std::size_t N>
std::array<double, N> loadNumbers(Bytes bytes, std::uint32_t at) {
    std::array<double, N> out;
    for (std::size_t i = 0; i < N; ++i) out[i] = load<float>(bytes, at + sizeof(float) * i);
    return out;
}

class Transforming {
public:
    Transforming(const Document& document, const Transformation& how) : document_(document), how_(how) {}

    [[nodiscard]] Transformed run();

private:
    [[nodiscard]] std::string refusal() const;
    /// The box of the mesh at rest; nothing without vertices.
    [[nodiscard]] std::optional<std::array<Vector, 2>> boxAtRest() const;
    void findRootKeys();
    [[nodiscard]] bool isOfRoot(std::uint32_t offset) const;
    void change(const schema::Field& field, std::uint32_t at);
    void changeFrames();
    void flipTriangles();
    void rename();

    /// Mirrored and scaled.
    [[nodiscard]] Vector linear(Vector v) const {
        for (std::size_t i = 0; i < 3; ++i) v[i] *= sign_[i] * how_.scale;
        return v;
    }
    [[nodiscard]] Vector turned(const Vector& v) const { return isTurned_ ? turn_ * v : v; }
    [[nodiscard]] Vector moved(Vector v) const {
        for (std::size_t i = 0; i < 3; ++i) v[i] += move_[i];
        return v;
    }
    [[nodiscard]] std::array<Vector, 2> boxAround(const std::array<Vector, 2>& box, bool isRigid) const;
    [[nodiscard]] Vector aroundHalf(const Vector& half) const;

    template <std::size_t N>
    void write(std::uint32_t at, const std::array<double, N>& numbers);
    void writeBytes(std::uint32_t at, const void* bytes, std::size_t size);

    const Document& document_;
    const Transformation& how_;
    Vector sign_{1, 1, 1};
    Rotation rotation_{0, 0, 0, 1};
    Matrix turn_{1, 0, 0, 0, 1, 0, 0, 0, 1};
    Vector move_{};
    bool isTurned_ = false;
    bool conjugatesKeys_ = false;
    /// The tracks of the root, in file order.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rootKeys_;
    std::map<std::uint32_t, std::vector<std::byte>> changed_;
    std::vector<Transformed::Renamed> names_;
    bool isFinite_ = true;
};

std::string Transforming::refusal() const {
    const auto isFinite = [](const Vector& v) {
        return std::all_of(v.begin(), v.end(), [](double number) { return std::isfinite(number); });
    };
    if (!(how_.scale > 0) || !std::isfinite(how_.scale)) return "The scale must be a number above 0.";
    if (!isFinite(how_.turn) || !isFinite(how_.move)) return "Rotation and movement must be finite numbers.";
    if (how_.mirror && *how_.mirror > 2) return "A model can be mirrored only in X, Y or Z.";
    if (document_.faults.empty()) {
        const bool isRigid =
            how_.turn != Vector{} || how_.move != Vector{} || how_.centre != Transformation::Centre::Stays;
        const Model model = buildModel(document_);
        const bool hasNoRest = model.family == Family::V6 && model.v6.restAnimation == kNone;
        if (isRigid && hasNoRest) return "Without an animation, a model of version 6 has no pose to move.";
        return {};
    }
    return "The section " + inQuotes(document_.name(document_.sections[document_.faults[0].section])) +
           " could not be read, but is part of the model.";
}

std::optional<std::array<Vector, 2>> Transforming::boxAtRest() const {
    const Model model = buildModel(document_);
    const Pose rest = pose(model, {});
    std::optional<std::array<Vector, 2>> box;
    for (std::uint32_t piece = 0; piece < model.pieces.size(); ++piece) {
        std::vector<Vec3> positions(model.vertexCount(piece, 0));
        std::vector<Vec3> normals(positions.size());
        deform(model, rest, piece, 0, positions, normals);
        for (const Vec3& each : positions) {
            const Vector at{each.x, each.y, each.z};
            if (!box) box = {at, at};
            for (std::size_t i = 0; i < 3; ++i) {
                (*box)[0][i] = std::min((*box)[0][i], at[i]);
                (*box)[1][i] = std::max((*box)[1][i], at[i]);
            }
        }
    }
    return box;
}

std::array<Vector, 2> Transforming::boxAround(const std::array<Vector, 2>& box, bool isRigid) const {
    const std::array<Vector, 2> ends{linear(box[0]), linear(box[1])};
    std::array<Vector, 2> out;
    for (int corner = 0; corner < 8; ++corner) {
        Vector at;
        for (std::size_t i = 0; i < 3; ++i) at[i] = ends[static_cast<std::size_t>(corner >> i) & 1U][i];
        if (isRigid) at = moved(turned(at));
        for (std::size_t i = 0; i < 3; ++i) {
            out[0][i] = corner == 0 ? at[i] : std::min(out[0][i], at[i]);
            out[1][i] = corner == 0 ? at[i] : std::max(out[1][i], at[i]);
        }
    }
    return out;
}

Vector Transforming::aroundHalf(const Vector& half) const {
    Matrix sides = turn_;
    for (double& each : sides) each = std::abs(each);
    Vector out = half;
    for (double& each : out) each *= how_.scale;
    return isTurned_ ? sides * out : out;
}

void Transforming::writeBytes(std::uint32_t at, const void* bytes, std::size_t size) {
    const auto* from = static_cast<const std::byte*>(bytes);
    if (std::memcmp(document_.bytes.at(at, size), from, size) == 0) return;
    changed_[at] = {from, from + size};
}

template <std::size_t N>
void Transforming::write(std::uint32_t at, const std::array<double, N>& numbers) {
    std::array<float, N> out;
    for (std::size_t i = 0; i < N; ++i) {
        out[i] = static_cast<float>(numbers[i]);
        // What is no number, or none any more, was so before.
        if (!std::isfinite(out[i]) && std::isfinite(load<float>(document_.bytes, at + sizeof(float) * i)))
            isFinite_ = false;
    }
    writeBytes(at, out.data(), sizeof out);
}

void Transforming::findRootKeys() {
    const FieldReader fields(document_);
    fields.each(Meaning::Animations, [&](const Place& animation) {
        const auto tracks = fields.field(animation, Meaning::Tracks);
        if (!tracks) return;
        const Place root = document_.walk().element(*tracks, 0);
        rootKeys_.emplace_back(root.start, root.end);
    });
}

bool Transforming::isOfRoot(std::uint32_t offset) const {
    const auto after = std::upper_bound(rootKeys_.begin(), rootKeys_.end(), std::pair(offset, kNone));
    return after != rootKeys_.begin() && offset < (after - 1)->second;
}

void Transforming::change(const schema::Field& field, std::uint32_t at) {
    const Bytes bytes = document_.bytes;
    const auto vector = [&] { return loadNumbers<3>(bytes, at); };
    switch (field.space.as<Space>()) {
        case Space::None: return;
        case Space::Length: return write<1>(at, {loadNumbers<1>(bytes, at)[0] * how_.scale});
        case Space::Model: return write(at, moved(turned(linear(vector()))));
        case Space::ModelDirection: {
            Vector normal = vector();
            for (std::size_t i = 0; i < 3; ++i) normal[i] *= sign_[i];
            return write(at, turned(normal));
        }
        case Space::ModelBox:
        case Space::NodeBox: {
            const std::array<Vector, 2> box{vector(), loadNumbers<3>(bytes, at + sizeof(Vec3))};
            // A box of zeros says nothing.
            if (box == std::array<Vector, 2>{}) return;
            const auto [low, high] = boxAround(box, field.space.as<Space>() == Space::ModelBox);
            write(at, low);
            return write(at + sizeof(Vec3), high);
        }
        case Space::Bind: {
            auto bind = loadNumbers<16>(bytes, at);
            const Vector place = moved(turned(linear({bind[3], bind[7], bind[11]})));
            for (std::size_t column = 0; column < 3; ++column) {
                Vector axis{bind[column], bind[4 + column], bind[8 + column]};
                for (std::size_t row = 0; row < 3; ++row) axis[row] *= sign_[row] * sign_[column];
                axis = turned(axis);
                for (std::size_t row = 0; row < 3; ++row) bind[4 * row + column] = axis[row];
            }
            for (std::size_t row = 0; row < 3; ++row) bind[4 * row + 3] = place[row];
            return write(at, bind);
        }
        case Space::Node: {
            const Vector place = linear(vector());
            return write(at, isOfRoot(at) ? moved(turned(place)) : place);
        }
        case Space::NodeDirection: {
            auto normal = load<std::array<std::int8_t, 3>>(bytes, at);
            for (std::size_t i = 0; i < 3; ++i) {
                if (sign_[i] < 0) normal[i] = static_cast<std::int8_t>(std::min(-normal[i], 127));
            }
            return writeBytes(at, normal.data(), normal.size());
        }
        case Space::NodeRotation: {
            Rotation rotation = loadNumbers<4>(bytes, at);
            // The axis is mirrored, and the sense of the rotation about it.
            for (std::size_t i = 0; i < 3; ++i) {
                if (how_.mirror && *how_.mirror != i) rotation[i] = -rotation[i];
            }
            if (!isTurned_ || !isOfRoot(at)) return write(at, rotation);
            const Rotation inverse{-rotation_[0], -rotation_[1], -rotation_[2], rotation_[3]};
            return write(at, conjugatesKeys_ ? product(rotation, inverse) : product(rotation_, rotation));
        }
        case Space::HalfSize: return write(at, aroundHalf(vector()));
        case Space::RootOffset: return write(at, turned(linear(vector())));
    }
}

/// Deformation of version 6: what a byte says is byte × Scale + Transform.
void Transforming::changeFrames() {
    const FieldReader fields(document_);
    fields.each(fields.section(Id::AnimationSection6), "Anims", [&](const Place& animation) {
        fields.each(animation, "NodeAnims", [&](const Place& track) {
            const auto frames = fields.field(track, "Deformation");
            const auto scaleAt = fields.field(track, "Scale");
            const auto transformAt = fields.field(track, "Transform");
            if (!scaleAt || !transformAt) return;
            const auto scale = loadNumbers<3>(document_.bytes, scaleAt->start);
            auto transform = loadNumbers<3>(document_.bytes, transformAt->start);
            Vector factor = scale;
            for (std::size_t i = 0; i < 3; ++i) {
                if (sign_[i] < 0) transform[i] = -(255 * scale[i] + transform[i]);
                transform[i] *= how_.scale;
                factor[i] *= how_.scale;
            }
            write(scaleAt->start, factor);
            write(transformAt->start, transform);
            if (!frames || !how_.mirror) return;
            const Bytes stored = document_.bytes.subspan(frames->start, frames->end - frames->start);
            std::vector<std::byte> packed(stored.begin(), stored.end());
            for (std::size_t i = *how_.mirror; i < packed.size(); i += 3) packed[i] = ~packed[i];
            writeBytes(frames->start, packed.data(), packed.size());
        });
    });
}

/// What was in front is in front: the last two corners change places.
void Transforming::flipTriangles() {
    const FieldReader fields(document_);
    const Dialect& dialect = document_.dialect;
    const auto flip = [&](const Place& faces, std::uint32_t first, std::uint32_t size) {
        const std::uint32_t stride = dialect.minimumSize(faces.type.id());
        for (std::uint32_t face = faces.start; face < faces.end; face += stride) {
            const std::uint32_t second = face + first + size;
            std::vector<std::byte> corners(2 * std::size_t{size});
            std::memcpy(corners.data(), document_.bytes.at(second + size, size), size);
            std::memcpy(corners.data() + size, document_.bytes.at(second, size), size);
            writeBytes(second, corners.data(), corners.size());
        }
    };
    fields.each(fields.section(Id::PiecesSection), "Pieces", [&](const Place& piece) {
        fields.each(piece, "LODs", [&](const Place& level) {
            if (const auto faces = fields.field(level, Meaning::Faces))
                flip(*faces, 0, dialect.minimumSize(Id::FaceVertex));
        });
    });
    const auto geometry = fields.section(Id::GeometrySection6);
    if (const auto faces = geometry ? fields.field(*geometry, Meaning::Faces) : std::nullopt) {
        flip(*faces, offsetIn<schema::kTriangle6, "TexCoords">(dialect, Id::Triangle6),
             dialect.minimumSize(Id::TexCoord));
        flip(*faces, offsetIn<schema::kTriangle6, "VertexIndex">(dialect, Id::Triangle6), sizeof(std::uint16_t));
    }
}

void Transforming::rename() {
    for (const schema::Role role : {schema::Role::Node, schema::Role::Socket, schema::Role::Piece}) {
        const std::string path = listPath(document_.dialect, role);
        const auto list = path.empty() ? std::nullopt : document_.walk().resolve(path);
        for (std::uint32_t i = 0; list && i < list->count; ++i) {
            const std::string name(document_.text(document_.walk().label(document_.walk().element(*list, i))));
            const std::string other = otherSide(name);
            if (other != name) names_.push_back({labelPath(document_, path + "[" + std::to_string(i) + "]"), other});
        }
    }
}

Transformed Transforming::run() {
    Transformed out;
    out.refusal = refusal();
    if (!out.refusal.empty()) return out;
    if (how_.mirror) sign_[*how_.mirror] = -1;
    rotation_ = product(about(2, how_.turn[2]), product(about(1, how_.turn[1]), about(0, how_.turn[0])));
    turn_ = matrixOf(rotation_);
    for (double& each : turn_) each = settled(each);
    isTurned_ = turn_ != Matrix{1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (how_.centre != Transformation::Centre::Stays) {
        if (const auto box = boxAtRest()) {
            const auto [low, high] = boxAround(*box, true);
            for (std::size_t i = 0; i < 3; ++i) move_[i] = -(low[i] + high[i]) / 2;
            if (how_.centre == Transformation::Centre::Ground) move_[1] = -low[1];
        }
    }
    move_ = moved(how_.move);
    findRootKeys();
    conjugatesKeys_ = buildModel(document_).conjugatesKeys();
    core::eachField(
        document_, [](const schema::Field& field) { return field.space != core::schema::Space(); },
        [&](const schema::Field& field, std::uint32_t offset, std::uint32_t count) {
            if (field.space == core::schema::Space(Space::Bind)) return change(field, offset);
            const auto size = static_cast<std::uint32_t>(document_.dialect.elementSize(field.type, {}));
            for (std::uint32_t i = 0; i < count; ++i) change(field, offset + i * size);
        });
    changeFrames();
    if (how_.mirror) flipTriangles();
    if (how_.swapsSides) rename();
    if (!isFinite_) out.refusal = "Some numbers would be larger than 32 bits can hold.";
    if (!out.refusal.empty()) return out;
    for (auto& [at, bytes] : changed_)
        out.splices.push_back({at, at + static_cast<std::uint32_t>(bytes.size()), std::move(bytes)});
    out.names = std::move(names_);
    return out;
}

}  // namespace

std::string otherSide(std::string_view name) {
    static constexpr std::pair<std::string_view, std::string_view> kSides[] = {{"left", "right"}, {"l", "r"}};
    const std::string low = lowered(name);
    const auto isLetter = [&](std::size_t at) { return at < low.size() && low[at] >= 'a' && low[at] <= 'z'; };
    const auto isUpper = [&](std::size_t at) { return name[at] >= 'A' && name[at] <= 'Z'; };
    // A word begins after what is no letter, or with the capital in `armLeft`: `bright` has no side.
    const auto isStart = [&](std::size_t at) {
        return at == 0 || !isLetter(at - 1) || (isUpper(at) && !isUpper(at - 1));
    };
    std::string out;
    for (std::size_t at = 0; at < name.size();) {
        std::string_view other;
        std::size_t length = 0;
        for (const auto& [left, right] : kSides) {
            for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
                const bool isThere =
                    low.compare(at, from.size(), from) == 0 && isStart(at) && (from.size() > 1 || !isLetter(at + 1));
                if (!isThere || from.size() <= length) continue;
                length = from.size();
                other = to;
            }
        }
        if (length == 0) {
            out += name[at++];
            continue;
        }
        // In the case of what it replaces: LEFT, Left, left.
        for (std::size_t i = 0; i < other.size(); ++i) {
            const bool isCapital = isUpper(at) && (i == 0 || isUpper(at + length - 1));
            out += static_cast<char>(isCapital ? other[i] - 'a' + 'A' : other[i]);
        }
        at += length;
    }
    return out;
}

Transformed transformed(const Document& document, const Transformation& how) {
    return Transforming(document, how).run();
}

}  // namespace abc
