"""Where the oracle and the real data are: found, unpacked once, or the reason to skip."""
import importlib.util
import os
import pathlib
import sys
import tarfile
import tempfile

SKIPPED = 77  # ctest's SKIP_RETURN_CODE


def require(path):
    """The path, if it exists; otherwise says so and ends the test as skipped."""
    path = pathlib.Path(path)
    if not path.exists():
        print(f"skipped: {path} is absent")
        sys.exit(SKIPPED)
    return path


def load_oracle(shared):
    """The module oracle/oracle.py of the shared folder."""
    path = require(pathlib.Path(shared) / "oracle" / "oracle.py")
    spec = importlib.util.spec_from_file_location("oracle", path)
    module = importlib.util.module_from_spec(spec)
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    spec.loader.exec_module(module)
    sys.dont_write_bytecode = writes_bytecode
    return module


def dev_folder(shared):
    """The unpacked data/dev.tar.xz; unpacks it on first use, about 10 s and 0.8 GB."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    folder = cache / "doppel" / "dev"
    if not folder.is_dir():
        unpack(require(pathlib.Path(shared) / "data" / "dev.tar.xz"), folder)
    return folder


def unpack(archive, folder):
    """Unpacks the archive's folder of that name; it appears whole, by a rename, or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="unpacking-") as temporary:
        with tarfile.open(archive) as tar:
            tar.extractall(temporary, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        try:
            os.rename(pathlib.Path(temporary) / folder.name, folder)
        except OSError:
            if not folder.is_dir():  # it is there when another test was faster
                raise
