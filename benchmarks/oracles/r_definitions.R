# Prints one line per function bound to a name, class and test block of the given files, by R's own parse data: path, kind, name, first,
# declaration and last line. What stands inside a named function or a test block is left out.
listing <- commandArgs(trailingOnly = TRUE)[1]
quotes <- function(text) gsub("^[\"']|[\"']$", "", text)

definitions <- function(path) {
  data <- tryCatch(getParseData(parse(path, keep.source = TRUE), includeText = TRUE), error = function(e) NULL)
  if (is.null(data)) {
    cat(path, "broken", "", 0, 0, 0, sep = "\t")
    cat("\n")
    return(invisible())
  }
  data <- data[data$token != "COMMENT", ]
  children <- split(seq_len(nrow(data)), data$parent)
  below <- function(row) children[[as.character(data$id[row])]]
  is_function <- function(row) {
    inner <- below(row)
    length(inner) > 0 && data$token[inner[1]] %in% c("FUNCTION", "'\\\\'")
  }
  row_of <- function(kind, name, first, at, last) cat(path, kind, name, data$line1[first], data$line1[at], data$line2[last], sep = "\t", fill = FALSE)
  stack <- list(list(rev(which(data$parent <= 0)), FALSE))
  emit <- function(...) {
    row_of(...)
    cat("\n")
  }
  while (length(stack) > 0) {
    top <- stack[[length(stack)]]
    stack[[length(stack)]] <- NULL
    for (row in top[[1]]) {
      inner <- below(row)
      inside <- top[[2]]
      tokens <- data$token[inner]
      if (length(inner) == 3 && tokens[2] %in% c("LEFT_ASSIGN", "EQ_ASSIGN") && is_function(inner[3])) {
        left <- below(inner[1])
        target <- if (length(left) == 0) inner[1] else left[length(left)]
        if (data$token[target] %in% c("SYMBOL", "STR_CONST", "expr", "SYMBOL_SUPER")) {
          while (data$token[target] == "expr" && length(below(target)) > 0) target <- below(target)[1]
        }
        dollar <- length(left) == 3 && data$token[left[2]] %in% c("'$'", "'@'")
        if (data$token[target] %in% c("SYMBOL", "STR_CONST") && (length(left) <= 1 || dollar)) {
          if (!inside) emit("function", quotes(data$text[target]), row, target, row)
          inside <- TRUE
        }
      } else if (length(inner) >= 4 && tokens[1] == "expr" && tokens[2] == "'('") {
        called <- data$text[below(inner[1])]
        called <- called[length(called)]
        if (length(called) && called == "list") {
          held <- inner[tokens == "expr" & vapply(inner, is_function, TRUE)]
          stack[[length(stack) + 1]] <- list(rev(held), TRUE)
          inner <- setdiff(inner, held)
          tokens <- data$token[inner]
        }
        words <- inner[tokens == "expr"][-1]
        title <- if (length(words)) data$text[words[1]] else ""
        if (length(called) && length(words) >= 2 && grepl("^[\"']", title) && tokens[3] == "expr") {
          braced <- function(w) length(below(w)) && data$token[below(w)[1]] == "'{'"
          if (called %in% c("test_that", "it") && braced(words[2])) {
            if (!inside) emit("test", quotes(title), row, words[1], row)
            inside <- TRUE
          } else if (called == "setMethod" && length(words) >= 3 && is_function(words[3])) {
            if (!inside) emit("method", quotes(title), row, words[1], row)
            inside <- TRUE
          } else if (called == "setGeneric" && is_function(words[2])) {
            if (!inside) emit("function", quotes(title), row, words[1], row)
            inside <- TRUE
          }
        }
      }
      stack[[length(stack) + 1]] <- list(rev(inner), inside)
    }
  }
}
for (path in readLines(listing)) definitions(path)
