#!/usr/bin/env perl
# The lists of mutations. A block is separated from the next by an empty line: its first line is the
# file, the rest the original text and the mutant, of equally many lines. `#` begins a comment line.
#   mutant.pl check LIST...        every original occurs exactly once in its file; else says which, exit 1
#   mutant.pl count LIST
#   mutant.pl name LIST N          "FILE: first line of the mutant" of block N, from 0
#   mutant.pl apply LIST N ROOT    changes the file below ROOT; exit 3 where the block is stale
# Run in the folder that the files' names start from.
use strict;
use warnings;

sub blocks {
  my ($list) = @_;
  open(my $in, '<', $list) or die "$list: $!\n";
  my (@blocks, @lines);
  while (defined(my $line = <$in>)) {
    next if $line =~ /^#/;
    if ($line =~ /^\s*$/) {
      push @blocks, [@lines] if @lines;
      @lines = ();
    } else {
      push @lines, $line;
    }
  }
  push @blocks, [@lines] if @lines;
  return map { parsed($list, @$_) } @blocks;
}

sub parsed {
  my ($list, $file, @rest) = @_;
  chomp $file;
  die "$list: $file: a block needs as many lines of mutant as of original text\n" if !@rest || @rest % 2;
  my $half = @rest / 2;
  my $original = join('', @rest[0 .. $half - 1]);
  my $mutant = join('', @rest[$half .. $#rest]);
  chomp($original, $mutant);
  die "$list: $file: the mutant is the original: $original\n" if $original eq $mutant;
  return {file => $file, original => $original, mutant => $mutant};
}

sub text_of {
  my ($path) = @_;
  open(my $in, '<', $path) or return undef;
  local $/;
  return scalar <$in>;
}

sub occurrences {
  my ($text, $part) = @_;
  return 0 if !defined $text;
  my $count = () = $text =~ /\Q$part\E/g;
  return $count;
}

sub name_of {
  my ($block) = @_;
  return "$block->{file}: " . (split /\n/, $block->{mutant})[0];
}

my ($command, $list, $index, $root) = @ARGV;
die "usage: mutant.pl check|count|name|apply LIST ...\n" if !defined $list;

if ($command eq 'check') {
  my $stale = 0;
  for my $file (@ARGV[1 .. $#ARGV]) {
    for my $block (blocks($file)) {
      my $count = occurrences(text_of($block->{file}), $block->{original});
      next if $count == 1;
      print "$file: stale: $block->{file} has $count times: $block->{original}\n";
      $stale = 1;
    }
  }
  exit $stale;
}
my @blocks = blocks($list);
if ($command eq 'count') {
  print scalar(@blocks), "\n";
} elsif ($command eq 'name') {
  print name_of($blocks[$index]), "\n";
} elsif ($command eq 'apply') {
  my $block = $blocks[$index];
  my $path = "$root/$block->{file}";
  my $text = text_of($path);
  exit 3 if occurrences($text, $block->{original}) != 1;
  my $at = index($text, $block->{original});
  substr($text, $at, length $block->{original}) = $block->{mutant};
  open(my $out, '>', $path) or die "$path: $!\n";
  print $out $text;
  close($out) or die "$path: $!\n";
} else {
  die "mutant.pl: unknown command $command\n";
}
