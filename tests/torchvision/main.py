"""scripts/check_torchvision.sh calls this."""
import json
import sys
import tempfile

import options


def main():
    asked = options.read(sys.argv[1:])
    import check  # PyTorch takes seconds to load: mistakes are said before
    import report

    with tempfile.TemporaryDirectory(prefix="check_torchvision.") as folder:
        rows = check.Check(asked, asked.keep or folder).rows()
    failed = report.failed(rows, asked.networks)
    if asked.json:
        print(json.dumps(report.document(rows, failed, asked), indent=2))
    else:
        report.show(rows, failed, asked)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
