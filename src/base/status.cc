#include "doppel/status.h"

namespace doppel {

std::string_view name(StatusCode code) {
  switch (code) {
    case StatusCode::kOk: return "ok";
    case StatusCode::kInvalidArgument: return "invalid_argument";
    case StatusCode::kNotFound: return "not_found";
    case StatusCode::kAlreadyExists: return "already_exists";
    case StatusCode::kIo: return "io";
    case StatusCode::kCorrupt: return "corrupt";
    case StatusCode::kUnavailable: return "unavailable";
    case StatusCode::kCancelled: return "cancelled";
  }
  return "unknown";
}

Status invalid_argument(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}
Status not_found(std::string message) { return {StatusCode::kNotFound, std::move(message)}; }
Status already_exists(std::string message) {
  return {StatusCode::kAlreadyExists, std::move(message)};
}
Status io_error(std::string message) { return {StatusCode::kIo, std::move(message)}; }
Status corrupt(std::string message) { return {StatusCode::kCorrupt, std::move(message)}; }
Status unavailable(std::string message) { return {StatusCode::kUnavailable, std::move(message)}; }
Status out_of_memory() { return io_error("out of memory"); }
Status cancelled() { return {StatusCode::kCancelled, "cancelled"}; }

}  // namespace doppel
