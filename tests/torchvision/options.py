"""The command line of scripts/check_torchvision.sh, whose header describes it."""
import argparse
import os
import subprocess
import sys

import forms
import names

DEFAULT_FORMS = "traced,open"


def refuse(text):
    print(f"check_torchvision: {text}", file=sys.stderr)
    sys.exit(2)


def listed(option, text, legal):
    values = text.split(",")
    for value in values:
        if value not in legal:
            refuse(f"{option} has '{value}': legal are {', '.join(legal)}")
        if values.count(value) > 1:
            refuse(f"{option} has '{value}' twice: legal is once")
    return values


class Parser(argparse.ArgumentParser):
    def error(self, message):
        refuse(f"{message}: see --help")


def check_configurations(asked):
    """What is wrong with one, vta says, and its exit code is this one's."""
    for config in asked.configs:
        done = subprocess.run([os.path.join(asked.programs, "vta"), "config", "show", config],
                              stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            sys.exit(done.returncode)


def read(arguments):
    """Checked values; ends with exit code 2 where one is not legal."""
    parser = Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("--networks", default="required")
    parser.add_argument("--forms", default=DEFAULT_FORMS)
    parser.add_argument("--configs", default="default,1x32")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--programs", required=True)
    asked = parser.parse_args(arguments)
    asked.networks = names.GROUPS.get(asked.networks) or listed(
        "--networks", asked.networks, names.GROUPS["all"])
    legal = list(forms.FORMS)
    asked.forms = legal if asked.forms == "all" else listed("--forms", asked.forms, legal)
    asked.configs = asked.configs.split(",")
    check_configurations(asked)
    if not 0 <= asked.seed < 2**31:
        refuse(f"--seed is {asked.seed}, legal are 0 to {2**31 - 1}")
    if asked.seconds < 1:
        refuse(f"--seconds is {asked.seconds}, legal are 1 and more")
    if asked.keep:
        try:
            os.makedirs(asked.keep, exist_ok=True)
        except OSError as e:
            print(f"check_torchvision: --keep: {e}", file=sys.stderr)
            sys.exit(9)
        if not os.access(asked.keep, os.W_OK):
            print(f"check_torchvision: --keep: cannot write into {asked.keep}", file=sys.stderr)
            sys.exit(9)
    return asked
