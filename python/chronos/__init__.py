# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
"""Solvers and preconditioners of Chronos for SciPy's sparse matrices, in one process.

    result = chronos.solve(A, b)                      # the method is chosen by the matrix
    M = chronos.Preconditioner(A, preset="flow")      # a LinearOperator
    x, info = scipy.sparse.linalg.cg(A, b, M=M)

Parameters are those of docs/parameters.md: `preset` and `type` by their names, lists as dicts, an underscore for a
space: `amg={"cycle": "W"}`, `check_matrix=False`, `**{"adaptive fsai": {"maximum steps": 20}}`.
"""
import difflib
from dataclasses import dataclass, field
from typing import List

import numpy as np
import scipy.sparse
import scipy.sparse.linalg

from ._chronos import BreakdownError, InputError, System, __version__

__all__ = ["solve", "Preconditioner", "Result", "InputError", "BreakdownError", "__version__"]


@dataclass
class Result:
    """What became of a system; of several right-hand sides the worst, and `columns` has them all."""

    x: np.ndarray = field(repr=False)
    status: str  #: "converged", "not converged" or "breakdown"
    iterations: int
    residual: float  #: ||b - A x|| / ||b||, from x
    setup_seconds: float
    solve_seconds: float
    methods: List[str]  #: those that were used, one after the other
    message: str  #: why it did not converge, and what to try
    condition_estimate: float  #: of the preconditioned matrix; 0: unknown
    history: List[float] = field(repr=False)  #: relative residuals, the initial one first
    columns: List[dict] = field(repr=False)

    @property
    def converged(self):
        return self.status == "converged"


def _real(array, name):
    array = np.asanyarray(array)
    if np.iscomplexobj(array):
        raise InputError(f"{name} is complex; Chronos solves real systems. A complex one can be written as a real one of "
                         "twice the size, which is symmetric positive definite where A is Hermitian positive definite")
    if not (np.issubdtype(array.dtype, np.number) or array.dtype == bool):
        raise InputError(f"{name} holds {array.dtype}, no numbers")
    return array


def _csr(A):
    """Row pointers, columns and values; arrays of A itself where they have the right types (int32, float64) and order."""
    if not scipy.sparse.issparse(A):
        raise InputError(f"The matrix is a {type(A).__name__}; it must be a sparse matrix of SciPy, as scipy.sparse.csr_matrix"
                         "(A) makes of an array")
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise InputError(f"The matrix has {A.shape[0]} rows and {A.shape[-1]} columns; it must be square")
    if A.shape[0] > np.iinfo(np.int32).max:
        raise InputError(f"The matrix has {A.shape[0]} rows; one process takes up to 2147483647")
    A = A.tocsr()
    _real(A.data, "The matrix")
    A.check_format(full_check=True)
    if not A.has_canonical_format:
        A = A.copy()
        A.sum_duplicates()
    return (np.ascontiguousarray(A.indptr, dtype=np.int64), np.ascontiguousarray(A.indices, dtype=np.int32),
            np.ascontiguousarray(A.data, dtype=np.float64))


#: what SciPy and others call it
_NAMES = {"tol": "tolerance", "rtol": "tolerance", "maxiter": "maximum_iterations", "coords": "coordinates",
          "B": "near_kernel", "nullspace": "near_kernel", "dof": "dofs", "ndofs": "dofs"}


def _check_names(parameters, known):
    """Parameters of Chronos are checked by Chronos; those that resemble an argument of Python are taken for a slip."""
    for name in parameters:
        close = difflib.get_close_matches(name, known, 1, 0.8)
        meant = _NAMES.get(name, close[0] if close else None)
        if meant in known and name != meant:
            raise InputError(f"{name} is unknown. Did you mean {meant}?")


def _columns(array, name, rows=None):
    """Two dimensions, columns one behind the other; the array itself where it is so already."""
    array = _real(array, name)
    if array.ndim not in (1, 2) or (rows is not None and array.shape[0] != rows):
        expected = "one or two dimensions" if rows is None else f"{rows} rows, one for each row of the matrix"
        raise InputError(f"{name} has the shape {array.shape}; it must have {expected}")
    return np.asfortranarray(array.reshape(len(array), -1, order="A"), dtype=np.float64)


class Preconditioner(scipy.sparse.linalg.LinearOperator):
    """M^-1 of A, set up once and applied to one vector or several; goes into `M=` of SciPy's solvers.

    A              symmetric positive definite. It is copied, so that later changes count from update() on
    near_kernel    vectors of small energy, one row an unknown; for multigrid
    coordinates    of the nodes, 2 or 3 columns: rigid-body modes follow from them
    dofs           unknowns of a node; 0: what the lengths say
    xml            file with parameters, as `chronos solve --write-xml` writes it; the others win
    flexible       the solver may be a flexible one; what `type` = auto chooses among grows

    Raises InputError (a ValueError) and BreakdownError (an ArithmeticError) with the text of Chronos.
    """

    def __init__(self, A, *, near_kernel=None, coordinates=None, dofs=0, xml="", flexible=False, **parameters):
        _check_names(parameters, ("near_kernel", "coordinates", "dofs", "xml", "flexible"))
        arrays = _csr(A)
        n = A.shape[0]
        if near_kernel is not None:
            near_kernel = _columns(near_kernel, "near_kernel", n)
        if coordinates is not None:
            coordinates = _columns(coordinates, "coordinates")
        self._system = System(*arrays, parameters, str(xml), near_kernel, coordinates, dofs, flexible)
        super().__init__(np.float64, (n, n))

    def update(self, A):
        """New values, or another matrix of the same size. What the parameter `amg/reuse` says is kept of an equal pattern.

        Returns whether the pattern was the same."""
        if A.shape != self.shape:
            raise InputError(f"The matrix has the shape {A.shape}; the former one has {self.shape}. Make a new Preconditioner")
        return self._system.update(*_csr(A))

    def solve(self, b, x0=None):
        """Conjugate gradients of Chronos, flexible ones where this operator needs them. Returns a Result.

        b   of the shape (n,) or (n, k); x is of the same shape
        x0  start, of the shape of b; zeros when not given
        """
        columns = _columns(b, "b", self.shape[0])
        x = np.zeros_like(columns, order="F")
        if x0 is not None:
            start = _columns(x0, "x0", self.shape[0])
            if start.shape != columns.shape:
                raise InputError(f"x0 has {start.shape[1]} columns, b has {columns.shape[1]}")
            if not self._system.facts()["takes_start"]:
                raise InputError("x0 is given, and the parameter solver/initial guess is not 'given'")
            x[:] = start
        result = Result(**self._system.solve(columns, x))
        result.x = result.x.reshape(np.shape(b), order="F")
        return result

    def _matmat(self, X):
        return self._system.apply(_columns(X, "X", self.shape[0]))

    def _matvec(self, x):
        return self._matmat(x)

    def _adjoint(self):
        if not self.is_symmetric:
            raise InputError("This operator is not the same symmetric one in each application, so it has no transpose")
        return self

    _transpose = _adjoint
    is_symmetric = property(lambda self: self._system.facts()["is_symmetric"])
    name = property(lambda self: self._system.facts()["name"])
    reasons = property(lambda self: self._system.facts()["reasons"], doc="Why `type` = auto chose it, sentences")
    setup_seconds = property(lambda self: self._system.facts()["setup_seconds"])
    bytes = property(lambda self: self._system.facts()["bytes"])
    levels = property(lambda self: self._system.facts()["levels"], doc="Of multigrid, finest first: a dict each")
    operator_complexity = property(lambda self: self._system.facts()["operator_complexity"])


def solve(A, b, x0=None, *, tolerance=None, maximum_iterations=None, **parameters):
    """Solves A x = b from the matrix alone: chooses a method, watches it, takes a stronger one where that pays.

    tolerance, maximum_iterations  short for solver={"tolerance": ..., "maximum iterations": ...}
    others                         as for Preconditioner
    Returns a Result; one that did not converge says so by its status and message, it raises nothing.
    """
    _check_names(parameters, ("x0", "tolerance", "maximum_iterations", "near_kernel", "coordinates", "dofs", "xml"))
    solver = dict(parameters.pop("solver", {}))
    if tolerance is not None:
        solver["tolerance"] = tolerance
    if maximum_iterations is not None:
        solver["maximum iterations"] = maximum_iterations
    if solver:
        parameters["solver"] = solver
    return Preconditioner(A, flexible=True, **parameters).solve(b, x0)
