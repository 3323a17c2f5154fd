#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that no two files define a class, structure, union or enumeration of one name in one namespace. Where both are
# linked into one program the linker keeps one of each function of the same name, silently: a constructor then fills
# what the other file thinks is another structure.
#   one_definition.sh FOLDER...
#   one_definition.sh --self-test        on made-up files
#
# What lies in anonymous namespaces, in classes and in functions is not looked at; specialisations of a template are
# told apart by their arguments. Both branches of an #if are read.
set -euo pipefail

# shellcheck disable=SC2016
defined='
  use strict;
  my %places;
  my $failed = 0;
  my $angles = qr/(<(?:[^<>]++|(?-1))*>)/;
  for my $file (@ARGV) {
    open(my $in, "<", $file) or die "$file: $!\n";
    local $/;
    my $text = <$in>;
    # Comments, texts, letters and lines of the preprocessor go; lines stay.
    $text =~ s{R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/|(?<![0-9A-Fa-f])\x27(?:\\.|[^\x27\\\n])+\x27}
              { ($& =~ /^[R"]/ ? "\"\"" : " ") . ($& =~ tr/\n//cdr) }gse;
    $text =~ s{^[ \t]*#(?:[^\n]*\\\n)*[^\n]*}{ $& =~ tr/\n//cdr }gme;
    my @scopes;    # names of namespaces; undef for anything else
    my $head = "";
    while ($text =~ /([^{};]*)([{};])/g) {
      $head .= $1;
      my $place = $-[2];
      if ($2 eq "{") {
        my $atNamespace = !grep { !defined } @scopes;
        my $scope;
        $head =~ s/\balignas\s*\([^()]*\)|\[\[.*?\]\]//gs;
        1 while $head =~ s/^\s*template\s*$angles//s;
        if ($atNamespace and $head =~ /^\s*(?:inline\s+)?namespace\b\s*([\w:]*)\s*$/) {
          $scope = $1 eq "" ? "(anonymous)" : $1;
        } elsif ($atNamespace and $head =~ /^\s*extern\s*""\s*$/) {
          $scope = "";
        } elsif ($atNamespace
                 and $head =~ /^\s*(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+([\w:]+\s*(?:$angles)?)\s*(?:final\b\s*)?(?::[^()=]*)?$/s) {
          (my $name = join("::", grep { $_ ne "" } @scopes, $1)) =~ s/\s+//g;
          my $line = 1 + (substr($text, 0, $place) =~ tr/\n//);
          push @{$places{$name}}, [$file, $line] unless $name =~ /\(anonymous\)/;
        }
        push @scopes, $scope;
      } elsif ($2 eq "}") {
        if (!@scopes) { print "$file: a brace is closed that was not opened\n"; $failed = 1; last; }
        pop @scopes;
      }
      $head = "";
    }
    if (@scopes) { print "$file: a brace is not closed\n"; $failed = 1; }
  }
  for my $name (sort keys %places) {
    my %files = map { $_->[0] => $_->[1] } reverse @{$places{$name}};
    next if keys %files < 2;
    print "$name is defined in " . join(" and ", map { "$_:$files{$_}" } sort keys %files)
          . ": rename one, or put what one source file needs into an anonymous namespace\n";
    $failed = 1;
  }
  print scalar(keys %places) . " definitions in " . scalar(@ARGV) . " files\n";
  exit $failed;
'

if [ "${1:-}" = --self-test ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  fail() { echo "FAILED: $*"; exit 1; }
  cat >"$work/one.hpp" <<'END'
namespace A {
struct Declared;  // struct Commented {
struct Rows { int n = sizeof("struct Text {"); char brace = '{'; };
template <class T> struct Traits {};
template <> struct Traits<int> {};
#define BRACE {
class Outer { struct Inner {}; };
struct Function make() { struct Local {}; return {}; }
namespace { struct Hidden {}; }
}
END
  cat >"$work/two.cpp" <<'END'
namespace A::B { struct Rows {}; }
namespace A {
struct Declared {};
template <> struct Traits<double> {};
class Other { struct Inner {}; };
void take() { struct Local {}; }
namespace { struct Hidden {}; struct Commented {}; struct Text {}; struct Rows {}; }
}
END
  perl -0777 -e "$defined" "$work/one.hpp" "$work/two.cpp" || fail "found a definition twice where there is none"
  cat >"$work/three.cpp" <<'END'
namespace A {
template <class T> class Traits
    : public Base<T> {
};
class
Rows final {};
template <> struct Traits< int > {};
enum class Kind : int { none };
}
END
  echo 'namespace A { enum Kind { all }; }' >"$work/four.cpp"
  found=$(perl -0777 -e "$defined" "$work"/*.?pp) && fail "found nothing"
  for name in A::Kind A::Rows A::Traits 'A::Traits<int>'; do
    grep -q "^$name is defined in .* and " <<<"$found" || fail "$name was not found: $found"
  done
  [ "$(grep -c 'is defined in' <<<"$found")" -eq 4 ] || fail "found more than there is: $found"
  grep -q "A::Rows is defined in $work/one.hpp:3 and $work/three.cpp:6:" <<<"$found" || fail "other places: $found"
  echo OK
  exit
fi

mapfile -t files < <(find "$@" -name '*.?pp' | sort)
[ ${#files[@]} -gt 0 ] || { echo "No sources in $*"; exit 1; }
exec perl -0777 -e "$defined" "${files[@]}"
