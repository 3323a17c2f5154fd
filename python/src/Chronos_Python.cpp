// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
//
// The extension module: arrays of NumPy as matrices and vectors of Tpetra. What users see is made of it by
// chronos/__init__.py, which also checks types and shapes.
#include <Chronos.hpp>

#include <Teuchos_DefaultMpiComm.hpp>
#include <Tpetra_Core.hpp>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace py = pybind11;

namespace {

using Chronos::InputError;
using Columns = py::array_t<double, py::array::f_style>;
using Vectors = Chronos::TpetraMultiVector;

Teuchos::RCP<const Chronos::Map> serialMap(long long n) {
  static const Teuchos::RCP<const Chronos::Comm> self = Teuchos::rcp(new Teuchos::MpiComm<int>(MPI_COMM_SELF));
  return Teuchos::rcp(new Chronos::Map(n, 0, self));
}

// Tpetra takes no memory that it does not own: one copy, and none in between.
template <class ViewType, class T>
ViewType owned(const py::array_t<T>& array) {
  const ViewType view(Kokkos::view_alloc("Chronos::Python::owned", Kokkos::WithoutInitializing), array.size());
  const auto host = Kokkos::create_mirror_view(view);
  std::copy_n(array.data(), array.size(), host.data());
  Kokkos::deep_copy(view, host);
  return view;
}

Teuchos::RCP<Vectors> vectors(const Columns& array) {
  const std::size_t rows = array.shape(0), columns = array.shape(1);
  return Teuchos::rcp(
      new Vectors(serialMap(rows), Teuchos::ArrayView<const double>(array.data(), array.size()), rows, columns));
}

Columns columns(const Vectors& V) {
  Columns array({V.getLocalLength(), V.getNumVectors()});
  V.get1dCopy(Teuchos::ArrayView<double>(array.mutable_data(), array.size()), V.getLocalLength());
  return array;
}

void fill(Teuchos::ParameterList& list, const py::dict& values) {
  for (const auto& entry : values) {
    std::string name = py::str(entry.first);
    std::replace(name.begin(), name.end(), '_', ' ');
    py::object value = py::reinterpret_borrow<py::object>(entry.second);
    if (py::hasattr(value, "item")) value = value.attr("item")();  // a scalar of NumPy
    if (py::isinstance<py::dict>(value)) {
      fill(list.sublist(name), value.cast<py::dict>());
    } else if (py::isinstance<py::bool_>(value)) {
      list.set(name, value.cast<bool>());
    } else if (py::isinstance<py::int_>(value)) {
      int overflow = 0;
      const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
      if (overflow || std::abs(number) > std::numeric_limits<int>::max())
        throw InputError("Parameter " + name + ": the number is too large for an int");
      list.set(name, int(number));
    } else if (py::isinstance<py::float_>(value)) {
      list.set(name, value.cast<double>());
    } else if (py::isinstance<py::str>(value)) {
      list.set(name, value.cast<std::string>());
    } else {
      throw InputError("Parameter " + name + " is a " + std::string(py::str(py::type::of(value).attr("__name__"))) +
                       "; it must be a number, a string, True or False, or a dict of these");
    }
  }
}

const char* statusName(Chronos::SolveStatus status) {
  switch (status) {
    case Chronos::SolveStatus::converged: return "converged";
    case Chronos::SolveStatus::notConverged: return "not converged";
    case Chronos::SolveStatus::breakdown: return "breakdown";
    default: return "interrupted";
  }
}

py::dict columnFacts(const Chronos::ColumnResult& column) {
  py::dict facts;
  facts["status"] = statusName(column.status);
  facts["iterations"] = column.iterations;
  facts["residual"] = column.relativeResidual;
  facts["condition_estimate"] = column.conditionEstimate;
  facts["history"] = column.residualHistory;
  facts["message"] = column.message;
  return facts;
}

/// A matrix and its preconditioner; nothing once Kokkos is finished.
class System {
 public:
  System(const py::array_t<std::int64_t>& rowPtr, const py::array_t<int>& colInd, const py::array_t<double>& values,
         const py::dict& parameters, const std::string& xml, const std::optional<Columns>& nearKernel,
         const std::optional<Columns>& coordinates, int dofs, bool isForSolve) {
    const auto A = matrix(rowPtr, colInd, values);
    Teuchos::ParameterList list;
    if (!xml.empty()) list = *Chronos::readXml(xml, *A->getComm());
    fill(list, parameters);
    // A start of zeros is no other than none.
    if (!list.sublist("solver").isParameter("initial guess")) list.sublist("solver").set("initial guess", "given");
    if (nearKernel) list.sublist("user data").set("Nullspace", vectors(*nearKernel));
    if (coordinates) list.sublist("user data").set("Coordinates", vectors(*coordinates));
    if (dofs > 0) list.sublist("user data").set("number of equations", dofs);
    preconditioner_ = Teuchos::rcp(new Chronos::Preconditioner<>(A));
    preconditioner_->setParameters(list);
    if (isForSolve) preconditioner_->chooseFor(Chronos::ChoiceUse::solve);
    preconditioner_->compute();
    all().insert(this);
  }
  System(const System&) = delete;
  ~System() { all().erase(this); }

  bool update(const py::array_t<std::int64_t>& rowPtr, const py::array_t<int>& colInd,
              const py::array_t<double>& values) {
    const bool isSamePattern = get().setMatrix(matrix(rowPtr, colInd, values));
    failure_ = "The last update() failed, so that there is nothing to apply: call it with another matrix";
    get().compute();
    failure_.clear();
    return isSamePattern;
  }

  Columns apply(const Columns& x) const {
    const auto X = vectors(x);
    Vectors Y(X->getMap(), X->getNumVectors(), false);
    computed().apply(*X, Y);
    return columns(Y);
  }

  py::dict solve(const Columns& b, const Columns& start) {
    Chronos::SolveMonitor monitor;
    monitor.interrupted = [] { return PyErr_Occurred() || PyErr_CheckSignals() != 0; };
    const auto X = vectors(start);
    const Chronos::SystemResult result = Chronos::solve(computed(), *vectors(b), *X, monitor);
    if (PyErr_Occurred()) throw py::error_already_set();
    py::dict facts = columnFacts(result);
    facts["x"] = columns(*X);
    facts["setup_seconds"] = result.setupSeconds();
    facts["solve_seconds"] = result.solveSeconds();
    py::list each, methods;
    for (const Chronos::ColumnResult& column : result.columns) each.append(columnFacts(column));
    for (const Chronos::SolveStage& stage : result.stages) methods.append(stage.method);
    facts["columns"] = each;
    facts["methods"] = methods;
    return facts;
  }

  py::dict facts() const {
    py::dict facts;
    facts["name"] = get().report().name;
    facts["setup_seconds"] = get().initializeSeconds() + get().computeSeconds();
    facts["bytes"] = get().report().bytes;
    facts["is_symmetric"] = get().isFixedSymmetric();
    facts["takes_start"] = get().parametersInUse().solver.initialGuess == Chronos::InitialGuess::given;
    facts["reasons"] = get().choice().is_null() ? std::vector<std::string>() : get().choice()->because;
    py::list levels;
    facts["operator_complexity"] = 1.0;
    if (!get().hierarchy().is_null()) {
      facts["operator_complexity"] = get().hierarchy()->report.operatorComplexity();
      for (const Chronos::LevelReport& level : get().hierarchy()->report.levels) {
        py::dict row;
        row["rows"] = level.rows;
        row["entries"] = level.entries;
        row["smoother"] = level.smoother;
        row["coarsening"] = level.coarsening;
        levels.append(row);
      }
    }
    facts["levels"] = levels;
    return facts;
  }

  /// Lets go of everything that Kokkos or MPI hold, then finishes both.
  static void finishAll() {
    for (System* system : all()) system->preconditioner_ = Teuchos::null;
    Tpetra::finalize();
  }

 private:
  static std::set<System*>& all() {
    static std::set<System*> systems;
    return systems;
  }
  static Teuchos::RCP<const Chronos::TpetraCrsMatrix> matrix(const py::array_t<std::int64_t>& rowPtr,
                                                             const py::array_t<int>& colInd,
                                                             const py::array_t<double>& values) {
    using Local = Chronos::TpetraCrsMatrix::local_matrix_device_type;
    const auto map = serialMap(rowPtr.size() - 1);
    const auto A = Teuchos::rcp(new Chronos::TpetraCrsMatrix(
        map, map, owned<Local::row_map_type::non_const_type>(rowPtr), owned<Local::index_type::non_const_type>(colInd),
        owned<Local::values_type::non_const_type>(values)));
    A->expertStaticFillComplete(map, map);
    return A;
  }
  Chronos::Preconditioner<>& get() const {
    if (preconditioner_.is_null()) throw InputError("Chronos has finished: the interpreter is about to end");
    return *preconditioner_;
  }
  Chronos::Preconditioner<>& computed() const {
    if (!failure_.empty()) throw InputError(failure_);
    return get();
  }

  Teuchos::RCP<Chronos::Preconditioner<>> preconditioner_;
  std::string failure_;  // of the last update
};

}  // namespace

PYBIND11_MODULE(_chronos, module) {
  static char name[] = "python";
  static char* arguments[] = {name, nullptr};
  static int count = 1;
  static char** first = arguments;
  Tpetra::initialize(&count, &first);  // leaves an MPI or a Kokkos that runs already alone
  py::module_::import("atexit").attr("register")(py::cpp_function(&System::finishAll));

  py::register_exception<InputError>(module, "InputError", PyExc_ValueError);
  py::register_exception<Chronos::BreakdownError>(module, "BreakdownError", PyExc_ArithmeticError);
  module.attr("__version__") = CHRONOS_VERSION_STRING;
  py::class_<System>(module, "System")
      .def(py::init<const py::array_t<std::int64_t>&, const py::array_t<int>&, const py::array_t<double>&,
                    const py::dict&, const std::string&, const std::optional<Columns>&, const std::optional<Columns>&,
                    int, bool>())
      .def("update", &System::update)
      .def("apply", &System::apply)
      .def("solve", &System::solve)
      .def("facts", &System::facts);
}
