# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # Heat in a plate of two materials
# Cells of this file run one by one in editors that know `# %%`, or all at once: `python3 heat.py [points per edge] [folder]`.
# Plots are left in the folder as SVG.

# %%
import sys
import time

import chronos
import matplotlib
import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spl

matplotlib.use("svg")
import matplotlib.pyplot as plt

n = int(sys.argv[1]) if len(sys.argv) > 1 else 300
folder = sys.argv[2] if len(sys.argv) > 2 else "."

# %% [markdown]
# Five points, finite volumes: conductivity 1, and 1000 in discs. The plate is cold along its edge and heated everywhere.

# %%
x = (np.arange(n) + 0.5) / n
X, Y = np.meshgrid(x, x, indexing="ij")
conductivity = np.where((X * 4 % 1 - 0.5) ** 2 + (Y * 4 % 1 - 0.5) ** 2 < 0.1, 1000.0, 1.0)


def plate(k):
    def along(k):
        inner = 2 / (1 / k[1:] + 1 / k[:-1])  # harmonic means at faces
        return np.vstack([2 * k[:1], inner, 2 * k[-1:]])

    east, north = along(k), along(k.T).T
    number = np.arange(n * n).reshape(n, n)
    diagonal = sp.diags((east[1:] + east[:-1] + north[:, 1:] + north[:, :-1]).ravel())
    upper = sp.coo_matrix((np.r_[-east[1:-1].ravel(), -north[:, 1:-1].ravel()],
                           (np.r_[number[:-1].ravel(), number[:, :-1].ravel()],
                            np.r_[number[1:].ravel(), number[:, 1:].ravel()])), shape=(n * n, n * n))
    return (diagonal + upper + upper.T).tocsr()


A = plate(conductivity)
b = np.full(n * n, 1 / n**2)

# %% [markdown]
# ## One call

# %%
result = chronos.solve(A, b)
print(result)

# %% [markdown]
# ## The same preconditioner in SciPy's conjugate gradients, beside none

# %%
M = chronos.Preconditioner(A, preset="flow")
print(f"set up in {M.setup_seconds:.3f} s, operator complexity {M.operator_complexity:.2f}")
for level, row in enumerate(M.levels):
    print(f"level {level}: {row['rows']:8d} rows, {row['entries'] / row['rows']:5.1f} entries a row, {row['smoother']}")

curves = {"chronos.solve": result.history}
for name, preconditioner in ("SciPy's CG, no preconditioner", None), ("SciPy's CG with chronos.Preconditioner", M):
    norms = [1.0]
    start = time.perf_counter()
    _, info = spl.cg(A, b, tol=1e-8, atol=0, maxiter=2000, M=preconditioner,
                     callback=lambda z: norms.append(np.linalg.norm(b - A @ z) / np.linalg.norm(b)))
    print(f"{name}: {len(norms) - 1} iterations, {time.perf_counter() - start:.2f} s, "
          f"{'converged' if info == 0 else 'not converged'}")
    curves[name] = norms

# %%
figure, axes = plt.subplots(figsize=(7, 4))
for name, norms in curves.items():
    axes.semilogy(norms, label=name)
axes.set(xlabel="iteration", ylabel="relative residual", xscale="symlog", ylim=(1e-9, 1e2))
axes.legend()
figure.savefig(f"{folder}/heat_convergence.svg", bbox_inches="tight")

figure, axes = plt.subplots(figsize=(5, 4))
figure.colorbar(axes.pcolormesh(X, Y, result.x.reshape(n, n), rasterized=True), label="temperature")
axes.set_aspect("equal")
figure.savefig(f"{folder}/heat_temperature.svg", bbox_inches="tight")

# %% [markdown]
# ## Time steps: new values, the same pattern
# With `reuse` = `prolongation` an update makes smoothers and coarse values anew, and keeps the rest.

# %%
M = chronos.Preconditioner(A, preset="flow", amg={"reuse": "prolongation"})
first, u = M.setup_seconds, np.zeros(n * n)
for step in range(1, 4):
    mass = sp.identity(n * n) / n**2 / (0.01 * step)
    same = M.update(A + mass)
    after = M.solve(b + mass @ u, x0=u)
    u = after.x
    print(f"step {step}: pattern {'kept' if same else 'new'}, set-up {M.setup_seconds:.3f} s (first {first:.3f} s), "
          f"{after.iterations} iterations, largest temperature {u.max():.3f}")
