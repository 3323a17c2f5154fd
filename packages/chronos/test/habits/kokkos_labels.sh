#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# Checks that all names which profilers show begin with "Chronos::": parallel_for, parallel_reduce and parallel_scan,
# Views, profiling regions.
#   kokkos_labels.sh FOLDER...
#
# Views have many ways to be made, so the rule is turned round: a text that is the first argument of anything is a
# label, unless the name before it is in the list of those that take other texts.
set -euo pipefail
files=$(find "$@" -name '*.?pp' | sort)
[ -n "$files" ] || { echo "No sources in $*"; exit 1; }

# shellcheck disable=SC2016,SC2086
exec perl -0777 -e '
  use strict;
  my %takesOtherTexts = map { $_ => 1 } qw(
    InputError BreakdownError Error string str printf fprintf snprintf set getenv push_back emplace_back
    countedMethod integer real choice choices flag sublist numbered binding isParameter isSublist isType get ParameterList find_first_not_of
    clock noteTraffic setUp DiagonalSmoother distance ordered find find_last_not_of hasAttribute getAttribute
    choose handOver return format because otherwise add rejectUnused remove of registerLinearSolverFactory names volatile findProblem
    asm target __builtin_cpu_supports checkRange fail logic_error wait endPhase timeOnFinest);
  my $failed = 0;
  for my $file (@ARGV) {
    open(my $in, "<", $file) or die "$file: $!\n";
    my $text = <$in>;
    # Comments go, lines stay; texts are numbered, so that what they say is not taken for code.
    my @texts;
    $text =~ s{"((?:\\.|[^"\\])*)"|//[^\n]*|/\*.*?\*/}
              { defined $1 ? (push(@texts, $1), "\"$#texts\"")[1] : ($& =~ tr/\n//cdr) }gse;
    my $isLabel = sub { my ($rest) = @_; $rest =~ /^"(\d+)"/ ? $texts[$1] =~ /^Chronos::/ : $rest =~ /^label\b/ };
    my $complain = sub {
      my ($place, $what) = @_;
      my $line = 1 + (substr($text, 0, $place) =~ tr/\n//);
      print "$file:$line: $what\n";
      $failed = 1;
    };
    # A nested loop over a team takes no label; a name handed on is checked where it is made.
    while ($text =~ /\bparallel_(?:for|reduce|scan)\s*\(\s*/g) {
      my $rest = substr($text, pos($text), 60);
      next if $isLabel->($rest)
        or $rest =~ /^(?:owner\.range|(?:Kokkos::)?(?:TeamThread|ThreadVector|TeamVector)Range)\(/;
      $complain->($-[0], "a Kokkos loop without a label that begins with Chronos::");
    }
    while ($text =~ /\bpushRegion\s*\(\s*/g) {
      my $rest = substr($text, pos($text), 60);
      $complain->($-[0], "a profiling region whose name does not begin with Chronos::")
        unless $isLabel->($rest);
    }
    while ($text =~ /(\w+)\s*(?:<[^;(){}]*>\s*)?[({]\s*"(\d+)"/g) {
      my ($name, $label) = ($1, $texts[$2]);
      next if $label =~ /^Chronos::/ or $takesOtherTexts{$name};
      $complain->($-[0], "\"$label\" should begin with Chronos::; or, if $name takes no label, add $name to "
                         . "kokkos_labels.sh");
    }
  }
  exit $failed;
' $files
