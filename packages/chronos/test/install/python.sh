#!/bin/bash
# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
#
# python.sh PYTHON SOURCE WORK: installs the Python package by pip, without a network, and runs its tests and example.
# CMAKE_PREFIX_PATH names Chronos.
set -euo pipefail
python=$1 source=$2 work=$3
for module in pip setuptools wheel numpy scipy pytest; do
  "$python" -c "import $module" 2>/dev/null || { echo "skipped: $python has no module $module"; exit 0; }
done
rm -rf "$work"
mkdir -p "$work"
cp -r "$source" "$work/source"
"$python" -m pip install -q --root-user-action=ignore --no-index --no-build-isolation --no-deps --target "$work/site" "$work/source"
cd "$work"
export PYTHONPATH=$work/site
"$python" -m pytest -q source/tests
if "$python" -c 'import matplotlib' 2>/dev/null; then
  "$python" source/example/heat.py 100 "$work"
  test -s heat_convergence.svg -a -s heat_temperature.svg
else
  echo "The example did not run: $python has no module matplotlib"
fi
