// SPDX-FileCopyrightText: The Chronos developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Chronos_KernelGraph.hpp"

#include "Chronos_DeviceMemoryHold.hpp"
#include "Chronos_KernelTypes.hpp"

#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Kokkos 3 has no door for the stream of its default instance; its own is open.
#if defined(KOKKOS_ENABLE_CUDA) && KOKKOS_VERSION < 40000
#define CHRONOS_RECORDS_KERNELS
#include <cuda_runtime.h>
#endif

namespace Chronos {

#ifdef CHRONOS_RECORDS_KERNELS

namespace {

// The default instance queues into another stream for as long as this lives.
class Diversion {
 public:
  explicit Diversion(cudaStream_t stream) : instance_(*Device::execution_space().impl_internal_space_instance()) {
    stream_ = std::exchange(instance_.m_stream, stream);
  }
  ~Diversion() { instance_.m_stream = stream_; }
  Diversion(const Diversion&) = delete;
  Diversion& operator=(const Diversion&) = delete;

 private:
  Kokkos::Impl::CudaInternal& instance_;
  cudaStream_t stream_ = nullptr;
};

// Does not follow the default stream, which nothing may be recorded in. Ends with the process.
cudaStream_t recordingStream() {
  static cudaStream_t stream = nullptr;
  if (stream == nullptr && cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) stream = nullptr;
  return stream;
}

bool isOnDevice(const void* address) {
  cudaPointerAttributes attributes;
  return cudaPointerGetAttributes(&attributes, address) == cudaSuccess && attributes.type == cudaMemoryTypeDevice;
}

// A copy from the host would read what lies there at a launch, not what lay there when it was recorded: so do
// the arguments of large kernels, which Kokkos sends by way of constant memory.
bool staysOnDevice(cudaGraphNode_t node) {
  cudaGraphNodeType type;
  if (cudaGraphNodeGetType(node, &type) != cudaSuccess) return false;
  if (type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemset || type == cudaGraphNodeTypeEmpty) return true;
  if (type != cudaGraphNodeTypeMemcpy) return false;
  cudaMemcpy3DParms copy;
  return cudaGraphMemcpyNodeGetParams(node, &copy) == cudaSuccess && isOnDevice(copy.srcPtr.ptr) &&
         isOnDevice(copy.dstPtr.ptr);
}

std::vector<cudaGraphNode_t> nodesOf(cudaGraph_t graph) {
  std::size_t size = 0;
  if (cudaGraphGetNodes(graph, nullptr, &size) != cudaSuccess) return {};
  std::vector<cudaGraphNode_t> nodes(size);
  if (size > 0 && cudaGraphGetNodes(graph, nodes.data(), &size) != cudaSuccess) return {};
  return nodes;
}

// Null where something was queued that cannot be recorded.
cudaGraph_t capture(cudaStream_t stream, const std::function<void()>& body) {
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess) return nullptr;
  bool ran = true;
  try {
    const Diversion diversion(stream);
    const DeviceMemoryHold hold;
    body();
  } catch (const std::exception&) {  // what it was comes again where the caller runs the body
    ran = false;
  }
  cudaGraph_t graph = nullptr;
  if (cudaStreamEndCapture(stream, &graph) == cudaSuccess && ran && graph != nullptr) return graph;
  if (graph != nullptr) cudaGraphDestroy(graph);
  return nullptr;
}

}  // namespace

struct KernelGraph::Record {
  cudaGraphExec_t executable = nullptr;
  std::size_t size = 0;
};

bool KernelGraph::isPossible() {
  const char* wanted = std::getenv("CHRONOS_KERNEL_GRAPHS");
  return wanted == nullptr || std::string(wanted) != "0";
}

std::unique_ptr<const KernelGraph> KernelGraph::record(const std::function<void()>& body) {
  const cudaStream_t stream = isPossible() ? recordingStream() : nullptr;
  if (stream == nullptr) return nullptr;
  std::unique_ptr<KernelGraph> result(new KernelGraph);
  Record& record = *result->record_;
  const cudaGraph_t graph = capture(stream, body);
  bool isWhole = graph != nullptr;
  if (isWhole) {
    const std::vector<cudaGraphNode_t> nodes = nodesOf(graph);
    record.size = nodes.size();
    for (const cudaGraphNode_t node : nodes) isWhole = isWhole && staysOnDevice(node);
  }
  isWhole = isWhole && cudaGraphInstantiateWithFlags(&record.executable, graph, 0) == cudaSuccess;
  if (graph != nullptr) cudaGraphDestroy(graph);
  // Kokkos waits for this event before it writes arguments anew; recorded with the kernels, it cannot be waited for.
  cudaEventRecord(Kokkos::Impl::CudaInternal::constantMemReusable, Device::execution_space().cuda_stream());
  if (!isWhole) {
    cudaGetLastError();
    result.reset();
  }
  return result;
}

KernelGraph::KernelGraph() : record_(new Record) {}

KernelGraph::~KernelGraph() {
  if (record_->executable != nullptr) {
    cudaStreamSynchronize(Device::execution_space().cuda_stream());
    cudaGraphExecDestroy(record_->executable);
  }
}

void KernelGraph::launch() const {
  const cudaError_t error = cudaGraphLaunch(record_->executable, Device::execution_space().cuda_stream());
  if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA, kernel graph: ") + cudaGetErrorString(error));
}

std::size_t KernelGraph::size() const {
  return record_->size;
}

#else

struct KernelGraph::Record {};

bool KernelGraph::isPossible() {
  return false;
}

std::unique_ptr<const KernelGraph> KernelGraph::record(const std::function<void()>&) {
  return nullptr;
}

KernelGraph::KernelGraph() = default;
KernelGraph::~KernelGraph() = default;
void KernelGraph::launch() const {}

std::size_t KernelGraph::size() const {
  return 0;
}

#endif

}  // namespace Chronos
