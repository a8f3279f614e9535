// What the module of exchanges has besides that of changes: models from and to other formats, loaded only when somebody
// exports or imports.
#include <emscripten/bind.h>

#include "drafting.h"
#include "export.h"
#include "import.h"
#include "merge.h"

EMSCRIPTEN_BINDINGS(exchange) {
    using namespace bindings;
    emscripten::class_<ImportWork>("Import")
        .constructor<>()
        .function("begin", &ImportWork::begin)
        .function("step", &ImportWork::step)
        .function("done", &ImportWork::done)
        .function("result", &ImportWork::result);
    emscripten::function("limitsOf", &limitsOf);
    emscripten::class_<LevelWork>("Levels")
        .constructor<>()
        .function("begin", &LevelWork::begin)
        .function("beginAgain", &LevelWork::beginAgain)
        .function("start", &LevelWork::start)
        .function("aroundTurned", &LevelWork::aroundTurned)
        .function("keep", &LevelWork::keep)
        .function("operations", &LevelWork::operations);
    emscripten::class_<DraftingWork>("Drafting")
        .constructor<>()
        .function("begin", &DraftingWork::begin)
        .function("look", &DraftingWork::look)
        .function("height", &DraftingWork::height)
        .function("step", &DraftingWork::step)
        .function("done", &DraftingWork::done)
        .function("result", &DraftingWork::result);
    emscripten::class_<ExportWork>("Export")
        .constructor<>()
        .function("allocate", &ExportWork::allocate)
        .function("begin", &ExportWork::begin)
        .function("mesh", &ExportWork::mesh)
        .function("addSource", &ExportWork::addSource)
        .function("animate", &ExportWork::animate)
        .function("step", &ExportWork::step)
        .function("animation", &ExportWork::animation)
        .function("morphs", &ExportWork::morphs)
        .function("keptFile", &ExportWork::keptFile);
    emscripten::class_<MergeWork>("Merge")
        .constructor<>()
        .function("allocate", &MergeWork::allocate)
        .function("begin", &MergeWork::begin)
        .function("step", &MergeWork::step)
        .function("done", &MergeWork::done)
        .function("result", &MergeWork::result);
}
