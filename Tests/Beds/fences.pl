#!/usr/bin/perl
# Tries what systemd/remindd.service and systemd/hardening.conf forbid, and prints a line for each: its
# name, and how it went. For x86-64 alone, where calls have these numbers.
#
#   fences.pl         on standard output
#   fences.pl FILE    into FILE, in one piece; so it is a hook of remindd's
use POSIX qw(:errno_h :sys_wait_h :fcntl_h);
use Socket;
no warnings;
my $log = "";
sub try { my ($name, $code) = @_; $! = 0; my $ok = $code->(); $log .= "$name: " . ($ok ? "ok" : lc $!) . "\n"; }
my $folder = $ENV{HOME};

# NoNewPrivileges=: a program of root's with its bit makes nobody root.
$log .= "root: " . (`/usr/local/bin/suid-id -u` == 0 ? "ok" : "no") . "\n";
# RestrictAddressFamilies=: packets off the wire; an ordinary user gets another error.
try("packet", sub { socket(my $s, 17, SOCK_RAW, 0) });
# SystemCallArchitectures=: a 64-bit program that ends itself by a call of 32-bit Linux, with 7.
my $i386 = "\xb8\1\0\0\0\xbb\7\0\0\0\xcd\x80\xbf\x09\0\0\0\xb8\x3c\0\0\0\x0f\x05";
my $elf = "\x7fELF\2\1\1" . "\0" x 9 . pack("S2LQ3LS6", 2, 62, 1, 0x400078, 64, 0, 0, 64, 56, 1, 0, 0, 0)
  . pack("L2Q6", 1, 5, 0, 0x400000, 0x400000, 0x78 + length $i386, 0x78 + length $i386, 4096) . $i386;
open(my $f, ">", "$folder/i386"); print $f $elf; close $f; chmod 0755, "$folder/i386";
system "$folder/i386"; $log .= "i386: " . ($? >> 8 == 7 ? "ok" : "signal " . ($? & 127)) . "\n";
# SystemCallFilter=: a call that is no service's, and one of those that only root has a use for.
try("ptrace", sub { my $p = fork; $p or exit(syscall(101, 0, 0, 0, 0) == 0 ? 0 : $!+0); waitpid $p, 0; $! = $? >> 8; $? == 0 });
open($f, ">", "$folder/own"); close $f;
try("chown", sub { chown $>, $) + 0, "$folder/own" });
# LockPersonality=
try("personality", sub { my $p = fork; $p or exit(syscall(135, 0x0040000) >= 0 ? 0 : $!+0); waitpid $p, 0; $! = $? >> 8; $? == 0 });
# RestrictNamespaces=: CLONE_NEWUSER
try("namespace", sub { my $p = fork; $p or exit(syscall(272, 0x10000000) == 0 ? 0 : $!+0); waitpid $p, 0; $! = $? >> 8; $? == 0 });
# RestrictRealtime=: SCHED_FIFO with a priority that it has not, which Linux looks at before the right to it.
try("realtime", sub { my $none = pack("L", 0); syscall(144, 0, 1, $none) == 0 });
# RestrictSUIDSGID=
try("setuid", sub { chmod 04700, "$folder/own" });
# UMask=
unlink "$folder/new"; open($f, ">", "$folder/new"); close $f;
$log .= sprintf("mask: %o\n", (stat "$folder/new")[2] & 0777);

# What takes a namespace of users. PrivateUsers=: who is known in there.
open($f, "<", "/proc/self/uid_map"); my ($line) = <$f>; close $f;
$log .= "users: " . ($line =~ /4294967295/ ? "ok" : "own") . "\n";
# CapabilityBoundingSet=
open($f, "<", "/proc/self/status"); my ($set) = grep /^CapBnd/, <$f>; close $f;
$log .= "capabilities: " . ($set =~ /^CapBnd:\s*0+$/ ? "none" : "ok") . "\n";
# ProtectSystem=: a file of one's own where the system's are.
try("system", sub { open(my $g, ">>", "/etc/own") });
# ProtectControlGroups=: a group below one's own.
open($f, "<", "/proc/self/cgroup"); my ($group) = grep s/^0:://, <$f>; close $f; chomp $group;
try("groups", sub { mkdir "/sys/fs/cgroup$group/own" and rmdir "/sys/fs/cgroup$group/own" });
# ProtectKernelModules=
try("modules", sub { opendir(my $d, "/usr/lib/modules") });
# ProtectKernelTunables=, which hides this too.
try("symbols", sub { open(my $g, "<", "/proc/kallsyms") });

if (@ARGV || $ENV{FENCES}) { my $file = $ARGV[0] || $ENV{FENCES}; open(my $g, ">", "$file.new"); print $g $log; close $g; rename "$file.new", $file }
else { print $log }
