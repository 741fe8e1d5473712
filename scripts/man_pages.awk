# One manual page from the --help of one command.
#   vta run --help | awk -v command="vta run" -v version=0.1.0 -v pages="vta vta-run ..." -f scripts/man_pages.awk > vta-run.1
# Options become tagged paragraphs; what follows them (examples, exit codes, devices) stands as it is printed.
function text(line) {
  gsub(/\\/, "\\e", line)
  gsub(/-/, "\\-", line)
  gsub(/~/, "\\(ti", line)
  gsub(/\^/, "\\(ha", line)
  gsub(/`/, "\\(ga", line)
  gsub(/'/, "\\(aq", line)
  if (line ~ /^[.]/) line = "\\\&" line
  return line
}
function section(title) {
  if (verbatim) print ".fi"
  verbatim = 0
  print ".SH " toupper(title)
}
function stand_as_printed(title) {
  section(title)
  print ".nf"
  verbatim = 1
}
function item(line,   at) {
  line = substr(line, 3)
  at = match(line, /  +[^ ]/)
  print ".TP"
  if (at) {
    print ".B " text(substr(line, 1, at - 1))
    print text(substr(line, at + RLENGTH - 1))
  } else {
    print ".B " text(line)
  }
}
BEGIN {
  page = command
  gsub(/ /, "-", page)
}
{ sub(/[ \t]+$/, "") }
/^Usage: / && !used {
  used = 1
  sub(/^Usage: [^ ]+/, "Usage: vta")
  about = description
  sub(/[.]$/, "", about)
  print ".TH " toupper(page) " 1 \"\" \"vta " version "\" \"VTA stack\""
  print ".SH NAME\n" text(page) " \\- " text(about)
  print ".SH SYNOPSIS\n.B " text(substr($0, 8))
  next
}
!used { description = description (description != "" && $0 != "" ? " " : "") $0; next }
/^[A-Z][A-Za-z ]*:$/ && !/^Examples?:$/ && !footer { sub(/:$/, ""); listing = 1; section($0); next }
/^\[Option Group: / && !footer { listing = 1; section("options"); next }
listing && /^$/ { next }
listing && /^                    / { sub(/^ +/, ""); print text($0); next }
listing && /^  / { item($0); next }
/^$/ { if (verbatim) print ""; next }
{ listing = 0 }
/^Examples?:$/ { footer = 1; stand_as_printed("examples"); next }
/^Exit codes: / { footer = 1; stand_as_printed("exit status"); sub(/^Exit codes: /, ""); print text($0); next }
!verbatim { footer = 1; stand_as_printed("notes") }
{ print text($0) }
END {
  section("see also")
  count = split(pages, names, " ")
  for (i = 1; i <= count; ++i)
    if (names[i] != page) print ".BR " text(names[i]) " (1)" (i < count && !(i == count - 1 && names[count] == page) ? "," : "")
}
