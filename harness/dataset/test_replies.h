// What a web server answers, for tests: responses in the making.
#pragma once

#include <string>
#include <string_view>

namespace sudoku::dataset {

// A response in the making.
inline std::string response(const std::string& status, const std::string& headers,
                            std::string_view body) {
  return "HTTP/1.1 " + status + "\r\nConnection: close\r\n" + headers + "\r\n" + std::string(body);
}

inline std::string sized(std::size_t bytes) {
  return "Content-Length: " + std::to_string(bytes) + "\r\n";
}

inline std::string redirect(const std::string& where) {
  return response("302 Found", "Location: " + where + "\r\n" + sized(0), "");
}

// Where the part that a request asks for begins; 0 when it asks for all.
inline std::size_t asked_from(const std::string& request) {
  const std::string range = "Range: bytes=";
  const std::size_t at = request.find("\r\n" + range);
  return at == std::string::npos ? 0 : std::stoul(request.substr(at + 2 + range.size()));
}

// What a good server answers: all, or the part that was asked for.
inline std::string served(const std::string& request, std::string_view file,
                          const std::string& headers = "") {
  const std::size_t from = asked_from(request);
  if (from == 0) return response("200 OK", headers + sized(file.size()), file);
  const std::string total = std::to_string(file.size());
  if (from >= file.size()) {
    return response("416 Range Not Satisfiable",
                    "Content-Range: bytes */" + total + "\r\n" + sized(0), "");
  }
  return response("206 Partial Content",
                  headers + "Content-Range: bytes " + std::to_string(from) + "-" +
                      std::to_string(file.size() - 1) + "/" + total + "\r\n" +
                      sized(file.size() - from),
                  file.substr(from));
}

}  // namespace sudoku::dataset
