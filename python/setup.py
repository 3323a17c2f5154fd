# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Has CMake build the extension against a Chronos that it finds: CMAKE_PREFIX_PATH or Chronos_DIR in the environment name
its place, CMAKE_ARGS holds further options of CMake."""
import os
import shlex
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

here = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        target = Path(self.get_ext_fullpath(ext.name)).resolve()
        work = Path(self.build_temp).resolve()
        options = ["-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY={target.parent}",
                   f"-DPython_EXECUTABLE={sys.executable}", *shlex.split(os.environ.get("CMAKE_ARGS", ""))]
        subprocess.run(["cmake", "-S", here, "-B", work, *options], check=True)
        subprocess.run(["cmake", "--build", work], check=True)


setup(ext_modules=[Extension("chronos._chronos", sources=[])], cmdclass={"build_ext": CMakeBuild})
