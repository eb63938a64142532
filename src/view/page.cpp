// SPDX-License-Identifier: MIT
#include "mce/view/page.hpp"

#include <fmt/core.h>
#include <zlib.h>

#include <cstdint>
#include <limits>

#include "mce/core/error.hpp"

#ifdef MCE_PAGE_FILE
// The assembler takes in the file as it is: no compiler has to read it as C++.
asm(".section .rodata\n"
    "mce_explorer_page: .incbin \"" MCE_PAGE_FILE
    "\"\n"
    "mce_explorer_page_end: .byte 0\n"
    ".global mce_explorer_page\n"
    ".global mce_explorer_page_end\n"
    ".previous\n");
extern "C" const char mce_explorer_page;      // NOLINT(readability-identifier-naming)
extern "C" const char mce_explorer_page_end;  // NOLINT(readability-identifier-naming)
#endif

namespace mce {
namespace {

constexpr std::string_view kPlaceOfData = "<!-- mce: data -->";

std::string gzip(std::string_view bytes) {
  constexpr int kGzip = 16 + MAX_WBITS;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw Error("cannot compress the page's data");
  }
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  if (bytes.size() > std::numeric_limits<uInt>::max()) throw Error("a part of the page's data is larger than 4 GB");
  // zlib does not change what it reads.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT(*-const-cast)
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int result = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw Error("cannot compress the page's data");
  return packed;
}

void append_base64(std::string& text, std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
  };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    const std::size_t left = bytes.size() - i;
    text += kDigits[three >> 18];
    text += kDigits[three >> 12 & 63];
    text += left > 1 ? kDigits[three >> 6 & 63] : '=';
    text += left > 2 ? kDigits[three & 63] : '=';
  }
}

}  // namespace

std::string_view explorer_page() {
#ifdef MCE_PAGE_FILE
  return {&mce_explorer_page, &mce_explorer_page_end};
#else
  return {};
#endif
}

std::string_view policy_of(std::string_view page) {
  constexpr std::string_view kBefore = R"(http-equiv="Content-Security-Policy" content=")";
  const std::size_t found = page.find(kBefore);
  if (found == std::string_view::npos) return {};
  page.remove_prefix(found + kBefore.size());
  return page.substr(0, page.find('"'));
}

std::string page_with(std::string_view page, Resources& resources, const StudyFilter& only,
                      const std::function<void(std::size_t, std::size_t)>& progress) {
  const std::size_t place = page.find(kPlaceOfData);
  if (place == std::string_view::npos) throw Error("the explorer's page has no place for data");
  std::string text(page.substr(0, place));
  const std::vector<std::string> names = resources.names(only);
  for (std::size_t i = 0; i < names.size(); ++i) {
    progress(i, names.size());
    std::string packed;
    try {
      packed = gzip(resources.read(names[i]).bytes);
    } catch (const NotThere&) {
      continue;  // a study that runs drops what it does not keep
    }
    // The browser does not run it: its type is none that it knows. Names and base64 have no letter that means anything.
    text += fmt::format(R"(<script type="application/gzip" data-mce="{}">)", names[i]);
    append_base64(text, packed);
    text += "</script>\n";
  }
  progress(names.size(), names.size());
  text += page.substr(place + kPlaceOfData.size());
  return text;
}

}  // namespace mce
