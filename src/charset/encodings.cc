// ICU has no iso-8859-16: its Romanian letters are nearly those of iso-8859-2. The decoder of gbk
// is that of gb18030, as the standard says. x-user-defined is read as windows-1252.
//
// Tested by charset_test.cc, which asks ICU for every converter named here.
#include "charset/encodings.h"

#include <array>
#include <string>

#include "base/ascii.h"
#include "html/byte_block.h"

namespace doppel::charset {
namespace {

constexpr Encoding kEncodings[] = {
    {"utf-8", "UTF-8", true,
     " unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 "},
    {"ibm866", "ibm-866", true, " 866 cp866 csibm866 ibm866 "},
    {"iso-8859-2", "iso-8859-2", true,
     " csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 "
     "latin2 "},
    {"iso-8859-3", "iso-8859-3", true,
     " csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 "
     "latin3 "},
    {"iso-8859-4", "iso-8859-4", true,
     " csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 "
     "latin4 "},
    {"iso-8859-5", "iso-8859-5", true,
     " csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 "
     "iso_8859-5:1988 "},
    {"iso-8859-6", "iso-8859-6", true,
     " arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 "
     "iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 "},
    {"iso-8859-7", "iso-8859-7", true,
     " csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 "
     "iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek "},
    {"iso-8859-8", "iso-8859-8", true,
     " csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 "
     "iso88598 iso_8859-8 iso_8859-8:1988 visual "},
    {"iso-8859-8-i", "ISO-8859-8", true, " csiso88598i iso-8859-8-i logical "},
    {"iso-8859-10", "ISO-8859-10", true,
     " csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6 "},
    {"iso-8859-13", "iso-8859-13", true, " iso-8859-13 iso8859-13 iso885913 "},
    {"iso-8859-14", "ISO-8859-14", true, " iso-8859-14 iso8859-14 iso885914 "},
    {"iso-8859-15", "iso-8859-15", true,
     " csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 "},
    {"iso-8859-16", "iso-8859-2", true, " iso-8859-16 "},
    {"koi8-r", "koi8-r", true, " cskoi8r koi koi8 koi8-r koi8_r "},
    {"koi8-u", "koi8-u", true, " koi8-ru koi8-u "},
    {"macintosh", "macintosh", true, " csmacintosh mac macintosh x-mac-roman "},
    {"windows-874", "windows-874", true,
     " dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874 "},
    {"windows-1250", "windows-1250", true, " cp1250 windows-1250 x-cp1250 "},
    {"windows-1251", "windows-1251", true, " cp1251 windows-1251 x-cp1251 "},
    {"windows-1252", "windows-1252", true,
     " ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 "
     "iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 "
     "x-cp1252 "},
    {"windows-1253", "windows-1253", true, " cp1253 windows-1253 x-cp1253 "},
    {"windows-1254", "windows-1254", true,
     " cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 "
     "iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254 "},
    {"windows-1255", "windows-1255", true, " cp1255 windows-1255 x-cp1255 "},
    {"windows-1256", "windows-1256", true, " cp1256 windows-1256 x-cp1256 "},
    {"windows-1257", "windows-1257", true, " cp1257 windows-1257 x-cp1257 "},
    {"windows-1258", "windows-1258", true, " cp1258 windows-1258 x-cp1258 "},
    {"x-mac-cyrillic", "x-mac-cyrillic", true, " x-mac-cyrillic x-mac-ukrainian "},
    {"gbk", "gb18030", true,
     " chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk "},
    {"gb18030", "gb18030", true, " gb18030 "},
    {"big5", "Big5-HKSCS", true, " big5 big5-hkscs cn-big5 csbig5 x-x-big5 "},
    {"euc-jp", "EUC-JP", true, " cseucpkdfmtjapanese euc-jp x-euc-jp "},
    {"iso-2022-jp", "ISO-2022-JP", false, " csiso2022jp iso-2022-jp "},
    {"shift_jis", "windows-31j", true,
     " csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis "},
    {"euc-kr", "windows-949", true,
     " cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 "
     "ksc5601 ksc_5601 windows-949 "},
    {"utf-16be", "UTF-16BE", false, " unicodefffe utf-16be "},
    {"utf-16le", "UTF-16LE", false,
     " csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le "},
    {"x-user-defined", "windows-1252", true, " x-user-defined "},
};

const Encoding& named(std::string_view name) {
  for (const Encoding& encoding : kEncodings) {
    if (encoding.name == name) return encoding;
  }
  return kEncodings[0];
}

}  // namespace

std::span<const Encoding> encodings() { return kEncodings; }

const Encoding& utf8_encoding() { return kEncodings[0]; }

const Encoding& windows_1252() {
  static const Encoding& encoding = named("windows-1252");
  return encoding;
}

const Encoding& utf16le() {
  static const Encoding& encoding = named("utf-16le");
  return encoding;
}

const Encoding& utf16be() {
  static const Encoding& encoding = named("utf-16be");
  return encoding;
}

const Encoding* find_encoding(std::string_view label) {
  while (!label.empty() && html::is_space(label.front())) label.remove_prefix(1);
  while (!label.empty() && html::is_space(label.back())) label.remove_suffix(1);
  constexpr size_t kLongest = 24;  // no label is longer
  if (label.empty() || label.size() > kLongest) return nullptr;
  std::array<char, kLongest + 2> key;
  size_t size = 0;
  key[size++] = ' ';
  for (char c : label) {
    if (c == ' ') return nullptr;
    key[size++] = ascii_lower(c);
  }
  key[size++] = ' ';
  for (const Encoding& encoding : kEncodings) {
    if (encoding.labels.find(std::string_view(key.data(), size)) != std::string_view::npos) {
      return &encoding;
    }
  }
  return nullptr;
}

}  // namespace doppel::charset
