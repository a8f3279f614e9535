#include "fixtures.h"

#include <stdexcept>

namespace abc::testing {
namespace {

constexpr Vec3 kChildOffset{0, 10, 0};

}  // namespace

SpecV12 smallV12() {
    SpecV12 spec;
    NodeSpec child{.name = "arm", .flags = 0, .children = 0, .bind = {}, .deformed = {}};
    child.bind.setTranslation(kChildOffset);
    spec.nodes = {{.name = "root", .flags = 0, .children = 1, .bind = {}, .deformed = {}}, child};
    spec.vertices = {
        {{0, 0, 0}, {0, 0, 1}, {{0, {0, 0, 0}, 1}}},
        {{1, 0, 0}, {0, 0, 1}, {{0, {1, 0, 0}, 1}}},
        {{0, 10, 0}, {0, 0, 1}, {{1, {0, 0, 0}, 1}}},
    };
    spec.faces = {{0, 1, 2}};
    spec.weightSets = {{"Upper", {0, 1}}};
    AnimationSpec move;
    move.frameString = "STEP";
    move.nodes = {{{{0, 0, 0}, {}}, {{2, 0, 0}, {}}}, {{kChildOffset, {}}, {kChildOffset, {}}}};
    spec.animations = {move};
    return spec;
}

SpecV6 smallV6() {
    SpecV6 spec;
    spec.nodes = {{.name = "Root", .flags = 1, .children = 1, .bind = {}, .deformed = {}},
                  {.name = "cloth", .flags = 6, .children = 0, .bind = {}, .deformed = {1}}};
    spec.vertices = {
        {{0, 0, 0}, {0, 0, 127}, 0, {0xCDCD, 0xCDCD}}, {{7, 7, 7}, {0, 0, 127}, 1, {0xCDCD, 0xCDCD}},
        {{2, 2, 0}, {0, 0, 127}, 0, {0xCDCD, 0xCDCD}}, {{0, 2, 0}, {0, 0, 127}, 0, {0xCDCD, 0xCDCD}},
        {{1, 2, 0}, {0, 0, 127}, 0, {2, 3}},
    };
    spec.collapses = 1;
    spec.faces = {{0, 1, 2}, {0, 2, 3}};
    AnimationSpec wave;
    wave.name = "wave";
    wave.frameString = "STEP";
    wave.nodes = {{{{0, 0, 0}, {}}, {{2, 0, 0}, {}}}, {{kChildOffset, {}}, {kChildOffset, {}}}};
    wave.deformation = {{}, {{10, 20, 30}, {30, 20, 10}}};
    wave.scale = {0.5F, 1, 2};
    wave.offset = {100, 0, -10};
    spec.animations = {wave};
    return spec;
}

std::uint32_t offsetOf(const File& file, std::string_view path) {
    const Document document = parse(file);
    const auto place = document.walk().resolve(path);
    if (!place) throw std::invalid_argument("no such path in the fixture: " + std::string(path));
    return place->start;
}

}  // namespace abc::testing
