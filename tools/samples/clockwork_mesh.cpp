// What Clockwork is made of, in three levels of detail.
#include <algorithm>

#include "clockwork.h"
#include "clockwork_skin.h"
#include "mesh.h"

namespace abc::samples::clockwork {

namespace {

constexpr Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};
constexpr std::size_t kLods = 3;

/// Puts the solids that `make` adds to the mesh on a patch of the skin.
template <class Make>
void wear(Mesh& mesh, Patch patch, Make make) {
    const std::size_t first = mesh.faces.size();
    make();
    for (std::size_t i = first; i < mesh.faces.size(); ++i) {
        for (TexCoord& place : mesh.faces[i].texCoords) place = patch.at(place);
    }
}

Vec3 towards(Joint from, Joint to) {
    return normalized(at(to) - at(from));
}

/// One level of detail of the model being made.
class Modeller {
public:
    explicit Modeller(std::size_t lod) : lod_(lod) {}

    [[nodiscard]] Mesh body() const {
        Mesh mesh;
        const Skin trunk = chain(bend(Pelvis, Spine, at(Spine), kY, 6), Chest, at(Chest), kY, 8);
        wear(mesh, kEnamel, [&] {
            turned(mesh, {{0, -8, 0}, {3.5F, -7.6F, 2.8F}, {8, -5, 7}, {10.5F, -1, 9}, {10.2F, 2.2F, 8.8F}}, {5, 12},
                   2.4F, trunk);
            // The barrel of the chest hangs a little over the waist.
            turned(mesh,
                   {{7.5F, 1.6F, 6.6F},
                    {10.4F, 2.4F, 9},
                    {12.2F, 6, 10.4F},
                    {14, 12, 11.8F},
                    {14.6F, 18, 12.2F},
                    {13.4F, 23, 11.2F},
                    {9, 26.8F, 8},
                    {4.5F, 28, 4},
                    {0, 28.3F, 0}},
                   {9, 14}, 2.5F, trunk);
        });

        gauge(mesh);

        return mesh;
    }

    [[nodiscard]] Mesh head() const {
        Mesh mesh;
        const Skin neck = bend(Neck, Head, {0, 31, 0}, kY, 3);
        const Skin skull = rigid(Head);
        wear(mesh, kFace, [&] { ball(mesh, {0, 44, 0}, kZ * 11.5F, kX * 14.5F, kY * 11.5F, fine({9, 20}), skull, 3); });
        wear(mesh, kBrass, [&] { fittings(mesh, neck, skull); });
        wear(mesh, kRed, [&] {
            smile(mesh);
            ball(mesh, {0, 62.5F, 0}, kX * 2, kZ * 2, kY * 2, fine({5, 6}), rigid(Antenna));
        });
        return mesh;
    }

    [[nodiscard]] Mesh eyes() const {
        Mesh mesh;
        for (const float side : {-1.0F, 1.0F}) {
            const Vec3 eye = at(Lids) + kX * (6 * side);
            wear(mesh, kEye, [&] { ball(mesh, eye, kY * 3.7F, kX * 3.7F, kZ * 3.7F, fine({5, 12}), rigid(Head)); });
            // The pupil stands out just enough to be seen without a skin, and fits under the lid.
            wear(mesh, kPupil, [&] { plug(mesh, eye + kZ * 2.95F, kZ, kX, 1.75F, 0.75F, 10, rigid(Head)); });
            wear(mesh, kLid, [&] { lid(mesh, eye); });
        }
        return mesh;
    }
    [[nodiscard]] Mesh windingKey() const {
        Mesh mesh;
        const Skin skin = rigid(Key);
        const Vec3 out = kZ * -1.0F;
        wear(mesh, kBrass, [&] {
            plug(mesh, {0, 17, -11}, out, kX, 3.2F, 2, 8, rigid(Chest));
            capsule(mesh, {0, 17, -11}, {0, 17, -18}, 1.2F, 1.2F, fine({4, 6}), skin);
            // Two rings side by side, as on a toy's key.
            for (const float side : {-1.0F, 1.0F}) {
                hoop(mesh, {4.9F * side, 17, -19.5F}, kZ, 3.9F, 1.15F, fine({4, 10}), skin);
            }
            ball(mesh, {0, 17, -19.3F}, kX * 2, kY * 2, kZ * 1.6F, fine({4, 6}), skin);
        });
        return mesh;
    }

    [[nodiscard]] Mesh leftArm() const {
        Mesh mesh;
        const Vec3 upper = towards(LeftUpperArm, LeftForearm);
        const Vec3 lower = towards(LeftForearm, LeftHand);
        wear(mesh, kBrass, [&] {
            ball(mesh, at(LeftUpperArm) + upper * 0.6F, kX * 5, kZ * 5, kY * 5, fine({6, 10}),
                 bend(Chest, LeftUpperArm, at(LeftUpperArm) + kX * 3.0F, kX * -1.0F, 5));
            hand(mesh, lower);
        });
        const Skin arm = chain(bend(LeftUpperArm, LeftForearm, at(LeftForearm), normalized(upper + lower), 7), LeftHand,
                               at(LeftHand) + lower * 1.5F, lower, 2);
        // Upper arm and elbow in one hose, which slips into the cuff of the forearm.
        wear(mesh, kHose, [&] {
            tube(mesh, at(LeftUpperArm) + upper * 3.0F, at(LeftForearm), at(LeftForearm) + lower * 5.0F, 3, 3, 8, arm);
        });
        const auto along = [&](float t) { return at(LeftForearm) + lower * t; };
        wear(mesh, kEnamel, [&] {
            cuff(mesh,
                 {{along(2.2F), 0},
                  {along(2.2F), 3.2F},
                  {along(2.8F), 4},
                  {along(4), 4.3F},
                  {along(8), 5.0F},
                  {along(10.6F), 5.5F},
                  {along(11.6F), 5.3F},
                  {along(11.9F), 4.4F},
                  {along(11.2F), 0}},
                 lower, arm);
        });
        return mesh;
    }

    [[nodiscard]] Mesh leftLeg() const {
        Mesh mesh;
        const Vec3 hip = at(LeftThigh), knee = at(LeftShin), ankle = at(LeftFoot);
        const Skin leg =
            chain(chain(bend(Pelvis, LeftThigh, hip - kY * 0.5F, kY * -1.0F, 4), LeftShin, knee, kY * -1.0F, 8),
                  LeftFoot, ankle, kY * -1.0F, 4);
        wear(mesh, kHose, [&] { tube(mesh, hip, knee, knee - kY * 6.0F, 3.7F, 3.7F, 8, leg); });
        wear(mesh, kBrass, [&] { ball(mesh, hip - kY * 1.2F, kX * 5.6F, kZ * 5.6F, kY * 4.6F, fine({5, 8}), leg); });
        const auto down = [&](float t) { return lerp(knee, ankle, t); };
        wear(mesh, kEnamel, [&] {
            cuff(mesh,
                 {{down(0.2F), 0},
                  {down(0.19F), 3.6F},
                  {down(0.21F), 4.6F},
                  {down(0.3F), 5.1F},
                  {down(0.6F), 5.8F},
                  {down(0.9F), 6.6F},
                  {down(0.98F), 6.5F},
                  {down(1.0F), 5.6F},
                  {down(0.98F), 0}},
                 kY * -1.0F, leg);
            foot(mesh);
        });
        return mesh;
    }

private:
    [[nodiscard]] Detail fine(Detail detail) const { return detail.at(lod_); }

    /// A solid of upright rings, given by x radius, height and z radius.
    void turned(Mesh& mesh, const std::vector<Vec3>& profile, Detail detail, float exponent, const Skin& skin) const {
        std::vector<Ring> rings;
        rings.reserve(profile.size());
        for (const Vec3& p : profile) rings.push_back({{0, p.y, 0}, p.z, p.x, exponent});
        const Detail level = fine(detail);
        loft(mesh, smooth(rings, level.rings), kZ, kX, level.around, skin);
    }

    /// A short cylinder with a bevelled, slightly domed face.
    void plug(Mesh& mesh, Vec3 base, Vec3 out, Vec3 u, float radius, float height, std::uint32_t around,
              const Skin& skin) const {
        const auto ring = [&](float share, float level) {
            return Ring{base + out * (height * level), radius * share, radius * share, 2};
        };
        std::vector<Ring> rings{ring(1, -0.5F), ring(1, 0.7F), ring(0.82F, 0.95F), ring(0, 1.1F)};
        if (lod_ == 2) rings.erase(rings.begin() + 2);
        loft(mesh, rings, u, cross(out, u), fine({2, around}).around, skin);
    }

    /// A hose around two bones.
    void tube(Mesh& mesh, Vec3 from, Vec3 joint, Vec3 to, float fromRadius, float toRadius, std::uint32_t around,
              const Skin& skin) const {
        const Vec3 w = normalized(to - from);
        const Vec3 u = normalized(cross(kX, w));
        std::vector<Ring> rings;
        const Vec3 stops[] = {from, lerp(from, joint, 0.7F), joint, lerp(joint, to, 0.45F), to};
        for (std::size_t i = 0; i < 5; ++i) {
            const float radius = fromRadius + (toRadius - fromRadius) * static_cast<float>(i) / 4;
            rings.push_back({stops[i], radius, radius, 2});
        }
        const Detail level = fine({6, around});
        loft(mesh, smooth(rings, level.rings), u, cross(w, u), level.around, skin);
    }

    struct Stop {
        Vec3 center;
        float radius;
    };

    /// A closed sleeve with its own bevels.
    void cuff(Mesh& mesh, const std::vector<Stop>& stops, Vec3 along, const Skin& skin) const {
        const Vec3 u = normalized(cross(kX, along));
        std::vector<Ring> rings;
        for (std::size_t i = 0; i < stops.size(); ++i) {
            // The coarsest level goes without the bevels.
            if (lod_ == 2 && (i == 2 || i == 3 || i == 4 || i == 6)) continue;
            rings.push_back({stops[i].center, stops[i].radius, stops[i].radius, 2});
        }
        loft(mesh, rings, u, cross(along, u), fine({2, 10}).around, skin);
    }

    /// What is screwed to the head: neck, rims of the eyes, ears, and the rod of the antenna.
    void fittings(Mesh& mesh, const Skin& neck, const Skin& skull) const {
        turned(mesh, {{3.8F, 26.5F, 3.8F}, {3.6F, 29, 3.6F}, {3.6F, 31, 3.6F}, {3.8F, 35, 3.8F}}, {3, 8}, 2, neck);
        if (lod_ < 2) hoop(mesh, {0, 29.6F, 0}, kY, 4, 1, fine({4, 10}), neck);
        for (const float side : {-1.0F, 1.0F}) {
            const Vec3 eye = at(Lids) + kX * (6 * side);
            hoop(mesh, eye + kZ * 1.7F, kZ, 4.4F, 0.9F, fine({4, 12}), skull);
            // Ears: a bolt with a domed head.
            plug(mesh, {13.6F * side, 44, 0}, kX * side, kZ, 4.2F, 2.6F, 10, skull);
            if (lod_ == 0) plug(mesh, {15.6F * side, 44, 0}, kX * side, kZ, 2, 2.2F, 6, skull);
        }
        plug(mesh, {0, 54.6F, 0}, kY, kX, 3.4F, 1.8F, 8, skull);
        const Skin antenna = bend(Head, Antenna, {0, 57.5F, 0}, kY, 2);
        turned(mesh, {{0.75F, 55.5F, 0.75F}, {0.6F, 58, 0.6F}, {0.5F, 61, 0.5F}}, {2, 6}, 2, antenna);
    }

    /// A pressure gauge on the chest with its needle.
    void gauge(Mesh& mesh) const {
        const Skin skin = rigid(Chest);
        const Vec3 center{0, 16.5F, 11.6F};
        wear(mesh, kDial, [&] { plug(mesh, center, kZ, kX, 4.2F, 1, 12, skin); });
        wear(mesh, kBrass, [&] { hoop(mesh, center + kZ * 0.9F, kZ, 4.3F, 0.8F, fine({3, 12}), skin); });
        if (lod_ == 2) return;
        const Vec3 needle = normalized(Vec3{-0.6F, 0.8F, 0});
        wear(mesh, kRed, [&] {
            capsule(mesh, center + kZ * 1.3F - needle * 0.8F, center + kZ * 1.3F + needle * 2.4F, 0.5F, 0.3F, {4, 4},
                    skin);
        });
    }

    /// The mouth: a bar that follows the face and turns up at its ends.
    void smile(Mesh& mesh) const {
        Mesh bar;
        ball(bar, {0, 36, 10.6F}, kY * 1.1F, kZ * 1.2F, kX * 5.2F, fine({8, 6}), rigid(Head));
        for (Point& point : bar.points) {
            const float square = point.position.x * point.position.x;
            point.position = point.position + Vec3{0, 0.065F * square, -0.02F * square};
        }
        append(mesh, bar);
    }

    /// Half a shell around the eye with a rim, open to the front while the lid is up.
    void lid(Mesh& mesh, Vec3 eye) const {
        const Detail level = fine({5, 12});
        const Vec3 up = normalized(Vec3{0, 0.77F, -0.64F});
        std::vector<Ring> rings{{eye, 3.5F, 3.5F, 2}};
        for (std::uint32_t k = 0; k < level.rings; ++k) {
            const float angle = 0.46F * kPi * static_cast<float>(k) / static_cast<float>(level.rings - 1);
            const float width = 4.25F * cosine(angle);
            rings.push_back({eye + up * (4.25F * sine(angle)), k + 1 == level.rings ? 0 : width, width, 2});
        }
        loft(mesh, rings, cross(kX, up), kX, level.around, rigid(Lids));
    }

    void hand(Mesh& mesh, Vec3 lower) const {
        const Skin skin = rigid(LeftHand);
        const Vec3 front = normalized(kZ - lower * dot(kZ, lower));
        const Vec3 inward = cross(lower, front) * (dot(cross(lower, front), kX) > 0 ? 1.0F : -1.0F);
        const Vec3 palm = at(LeftHand) + lower * 2.6F;
        ball(mesh, palm, front * 4.3F, inward * 2.9F, lower * 4.4F, fine({5, 8}), skin, 2.4F);
        for (const float side : {-1.0F, 1.0F}) {
            const Vec3 root = palm + lower * 2.6F + front * (2.1F * side);
            capsule(mesh, root, root + lower * 4.6F + inward * 1.4F + front * (0.6F * side), 1.9F, 1.6F, fine({6, 6}),
                    skin);
        }
        const Vec3 thumb = palm + front * 2.8F + inward * 0.6F;
        capsule(mesh, thumb, thumb + front * 2.6F + lower * 3.2F + inward * 1.2F, 1.8F, 1.5F, fine({6, 6}), skin);
    }

    /// A round-toed boot with a flat sole.
    void foot(Mesh& mesh) const {
        const Vec3 ankle = at(LeftFoot);
        const Skin skin = bend(LeftFoot, LeftToe, at(LeftToe), kZ, 4);
        const float x = ankle.x;
        const std::vector<Ring> through{{{x, -40, -8.2F}, 0, 0, 2.2F},
                                        {{x, -40, -7.2F}, 2.9F, 4.2F, 2.3F},
                                        {{x, -39.2F, -4}, 4.6F, 5.4F, 2.4F},
                                        {{x, -38.8F, 0}, 5.4F, 5.8F, 2.4F},
                                        {{x - 0.3F, -39.8F, 4}, 4.6F, 6.3F, 2.4F},
                                        {{x - 0.6F, -40.2F, 8}, 4.6F, 6.9F, 2.4F},
                                        {{x - 0.6F, -40.6F, 12}, 3.9F, 5.6F, 2.3F},
                                        {{x - 0.6F, -41, 13.8F}, 2.2F, 3, 2.2F},
                                        {{x - 0.6F, -41.2F, 14.4F}, 0, 0, 2.2F}};
        Mesh boot;
        const Detail level = fine({9, 10});
        loft(boot, smooth(through, level.rings), kY, kX, level.around, skin);
        for (Point& point : boot.points) point.position.y = std::max(point.position.y, kFloor);
        append(mesh, boot);
    }

    std::size_t lod_;
};

std::uint16_t nearest(const std::vector<Vertex>& vertices, Vec3 place) {
    const auto distance = [place](const Vertex& vertex) {
        return dot(vertex.location - place, vertex.location - place);
    };
    const auto best = std::min_element(vertices.begin(), vertices.end(),
                                       [&](const Vertex& a, const Vertex& b) { return distance(a) < distance(b); });
    return static_cast<std::uint16_t>(best - vertices.begin());
}

Lod toLod(const std::vector<Node>& nodes, Mesh mesh) {
    computeNormals(mesh);
    Lod lod;
    for (const Face& face : mesh.faces) {
        Face& written = lod.faces.emplace_back(face);
        for (TexCoord& place : written.texCoords) place = {snapped(place.u), snapped(place.v)};
    }
    for (const Point& point : mesh.points) {
        Vertex vertex{snapped(point.position), snapped(point.normal), {}, kStale};
        for (const Influence& influence : point.influences) {
            vertex.weights.push_back(bound(nodes, influence.node, vertex.location, influence.bias));
            vertex.weights.back().location = snapped(vertex.weights.back().location);
        }
        lod.vertices.push_back(std::move(vertex));
    }
    return lod;
}

/// A piece from what a function of the modeller makes at each level of detail.
template <class Make>
Piece piece(const std::vector<Node>& nodes, std::string name, std::uint16_t material, Make make) {
    Piece out;
    out.name = std::move(name);
    out.materialIndex = material;
    for (std::size_t lod = 0; lod < kLods; ++lod) out.lods.push_back(toLod(nodes, make(Modeller(lod))));
    for (std::size_t lod = 0; lod + 1 < kLods; ++lod) {
        for (Vertex& vertex : out.lods[lod].vertices) {
            vertex.subLod = nearest(out.lods[lod + 1].vertices, vertex.location);
        }
    }
    return out;
}

}  // namespace

std::vector<Piece> pieces(const std::vector<Node>& nodes) {
    const auto right = [](const Mesh& mesh) { return mirrored(mesh, otherSide); };
    return {
        piece(nodes, "Body", 0, [](const Modeller& m) { return m.body(); }),
        piece(nodes, "Head", 1, [](const Modeller& m) { return m.head(); }),
        piece(nodes, "Eyes", 1, [](const Modeller& m) { return m.eyes(); }),
        piece(nodes, "Key", 0, [](const Modeller& m) { return m.windingKey(); }),
        piece(nodes, "Left Arm", 0, [](const Modeller& m) { return m.leftArm(); }),
        piece(nodes, "Right Arm", 0, [&](const Modeller& m) { return right(m.leftArm()); }),
        piece(nodes, "Left Leg", 0, [](const Modeller& m) { return m.leftLeg(); }),
        piece(nodes, "Right Leg", 0, [&](const Modeller& m) { return right(m.leftLeg()); }),
    };
}

Piece basePiece(const std::vector<Node>& nodes) {
    const Modeller coarse(kLods - 2);
    Mesh mesh, limbs;
    for (const Mesh& part : {coarse.body(), coarse.head(), coarse.eyes(), coarse.windingKey()}) append(mesh, part);
    for (const Mesh& part : {coarse.leftArm(), coarse.leftLeg()}) append(limbs, part);
    append(mesh, limbs);
    append(mesh, mirrored(limbs, otherSide));
    for (Point& point : mesh.points) {
        if (point.position.y <= kFloor) point.position.y -= kBaseSole;
    }
    Piece piece;
    piece.name = "Body";
    piece.lods = {toLod(nodes, std::move(mesh))};
    return piece;
}

}  // namespace abc::samples::clockwork
