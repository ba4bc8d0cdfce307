// The built-in lists of parameters that do not identify a page. Names are compared in lower case.
//
// They are based on the documentation of widely used programs and ad networks. A name that selects
// content on some site (ref, source, id, s) is not in the lists.
#pragma once

#include <string_view>

namespace doppel::url {

// utm_source, gclid and others: where the visitor came from. replytocom: the comment to answer.
bool is_own_tracker(std::string_view parameter_name);

// PHPSESSID, CFTOKEN and others: session ids. Some names count only with a value that looks like an
// identifier.
bool is_session_id(std::string_view parameter_name, std::string_view value);

// jsessionid=...: a session id after a ';' of a path.
bool is_path_session_id(std::string_view path_parameter);

// (S(4hqa0555fwsecu455xqckv45)): the path segment in which ASP.NET keeps a session without cookies.
bool is_session_segment(std::string_view segment);

// index.html, Default.aspx and others: what servers return for the address of the folder.
bool is_index_page(std::string_view segment);

}  // namespace doppel::url
