# Every longer target is a script of the same name in scripts/.
# PREFIX and DESTDIR, given on the command line, reach it through the environment.
.DEFAULT_GOAL := help
.PHONY: help run test install uninstall deb dist bench bench-scale bench-peers sanitize memcheck lint oracle fuzz torture torture-long vm

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 22

run: ## Build, and show a reminder one second from now; leaves nothing behind
	@scripts/run

test: ## Install what the tests need, and run every one of them
	@scripts/test

install: ## Build and install for you (PREFIX, default ~/.local), and start it
	@scripts/install

uninstall: ## Stop it and remove everything but your reminders
	@scripts/uninstall

deb: ## Build Debian's package, and have lintian judge it; scripts/deb test tries it in a container
	@scripts/deb

dist: ## Make the tarball of the sources, the same bytes each time
	@scripts/dist

bench: ## Measure against the targets and at(1), and write BENCHMARKS.md
	@scripts/bench

bench-scale: ## Its part on a million reminders, bursts, and ten minutes of steady work
	@scripts/bench scale

bench-peers: ## Its part on at, systemd timers, remind(1) and sleep beside us
	@scripts/bench peers

sanitize: ## Run the tests under AddressSanitizer and ThreadSanitizer, and memcheck
	@scripts/sanitize

memcheck: ## A day of reminders in a minute, under valgrind
	@scripts/memcheck

fuzz: ## Throw random input at the parsers, the store and the daemon for a minute each (SECONDS_EACH)
	@scripts/fuzz

torture: ## Kill both programs and cut the power under the store, hundreds of times; nothing may be lost
	@scripts/torture

torture-long: ## The same with 10,000 kills and 20,000 cuts: half an hour or more
	@scripts/torture 10000 20000 3

vm: ## Cut the power of a virtual machine, suspend it, and set its clock: six minutes
	@scripts/vm

lint: ## Check the format of the Swift code, the shell scripts, the manual and the translations
	@scripts/lint

oracle: ## Compare thousands of random recurrence rules with python3-dateutil
	@scripts/oracle
