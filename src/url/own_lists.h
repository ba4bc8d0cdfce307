// Our own small lists of parameters that name no page. Names are compared in lower case.
//
// They hold facts: what the makers of widely used programs and ad networks say their parameters are
// for. A name that is known to choose content on some site (ref, source, id, s) is not here.
#pragma once

#include <string_view>

namespace doppel::url {

// utm_source, gclid ...: who sent the visitor. replytocom: which comment the visitor may answer.
bool is_own_tracker(std::string_view parameter_name);

// PHPSESSID, CFTOKEN ...: a visit. Some names count only with a value that looks like an
// identifier.
bool is_session_id(std::string_view parameter_name, std::string_view value);

// jsessionid=...: a session id after a ';' of a path.
bool is_path_session_id(std::string_view path_parameter);

// (S(4hqa0555fwsecu455xqckv45)): the path segment in which ASP.NET keeps a session without cookies.
bool is_session_segment(std::string_view segment);

// index.html, Default.aspx ...: what servers answer for the folder's own address.
bool is_index_page(std::string_view segment);

}  // namespace doppel::url
