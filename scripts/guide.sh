#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds the guide: Markdown pages to a site with search (mkdocs), the API by Doxygen; checks every link between its pages.
# Nothing is fetched from elsewhere when it is read.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<TEXT
scripts/guide.sh [--output FOLDER] [--no-install] [--serve]
  --output FOLDER  where the site goes (build/guide/site)
  --no-install     do not touch the system's packages
  --serve          then show it on http://localhost:8000 (a browser does not search in pages opened as files)
TEXT
}

output=$chronosRoot/build/guide/site install=yes serve=no
while [ $# -gt 0 ]; do
  case $1 in
    --output) output=$(realpath -m "$2"); shift 2 ;;
    --no-install) install=no; shift ;;
    --serve) serve=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
if [ $install = yes ]; then installPackages "${chronosGuidePackages[@]}"; fi
work=$(dirname "$output")
pages=$work/pages
rm -rf "$pages" "$output"
mkdir -p "$pages/packages/chronos" "$pages/python"

# Pages keep their places, so that links between them, and to files beside them, are those of the repository.
cd "$chronosRoot"
cp -r docs README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff LICENSE "$pages"
cp -r packages/chronos/example packages/chronos/xml "$pages/packages/chronos"
cp -r python/README.md python/example "$pages/python"

# listing FOLDER TITLE ENDING: a page for a folder that README and pages link to, a line a file.
listing() {
  local file
  {
    printf '# %s\n\n| file | |\n|---|---|\n' "$2"
    for file in "$pages/$1"/*."$3"; do
      printf '| [%s](%s) | %s |\n' "$(basename "$file")" "$(basename "$file")" "$(
        sed -nE '/SPDX/d; s/^(\/\/|<!--) ([^ ].*[^->: ]).*/\2/p' "$file" | head -n 1)"
    done
  } >"$pages/$1/README.md"
}
listing packages/chronos/example Examples cpp
listing packages/chronos/xml Configurations xml

say "Site"
site=/usr/bin/mkdocs
[ -x $site ] || site=mkdocs
sed "s|@PAGES@|$pages|; s|@SITE@|$output|" docs/guide/mkdocs.yml >"$work/mkdocs.yml"
rm "$pages/docs/guide/mkdocs.yml"
$site build --strict -f "$work/mkdocs.yml" 2>&1 | { grep -v '^INFO' || true; }

say "API"
cat >"$work/Doxyfile" <<TEXT
PROJECT_NAME = Chronos
PROJECT_NUMBER = $(sed -nE 's/^version: //p' CITATION.cff)
INPUT = packages/chronos/src packages/chronos/adapters packages/chronos/tools/gallery packages/chronos/tools/io
FILE_PATTERNS = *.hpp
RECURSIVE = YES
OUTPUT_DIRECTORY = $work
HTML_OUTPUT = $output/api
GENERATE_LATEX = NO
EXTRACT_ALL = YES
QUIET = YES
WARNINGS = NO
WARN_IF_DOC_ERROR = NO
WARN_IF_INCOMPLETE_DOC = NO
HAVE_DOT = NO
HTML_TIMESTAMP = NO
TEXT
doxygen "$work/Doxyfile"

say "Links"
python3 - "$output" <<'PYTHON'
import html.parser, pathlib, re, sys, urllib.parse
site = pathlib.Path(sys.argv[1])
class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(path.read_text())
    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.names.add(value)
            elif value and (name == "src" or (name == "href" and tag in ("a", "link"))):
                self.links.append((tag, value))
paths = [path for path in site.rglob("*.html") if path.relative_to(site).parts[0] != "api" and path.name != "404.html"]
pages = {path: Page(path) for path in paths}
wrong = []
for path, page in pages.items():
    for tag, link in page.links:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc:
            if tag != "a":
                wrong.append(f"{path.relative_to(site)} loads {link} from elsewhere")
            continue
        target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target = target / "index.html"
        if not target.exists():
            wrong.append(f"{path.relative_to(site)}: {link} leads nowhere")
        elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].names:
            wrong.append(f"{path.relative_to(site)}: {link} has no such section")
for style in site.rglob("*.css"):
    if style.relative_to(site).parts[0] != "api" and re.search(r"url\(['\"]?(https?:)?//", style.read_text()):
        wrong.append(f"{style.relative_to(site)} loads from elsewhere")
print("\n".join(wrong) or f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links, all lead somewhere")
sys.exit(bool(wrong))
PYTHON
say "The guide is $output/index.html"
if [ $serve = yes ]; then python3 -m http.server -b localhost -d "$output" 8000; fi
