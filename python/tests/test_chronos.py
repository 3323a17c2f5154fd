# SPDX-FileCopyrightText: The Chronos developers
# SPDX-License-Identifier: BSD-3-Clause
import importlib.metadata
import signal
import subprocess
import sys

import chronos
import numpy as np
import pytest
import scipy.sparse as sp
import scipy.sparse.linalg as spl


def laplacian(n, dimensions=2):
    line = sp.diags([-1, 2, -1], [-1, 0, 1], shape=(n, n))
    A = line
    for _ in range(dimensions - 1):
        A = sp.kronsum(A, line)
    return A.tocsr().astype(float)


@pytest.fixture(scope="module")
def A():
    return laplacian(120)


def rows_from_right_to_left(A):
    order = np.concatenate([np.arange(end - 1, begin - 1, -1) for begin, end in zip(A.indptr, A.indptr[1:])])
    return sp.csr_matrix((A.data[order], A.indices[order], A.indptr), A.shape)


def true_residual(A, x, b):
    return np.linalg.norm(b - A @ x) / np.linalg.norm(b)


def test_solves_from_the_matrix_alone(A):
    b = np.random.default_rng(1).uniform(-1, 1, A.shape[0])
    result = chronos.solve(A, b)
    assert result.converged and result.status == "converged"
    assert result.x.shape == b.shape
    assert true_residual(A, result.x, b) <= 1e-8
    assert result.residual == pytest.approx(true_residual(A, result.x, b), rel=1e-3)
    assert result.history[0] == pytest.approx(1) and len(result.history) == result.iterations + 1
    assert result.setup_seconds > 0 and result.solve_seconds > 0
    assert result.methods
    assert 1 < chronos.solve(A, b, preset="flow").condition_estimate < 100


def test_parameters_reach_the_solver(A):
    b = np.ones(A.shape[0])
    few = chronos.solve(A, b, preset="flow", tolerance=1e-3)
    many = chronos.solve(A, b, preset="flow", solver={"tolerance": 1e-12})
    assert few.iterations < many.iterations and many.residual <= 1e-12 < few.residual
    ended = chronos.solve(A, b, type="jacobi", maximum_iterations=5)
    assert not ended.converged and ended.iterations == 5 and ended.status == "not converged" and ended.message
    fsai = chronos.Preconditioner(A, type="adaptive fsai", **{"adaptive fsai": {"maximum steps": 2}})
    assert fsai.name == "adaptive fsai" and fsai.levels == []
    cycles = [chronos.solve(A, b, preset="flow", amg={"cycle": cycle}).iterations for cycle in "VW"]
    assert cycles[1] <= cycles[0]


def test_preconditioner_in_scipy(A):
    b = np.random.default_rng(2).uniform(-1, 1, A.shape[0])
    M = chronos.Preconditioner(A, preset="flow")
    assert isinstance(M, spl.LinearOperator) and M.is_symmetric and M.H is M
    steps = {}
    for name, preconditioner in ("plain", None), ("chronos", M):
        steps[name] = 0

        def count(_, name=name):
            steps[name] += 1

        x, info = spl.cg(A, b, tol=1e-8, atol=0, M=preconditioner, callback=count)
        assert info == 0 and true_residual(A, x, b) <= 1e-7
    assert steps["chronos"] < steps["plain"] / 5
    assert M.operator_complexity > 1 and M.levels[0]["rows"] == A.shape[0] > M.levels[1]["rows"]


def test_operator_is_linear_symmetric_and_takes_columns(A):
    M = chronos.Preconditioner(A, preset="smoothed aggregation")
    X = np.random.default_rng(3).standard_normal((A.shape[0], 3))
    Y = M @ X
    for column in range(3):
        np.testing.assert_allclose(Y[:, column], M @ X[:, column], rtol=1e-5, atol=1e-5 * np.abs(Y).max())
    assert X[:, 0] @ Y[:, 1] == pytest.approx(X[:, 1] @ Y[:, 0], rel=1e-5)


def test_several_right_hand_sides(A):
    B = np.random.default_rng(4).uniform(-1, 1, (A.shape[0], 3))
    result = chronos.solve(A, B)
    assert result.x.shape == B.shape and len(result.columns) == 3
    for column in range(3):
        assert true_residual(A, result.x[:, column], B[:, column]) <= 1e-8
    assert result.iterations == max(column["iterations"] for column in result.columns)


def test_start(A):
    b = np.ones(A.shape[0])
    solution = chronos.solve(A, b, preset="flow", tolerance=1e-10).x
    assert chronos.solve(A, b, solution, preset="flow", tolerance=1e-8).iterations == 0
    with pytest.raises(chronos.InputError, match="initial guess"):
        chronos.solve(A, b, solution, solver={"initial guess": "zero"})
    with pytest.raises(chronos.InputError, match="x0 has the shape"):
        chronos.solve(A, b, solution[:-1])


@pytest.mark.parametrize("change", [
    lambda A: A.tocsc(), lambda A: A.tocoo(), lambda A: sp.csr_array(A), lambda A: A.astype(np.float32),
    lambda A: sp.csr_matrix((A.data, A.indices.astype(np.int64), A.indptr.astype(np.int64)), A.shape),
    lambda A: rows_from_right_to_left(A),
    lambda A: sp.coo_matrix((np.repeat(A.tocoo().data / 2, 2), (np.repeat(A.tocoo().row, 2), np.repeat(A.tocoo().col, 2)))),
    lambda A: (A * 2).astype(int)])
def test_kinds_of_sparse_matrices(A, change):
    given = change(A)
    b = np.ones(A.shape[0])
    result = chronos.solve(given, b)
    assert result.converged and true_residual(given, result.x, b) <= 2e-8


def test_new_values_count_from_update_on(A):
    A = A.copy()
    arrays = A.data.copy(), A.indices.copy(), A.indptr.copy()
    M = chronos.Preconditioner(A, type="jacobi")
    b = np.ones(A.shape[0])
    before = M.solve(b).x
    assert all((old == new).all() for old, new in zip(arrays, (A.data, A.indices, A.indptr)))
    A.data *= 2
    np.testing.assert_array_equal(M.solve(b).x, before)
    assert M.update(A)
    np.testing.assert_allclose(M.solve(b).x, before / 2, rtol=1e-6)


def test_nothing_is_converted_that_fits(A):
    _, columns, values = chronos._csr(A)
    assert np.shares_memory(columns, A.indices) and np.shares_memory(values, A.data)
    for vector in np.ones(5), np.ones((5, 2), order="F"):
        assert np.shares_memory(chronos._columns(vector, "b"), vector)


def test_update_with_another_pattern(A):
    M = chronos.Preconditioner(A, preset="flow", amg={"reuse": "prolongation"})
    assert M.update(A * 3)
    far = sp.diags([0.1], [A.shape[0] - 1], shape=A.shape)
    other = (A + far + far.T + 0.2 * sp.identity(A.shape[0])).tocsr()
    assert not M.update(other)
    b = np.ones(A.shape[0])
    result = M.solve(b)
    assert result.converged and true_residual(other, result.x, b) <= 1e-8


def test_a_failed_update_leaves_nothing_to_apply(A):
    M = chronos.Preconditioner(A)
    bad = A.copy()
    bad.data[0] = np.nan
    with pytest.raises(chronos.InputError, match="NaN"):
        M.update(bad)
    for use in (lambda: M.solve(np.ones(A.shape[0])), lambda: M @ np.ones(A.shape[0])):
        with pytest.raises(chronos.InputError, match=r"update\(\) failed"):
            use()
    M.update(A)
    assert M.solve(np.ones(A.shape[0])).converged


def test_matrix_may_go_away():
    M = chronos.Preconditioner(laplacian(100), preset="flow")
    garbage = [np.full(100, 7.0) for _ in range(1000)]
    b = np.ones(10000)
    result = M.solve(b)
    assert result.converged and true_residual(laplacian(100), result.x, b) <= 1e-8 and garbage


def membrane(n):
    """Three displacements a node, coupled by shear: plane strain on a square and a third direction by itself."""
    D = laplacian(n)
    shear = sp.kron(sp.diags([-0.1, 0.1], [-1, 1], shape=(n, n)), sp.diags([-1, 1], [-1, 1], shape=(n, n)))
    shear = (shear + shear.T) / 2
    return sp.bmat([[D, shear, None], [shear, D, None], [None, None, D]]).tocsr()


def test_near_kernel_and_coordinates():
    n = 30
    A = membrane(n)
    order = np.arange(3 * n * n).reshape(3, -1).T.ravel()
    A = A[order][:, order].tocsr()
    x, y = np.meshgrid(np.arange(n), np.arange(n))
    X = np.column_stack([x.ravel(), y.ravel(), 0 * x.ravel()]).astype(float)
    b = np.ones(A.shape[0])
    translations = np.kron(np.ones((n * n, 1)), np.eye(3))
    for known in dict(coordinates=X), dict(near_kernel=translations, dofs=3):
        M = chronos.Preconditioner(A, preset="smoothed aggregation", **known)
        result = M.solve(b)
        assert result.converged and len(M.levels) > 1
        assert M.levels[1]["rows"] % (6 if "coordinates" in known else 3) == 0
    with pytest.raises(chronos.InputError, match="near_kernel has the shape"):
        chronos.solve(A, b, near_kernel=translations[:-1])
    with pytest.raises(chronos.InputError):
        chronos.solve(A, b, coordinates=X[:-1], preset="smoothed aggregation")


@pytest.mark.parametrize("spoil, text", [
    (lambda A: A * 1j, "complex"), (lambda A: A.toarray(), "sparse matrix of SciPy"), (lambda A: A[:-1], "must be square"),
    (lambda A: A + sp.csr_matrix(([0.5], ([3], [7])), A.shape), "symmetric"),
    (lambda A: A * np.nan, "NaN|nan|finite"), (lambda A: -A, "positive"),
    (lambda A: A.astype(object), "no numbers")])
def test_bad_matrices(spoil, text):
    A = laplacian(20)
    with pytest.raises(chronos.InputError, match=text):
        chronos.solve(spoil(A), np.ones(400))


def test_corrupt_indices_do_not_reach_the_kernels():
    A = laplacian(20)
    A.indices[5] = 4000
    with pytest.raises(ValueError):
        chronos.Preconditioner(A)


@pytest.mark.parametrize("parameters, text", [
    (dict(preset="flwo"), "flow"), (dict(tolerence=1e-8), "tolerence"), (dict(amg={"cycle": "X"}, type="amg"), "cycle"),
    (dict(solver={"tolerance": "small"}), "tolerance"), (dict(type=3), "type"), (dict(type=[1]), "list"),
    (dict(solver={"maximum iterations": 2**40}), "too large"), (dict(xml="not_there.xml"), "not_there.xml")])
def test_bad_parameters_name_themselves(A, parameters, text):
    with pytest.raises(chronos.InputError, match=text):
        chronos.solve(A, np.ones(A.shape[0]), **parameters)


@pytest.mark.parametrize("b, text", [
    (np.ones(3), "14400 rows"), (np.ones(14400) * 1j, "complex"), (np.array(["a"] * 14400), "no numbers"),
    (np.full(14400, np.nan), "NaN"), (np.ones((14400, 1, 1)), "shape")])
def test_bad_right_hand_sides(A, b, text):
    with pytest.raises(chronos.InputError, match=text):
        chronos.solve(A, b)


@pytest.mark.parametrize("given, meant", [("tolerence", "tolerance"), ("maximum_iteration", "maximum_iterations"),
                                          ("maxiter", "maximum_iterations"), ("tol", "tolerance"),
                                          ("coords", "coordinates"), ("near_kernels", "near_kernel")])
def test_misspelt_arguments_are_named(A, given, meant):
    with pytest.raises(chronos.InputError, match=f"{given} is unknown. Did you mean {meant}"):
        chronos.solve(A, np.ones(A.shape[0]), **{given: 1})


def test_indefinite_matrix_is_no_success():
    A = laplacian(60) - 0.05 * sp.identity(3600)
    try:
        result = chronos.solve(A.tocsr(), np.random.default_rng(5).uniform(-1, 1, 3600), type="jacobi")
    except chronos.BreakdownError:
        return
    assert result.status in ("breakdown", "not converged") and result.message


def test_parameters_from_a_file(A, tmp_path):
    path = tmp_path / "method.xml"
    path.write_text('<ParameterList><Parameter name="type" type="string" value="chebyshev"/></ParameterList>')
    assert chronos.Preconditioner(A, xml=path).name == "chebyshev"
    assert chronos.Preconditioner(A, xml=path, type="jacobi").name == "jacobi"


def test_signals_end_a_solve():
    class Enough(Exception):
        pass

    def ring(*_):
        raise Enough

    A = laplacian(500)
    M = chronos.Preconditioner(A, type="none", solver={"tolerance": 1e-300, "maximum iterations": 10**8})
    former = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Enough):
            M.solve(np.random.default_rng(6).uniform(-1, 1, A.shape[0]))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


def test_ends_cleanly_with_objects_alive():
    code = ("import chronos, numpy as np, scipy.sparse as sp\n"
            "A = sp.diags([-1, 2.5, -1], [-1, 0, 1], shape=(20000, 20000)).tocsr()\n"
            "M = chronos.Preconditioner(A, preset='flow'); r = M.solve(np.ones(20000)); print(r.status)")
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "converged\n", "")


def test_version_of_the_package_is_that_of_the_library():
    assert importlib.metadata.version("chronos-trilinos") == chronos.__version__
