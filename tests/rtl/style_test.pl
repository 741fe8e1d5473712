#!/usr/bin/env perl
# style_test.pl FILE.sv...: the rules of hw/rtl/STYLE.md that a text search can see. Prints FILE:LINE
# with the rule that is broken; exit status 1 where there is one.
use strict;
use warnings;

my $name = qr/[a-z][a-z0-9_]*/;
my $constant = qr/[A-Z][A-Za-z0-9]*/;
# Where logic may depend on SYNTHESIS.
my %two_forms = map { $_ => 1 } qw(vta_scratchpad vta_accumulators vta_gemm);
my $broken = 0;
my ($file, $number);

sub broken {
  print "$file:$number: $_[0]\n";
  $broken = 1;
}

# A rule of each line without its comment.
sub check_line {
  my ($code) = @_;
  broken("tab, or blanks at the end") if $code =~ /\t|\s$/;
  broken("columns: one blank before a name or a sign") if $code =~ /\S {2,}\S/;
  broken("constants and parameters are CamelCase")
    if $code =~ /\b(?:localparam|parameter)\b(?!\s+type).*?\b(\w+)\s*=/ && $1 !~ /^$constant$/;
  broken("types end in _t, enumerations in _e")
    if $code =~ /^\s*\}\s*(\w+);/ && $1 !~ /^${name}_[te]$/;
  broken("types end in _t, enumerations in _e")
    if $code =~ /\bparameter type (\w+)/ && $1 !~ /^${name}_t$/;
  broken("blocks of generate have a label gen_*")
    if $code =~ /\bbegin\s*:\s*(\w+)/ && $1 !~ /^gen_$name$/;
  broken("a loop over a genvar needs a label") if $code =~ /\bgenvar\b/ && $code !~ /\bbegin\s*:/;
  broken("instances are named u_*")
    if $code =~ /^\s*(?:vta_\w+|\))\s+(\w+)\s*\($/ && $1 !~ /^u_$name$/;
  broken("parts are connected by name") if $code =~ /^\s*vta_\w+ u_\w+\s*\((?!$)/;
  broken("a process is always_ff, always_comb or assign") if $code =~ /\balways\b|\balways_latch\b/;
  broken("one clock edge: posedge clk") if $code =~ /\bnegedge\b|posedge (?!clk\b)/;
  broken("functions are automatic") if $code =~ /\bfunction\b(?! automatic)/ && $code !~ /\bend/;
  broken("provers know no |->, |=>, \$stable, \$rose, \$fell, \$onehot")
    if $code =~ /\|->|\|=>|\$stable|\$rose|\$fell|\$onehot/;
  broken("no initial values, no delays") if $code =~ /\binitial\b|#\d/;
  broken("what is unused is called unused") if $code =~ /\bunused_ok\b|\b_unused\b/;
}

sub check_file {
  my ($text) = @_;
  my ($module) = $file =~ m{([^/]+)\.sv$};
  ($number) = (1);
  broken("it has to begin with what it is, in a comment") if $text !~ m{^//};
  broken("a file is one module or package, of its name") if $text !~ /^(?:module|package) $module\b/m;
  broken("`default_nettype and `include: a file stands alone") if $text =~ /^`(?!ifdef|ifndef|else|endif)/m;
  my ($guarded, $label) = (0, '');
  for my $line (split /\n/, $text) {
    my $code = $line;
    my $comment = $code =~ m{^\s*//};
    $code =~ s{\s*//.*}{};
    broken("longer than 100 columns") if length($line) > 100 && $line !~ /localparam logic \[11:0\] Reg/;
    $code =~ s{\s*/\*.*?\*/}{}g;
    $guarded = $1 eq 'n' ? 1 : 2 if $code =~ /^`if(n?)def SYNTHESIS/;
    broken("logic that depends on SYNTHESIS")
      if !$two_forms{$module} && ($code =~ /^`ifdef/ || $code =~ /^`else/);
    $guarded = 0 if $code =~ /^`endif/;
    if ($code =~ /\bassert\b/) {
      $label = $1 if $code =~ /^\s*(\w+):/;
      broken("assertions have a label assert_*") if $label !~ /^assert_$name$/;
      broken("assertions are concurrent: assert property (\@(posedge clk) ..)") if $code !~ /assert property/;
      broken("assertions stand below `ifndef SYNTHESIS") if $guarded != 1;
    }
    $label = $code =~ /^\s*(\w+):$/ ? $1 : '';
    check_line($code) if !$comment;
    ++$number;
  }
}

for my $path (@ARGV) {
  $file = $path;
  open(my $in, '<', $path) or die "$path: $!\n";
  local $/;
  check_file(scalar <$in>);
}
exit $broken;
