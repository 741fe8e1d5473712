"""A wheel of what CMake builds: the module `vta`, the program of that name and its RTL (PEP 517).

pip calls build_wheel with the Python that the wheel is for. The folder of the build is the release's where
that is the Python which the release is for, else one of its own; `--config-settings build=FOLDER` names another.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Iterator, List, Mapping, Optional, Tuple

ROOT = Path(__file__).resolve().parents[2]
DEBIAN_PYTHON = "/usr/bin/python3"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same wheel twice

Settings = Optional[Mapping[str, Any]]


def _run(*command: str) -> None:
    print("+", *command, flush=True)
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        raise SystemExit(f"vta: {command[0]} failed (scripts/setup.sh --python installs what is needed)")


def _version() -> str:
    script = ["cmake", f"-DFILE={ROOT}/CHANGELOG.md", "-P", f"{ROOT}/cmake/version.cmake"]
    ended = subprocess.run(script, check=True, capture_output=True, text=True)
    return (ended.stdout + ended.stderr).split()[-1]


def _soabi_of(python: str) -> str:
    ask = "import sysconfig; print(sysconfig.get_config_var('SOABI'))"
    ended = subprocess.run([python, "-c", ask], capture_output=True, text=True)
    return ended.stdout.strip()


def _build_folder(settings: Settings) -> Path:
    named = dict(settings or {}).get("build")
    if named:
        return Path(str(named)).resolve()
    soabi = str(sysconfig.get_config_var("SOABI"))
    return ROOT / "build" / ("release" if soabi == _soabi_of(DEBIAN_PYTHON) else soabi)


def _build(folder: Path, stage: Path) -> None:
    python = DEBIAN_PYTHON if folder == ROOT / "build/release" else sys.executable
    if not (folder / "build.ninja").exists():
        _run("cmake", "--preset", "release", "-B", str(folder), f"-DVTA_PYTHON={python}", "-DVTA_TESTS=OFF")
    _run("cmake", "-DVTA_PYTHON_REQUIRED=ON", str(folder))
    _run("cmake", "--build", str(folder), "--target", "vta_python", "vta_python_sources", "vta_cli", "all_of_remote")
    _run("cmake", "--install", str(folder), "--component", "python", "--prefix", str(stage))


def _files(folder: Path, stage: Path, data: str) -> Iterator[Tuple[str, Path]]:
    (module,) = stage.rglob("vta/__init__.py")
    for path in sorted(module.parent.iterdir()):
        yield f"vta/{path.name}", path
    yield f"{data}/scripts/vta", folder / "bin/vta"
    for loaded in sorted((folder / "lib/vta").glob("*.so")):  # without gRPC there is no vta_remote.so
        yield f"{data}/data/lib/vta/{loaded.name}", loaded
    for path in sorted((ROOT / "hw/rtl").rglob("*")):
        if path.suffix in (".sv", ".f"):
            yield f"{data}/data/share/vta/rtl/{path.relative_to(ROOT / 'hw/rtl')}", path


def _metadata(version: str) -> str:
    readme = (ROOT / "python/README.md").read_text()
    return (
        f"Metadata-Version: 2.1\nName: vta\nVersion: {version}\n"
        "Summary: Compile and simulate networks on the VTA accelerator\n"
        "Requires-Python: >=3.9\nRequires-Dist: numpy\nDescription-Content-Type: text/markdown\n\n" + readme
    )


class _Wheel:
    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._record: List[str] = []

    def add(self, name: str, content: bytes, mode: int = 0o644) -> None:
        info = zipfile.ZipInfo(name, _EPOCH)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = (0o100000 | mode) << 16
        self._zip.writestr(info, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self._record.append(f"{name},sha256={digest},{len(content)}")

    def close(self, info: str) -> None:
        record = f"{info}/RECORD"
        self._zip.writestr(zipfile.ZipInfo(record, _EPOCH), "\n".join([*self._record, f"{record},,", ""]))
        self._zip.close()


def get_requires_for_build_wheel(config_settings: Settings = None) -> List[str]:
    return []


def get_requires_for_build_sdist(config_settings: Settings = None) -> List[str]:
    return []


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    version = _version()
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = f"{python}-{python}-{platform}"
    folder = _build_folder(config_settings)
    name, info = f"vta-{version}-{tag}.whl", f"vta-{version}.dist-info"
    with tempfile.TemporaryDirectory() as stage:
        _build(folder, Path(stage))
        wheel = _Wheel(Path(wheel_directory) / name)
        for inside, path in _files(folder, Path(stage), f"vta-{version}.data"):
            wheel.add(inside, path.read_bytes(), path.stat().st_mode & 0o777)
    wheel.add(f"{info}/METADATA", _metadata(version).encode())
    wheel.add(
        f"{info}/WHEEL",
        f"Wheel-Version: 1.0\nGenerator: vta\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
    )
    wheel.close(info)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """The files that git knows, with what pip asks for of a source distribution."""
    version = _version()
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    name = f"vta-{version}"
    with tempfile.TemporaryDirectory() as folder, tarfile.open(
        Path(sdist_directory) / f"{name}.tar.gz", "w:gz"
    ) as archive:
        info = Path(folder) / "PKG-INFO"
        info.write_text(_metadata(version))
        archive.add(info, f"{name}/PKG-INFO")
        for path in listed.decode().split("\0"):
            if path:
                archive.add(ROOT / path, f"{name}/{path}")
    return f"{name}.tar.gz"
