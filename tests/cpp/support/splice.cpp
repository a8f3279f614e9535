#include "splice.h"

#include <stdexcept>

namespace abc::testing {
namespace {

Place placeOf(const Document& document, std::string_view path) {
    const auto place = document.walk().resolve(path);
    if (!place) throw std::invalid_argument("no such path in the fixture: " + std::string(path));
    return *place;
}

void setNext(File& file, const Section& section, std::uint32_t next) {
    std::memcpy(file.data() + section.type.offset + section.type.length, &next, sizeof next);
}

}  // namespace

File bytesOf(const File& file, std::string_view path) {
    const Document document = parse(file);
    const Place place = placeOf(document, path);
    return {file.begin() + place.start, file.begin() + place.end};
}

File spliced(const File& file, std::string_view path, const File& bytes) {
    const Document document = parse(file);
    const Place place = placeOf(document, path);
    const auto grown = static_cast<std::uint32_t>(bytes.size()) - (place.end - place.start);
    File moved = file;
    for (const Section& section : document.sections) {
        if (section.next != kLastSection && section.next >= place.end) setNext(moved, section, section.next + grown);
    }
    File out(moved.begin(), moved.begin() + place.start);
    out.insert(out.end(), bytes.begin(), bytes.end());
    out.insert(out.end(), moved.begin() + place.end, moved.end());
    return {out.begin(), out.end()};
}

File withSection(File file, std::string_view type, std::string_view data) {
    const Document document = parse(file);
    setNext(file, document.sections.back(), static_cast<std::uint32_t>(file.size()));
    const File added = ByteWriter().section(type).raw(data).bytes();
    file.insert(file.end(), added.begin(), added.end());
    return {file.begin(), file.end()};
}

}  // namespace abc::testing
