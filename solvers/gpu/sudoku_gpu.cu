// The plugin sudoku_gpu.so: batches of puzzles solved on the first CUDA device of the machine, by
// as many blocks of block_search.h as it holds at a time.
//
// A call is divided into pieces. A piece is copied to memory that the device can read, solved there
// and copied back, by a host thread with a stream of its own, so that the copies of some pieces and
// the searches of others overlap. `config` is the number of these threads, at most 16 (0: 4).
//
// If the environment variable SUDOKU_GPU_REPORT names a file, each call adds a line to it, in JSON:
//
//   puzzles, limit  of the call
//   call_ns         from the call until its return: copies, conversion and search
//   device_ns       of that, the time in which at least one search ran on the device
//   energy_mj       what the device has consumed since its driver was loaded, or null: the driver
//                   counts in steps of some 0.1 s, so only the difference of many calls says much
//
// After 4,096 lines it is left as it is, because a worker process may write only small files.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sched.h>

#include <cuda_runtime.h>
#include <dlfcn.h>

#include "solvers/external/sudoku_plugin.h"
#include "solvers/gpu/block_search.h"

namespace sudoku::gpu {

namespace {

constexpr int kBlocksPerProcessor =
    8;                            // of the device; more would leave a thread too few registers
constexpr size_t kPiece = 65536;  // most puzzles of a piece
constexpr size_t kDefaultThreads = 4;
constexpr size_t kMostThreads = 16;
constexpr int kMostLines = 4096;

const __device__ simd::AllAnswers kAnswersOnDevice;

struct ThreadsOfBlock {
  template <typename Step>
  __device__ void run(const Step& step) const {
    step(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
};

// Memory for the waiting states of as many blocks as the device runs at a time, in as many parts.
// Free parts are in a ring: each block takes the next one, and puts it back behind the last.
struct WaitingStates {
  uint16_t* words;
  unsigned parts;
  unsigned* ring;   // numbers of free parts, or kTaken
  unsigned* taken;  // how often a part has been taken
  unsigned* freed;  // and put back
};

constexpr unsigned kTaken = 0xFFFFFFFF;

__device__ unsigned take_part(const WaitingStates& waiting) {
  const unsigned place = atomicAdd(waiting.taken, 1U) % waiting.parts;
  unsigned part = kTaken;
  while (part == kTaken)
    part = atomicExch(&waiting.ring[place], kTaken);
  return part;
}

__device__ void put_back(const WaitingStates& waiting, unsigned part) {
  const unsigned place = atomicAdd(waiting.freed, 1U) % waiting.parts;
  while (atomicCAS(&waiting.ring[place], kTaken, part) != kTaken) {
  }
}

__global__ void __launch_bounds__(kThreads, kBlocksPerProcessor)
    search(Job job, WaitingStates waiting) {
  __shared__ BlockMemory memory;
  __shared__ unsigned part;
  if (threadIdx.x == 0) part = take_part(waiting);
  __syncthreads();
  job.answers = kAnswersOnDevice.about;
  BlockSearch<ThreadsOfBlock>(memory, waiting.words + part * kWaitingWordsOfBlock, job).run();
  if (threadIdx.x == 0) put_back(waiting, part);
}

struct DeviceError {
  std::string what;
};

void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw DeviceError{std::string(what) + ": " + cudaGetErrorString(error)};
}

using Clock = std::chrono::steady_clock;

// The driver's counter of energy, where there is one.
class EnergyMeter {
 public:
  explicit EnergyMeter(const char* device) {
    void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    const auto init = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
    const auto find = reinterpret_cast<int (*)(const char*, void**)>(
        dlsym(library, "nvmlDeviceGetHandleByPciBusId_v2"));
    const auto read = reinterpret_cast<int (*)(void*, unsigned long long*)>(
        dlsym(library, "nvmlDeviceGetTotalEnergyConsumption"));
    if (init == nullptr || find == nullptr || read == nullptr) return;
    if (init() == 0 && find(device, &device_) == 0) read_ = read;
  }

  // In millijoules, as text; "null" where it is not counted.
  std::string read() const {
    unsigned long long energy = 0;
    if (read_ == nullptr || read_(device_, &energy) != 0) return "null";
    return std::to_string(energy);
  }

 private:
  int (*read_)(void*, unsigned long long*) = nullptr;
  void* device_ = nullptr;
};

// Times on the device, in ms since an event of the call: from, to.
using Spans = std::vector<std::pair<float, float>>;

// The time that at least one of the spans covers, in ns.
double covered(Spans spans) {
  std::sort(spans.begin(), spans.end());
  double covered = 0;
  float end = 0;
  for (const auto& [from, to] : spans) {
    covered += std::max(0.0F, to - std::max(from, end));
    end = std::max(end, to);
  }
  return covered * 1e6;
}

// The puzzles of a call, and where the answers go; see sudoku_plugin.h.
struct Call {
  size_t puzzles;
  const char* inputs;
  size_t limit;
  size_t* counts;
  char* solutions;
  size_t* guesses;
};

static_assert(sizeof(Count) == sizeof(size_t));

// What a host thread needs for its pieces. Streams and memory are kept until the process ends.
class Pipeline {
 public:
  Pipeline() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cannot create a stream");
    for (cudaEvent_t* event : {&begin_, &end_})
      check(cudaEventCreate(event), "cannot create an event");
    constexpr size_t kOutput = kPiece * (kSolutionSize + 2 * sizeof(Count));
    check(cudaHostAlloc(&input_, kPiece * kInputSize, cudaHostAllocWriteCombined), kNoMemory);
    check(cudaHostAlloc(&output_, kOutput, cudaHostAllocDefault), kNoMemory);
    check(cudaMalloc(&device_input_, kPiece * kInputSize), kNoMemory);
    check(cudaMalloc(&device_output_, kOutput), kNoMemory);
    check(cudaMalloc(&begun_, sizeof *begun_), kNoMemory);
  }

  // Solves a piece of a call by so many blocks. Returns when the search began and ended, after
  // event `origin`.
  std::pair<float, float> solve(const Call& call, size_t first, size_t size, unsigned blocks,
                                const WaitingStates& waiting, cudaEvent_t origin) {
    std::memcpy(input_, call.inputs + first * kInputSize, size * kInputSize);
    check(
        cudaMemcpyAsync(device_input_, input_, size * kInputSize, cudaMemcpyHostToDevice, stream_),
        "cannot copy puzzles to the device");
    check(cudaMemsetAsync(begun_, 0, sizeof *begun_, stream_), "cannot clear a counter");
    check(cudaEventRecord(begin_, stream_), "cannot record an event");
    search<<<blocks, kThreads, 0, stream_>>>(job(call.limit, size, device_output_), waiting);
    check(cudaGetLastError(), "cannot start a search");
    check(cudaEventRecord(end_, stream_), "cannot record an event");
    const size_t written = size * (kSolutionSize + 2 * sizeof(Count));
    check(cudaMemcpyAsync(output_, device_output_, written, cudaMemcpyDeviceToHost, stream_),
          "cannot copy answers from the device");
    check(cudaStreamSynchronize(stream_), "a search failed");
    const Job answers = job(call.limit, size, output_);
    std::memcpy(call.counts + first, answers.counts, size * sizeof(Count));
    std::memcpy(call.guesses + first, answers.guesses, size * sizeof(Count));
    std::memcpy(call.solutions + first * kSolutionSize, answers.solutions, size * kSolutionSize);
    std::pair<float, float> span;
    check(cudaEventElapsedTime(&span.first, origin, begin_), "cannot read the time");
    check(cudaEventElapsedTime(&span.second, origin, end_), "cannot read the time");
    return span;
  }

 private:
  static constexpr const char* kNoMemory = "cannot allocate memory";

  // A piece of `size` puzzles, whose answers are in `output`, without gaps.
  Job job(size_t limit, size_t size, char* output) const {
    auto* const counts = reinterpret_cast<Count*>(output);
    return {.inputs = device_input_,
            .puzzles = static_cast<unsigned>(size),
            .limit = limit,
            .solutions = output + 2 * size * sizeof(Count),
            .counts = counts,
            .guesses = counts + size,
            .begun = begun_,
            .answers = nullptr};
  }

  cudaStream_t stream_;
  cudaEvent_t begin_;
  cudaEvent_t end_;
  char* input_;
  char* output_;
  char* device_input_;
  char* device_output_;
  unsigned* begun_;
};

class Gpu {
 public:
  // Throws DeviceError.
  Gpu() {
    check(cudaSetDevice(0), "no CUDA device");
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "cannot read the properties of the CUDA device");
    char bus[32];
    check(cudaDeviceGetPCIBusId(bus, sizeof bus, 0), "cannot find the CUDA device");
    meter_ = std::make_unique<EnergyMeter>(bus);
    processors_ = static_cast<size_t>(device.multiProcessorCount);
    check(make_room(), "cannot allocate memory for search states");
    check(cudaEventCreate(&origin_), "cannot create an event");
    ensure_pipelines(kDefaultThreads);
    report_ = std::getenv("SUDOKU_GPU_REPORT");
  }

  // Throws DeviceError.
  void solve(const Call& call, size_t threads) {
    const auto begun = Clock::now();
    const size_t pieces = (call.puzzles + kPiece - 1) / kPiece;
    threads = std::min(pieces, threads);
    ensure_pipelines(threads);
    check(cudaEventRecord(origin_), "cannot record an event");
    Task task{call, (call.puzzles + pieces - 1) / pieces};
    std::vector<std::thread> others;
    for (size_t i = 1; i < threads; ++i) {
      others.emplace_back([this, i, &task] {
        use_all_processors();
        work(*pipelines_[i], task);
      });
    }
    work(*pipelines_[0], task);
    for (std::thread& other : others)
      other.join();
    if (!task.error.empty()) throw DeviceError{task.error};
    if (report_ != nullptr) report(call, Clock::now() - begun, covered(task.spans));
  }

 private:
  // A call as its threads share it.
  struct Task {
    const Call& call;
    size_t piece;  // puzzles of each piece but the last
    std::atomic<size_t> next = 0;
    std::mutex mutex = {};  // for what follows
    Spans spans = {};
    std::string error = {};
  };

  cudaError_t make_room() {
    int blocks = 0;
    cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, search, kThreads, 0);
    if (error != cudaSuccess) return error;
    const auto parts = static_cast<unsigned>(blocks * processors_);
    std::vector<unsigned> numbers(parts + 2);  // the ring, and the two counters
    std::iota(numbers.begin(), numbers.end() - 2, 0U);
    const size_t size = numbers.size() * sizeof(unsigned);
    unsigned* ring = nullptr;
    uint16_t* words = nullptr;
    error = cudaMalloc(&ring, size);
    if (error == cudaSuccess)
      error = cudaMemcpy(ring, numbers.data(), size, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
      error = cudaMalloc(&words, parts * kWaitingWordsOfBlock * sizeof(uint16_t));
    waiting_ = {words, parts, ring, ring + parts, ring + parts + 1};
    return error;
  }

  void ensure_pipelines(size_t number) {
    while (pipelines_.size() < number)
      pipelines_.push_back(std::make_unique<Pipeline>());
  }

  // Blocks for `size` puzzles of a call. The last puzzles of a block leave most of its states idle,
  // so one that begins 32 puzzles is busy for a third of its time on easy ones, and one that begins
  // 256 for five sixths. But a multiprocessor should not be idle either, nor have few blocks.
  unsigned blocks_for(size_t size, size_t puzzles_of_call) const {
    const size_t one_each = std::min(puzzles_of_call, processors_);
    const size_t many_each = std::min<size_t>(puzzles_of_call / 32, waiting_.parts);
    const size_t blocks = std::max({one_each, many_each, puzzles_of_call / 256});
    const size_t share = (blocks * size + puzzles_of_call - 1) / puzzles_of_call;
    return static_cast<unsigned>(std::min<size_t>(share, waiting_.parts));
  }

  // A worker may be bound to one processor, and its threads with it.
  static void use_all_processors() {
    cpu_set_t all;
    std::memset(&all, 0xFF, sizeof all);
    sched_setaffinity(0, sizeof all, &all);
  }

  void work(Pipeline& pipeline, Task& task) noexcept {
    try {
      check(cudaSetDevice(0), "no CUDA device");
      while (true) {
        const size_t first = task.next++ * task.piece;
        if (first >= task.call.puzzles) return;
        const size_t size = std::min(task.piece, task.call.puzzles - first);
        const auto span = pipeline.solve(task.call, first, size,
                                         blocks_for(size, task.call.puzzles), waiting_, origin_);
        const std::lock_guard lock(task.mutex);
        task.spans.push_back(span);
      }
    } catch (const DeviceError& error) {
      const std::lock_guard lock(task.mutex);
      task.error = error.what;
    }
  }

  void report(const Call& call, Clock::duration duration, double device_ns) {
    if (lines_++ >= kMostLines) return;
    std::FILE* const file = std::fopen(report_, "a");
    if (file == nullptr) return;
    const auto call_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
    std::fprintf(file,
                 "{\"puzzles\": %zu, \"limit\": %zu, \"call_ns\": %lld, \"device_ns\": %.0f, "
                 "\"energy_mj\": %s}\n",
                 call.puzzles, call.limit, static_cast<long long>(call_ns), device_ns,
                 meter_->read().c_str());
    std::fclose(file);
  }

  size_t processors_;  // of the device
  WaitingStates waiting_;
  cudaEvent_t origin_;
  std::vector<std::unique_ptr<Pipeline>> pipelines_;
  std::unique_ptr<EnergyMeter> meter_;
  const char* report_;
  int lines_ = 0;
};

// The device as this process uses it, or why it cannot be used.
struct Start {
  Start() {
    try {
      gpu = new Gpu();  // never deleted: the driver may be gone when the process ends
    } catch (const DeviceError& error) {
      reason = error.what;
    }
  }

  Gpu* gpu = nullptr;
  std::string reason;
};

const Start& started() {
  static const Start start;
  return start;
}

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "sudoku_gpu: %s\n", why.c_str());
  std::abort();
}

}  // namespace

}  // namespace sudoku::gpu

SUDOKU_PLUGIN const char* sudoku_plugin_start() {
  const sudoku::gpu::Start& start = sudoku::gpu::started();
  return start.gpu == nullptr ? start.reason.c_str() : nullptr;
}

// A sudoku_plugin_batch_function. A guess is a question whether a digit is in a triad, as in
// `lanes`; both answers are one guess.
SUDOKU_PLUGIN size_t sudoku_gpu(size_t n, const char* inputs, size_t limit, uint32_t config,
                                size_t* counts, char* solutions, size_t* guesses) {
  using namespace sudoku::gpu;
  const Start& start = started();
  if (start.gpu == nullptr) fail(start.reason);
  const size_t threads = std::min<size_t>(config == 0 ? kDefaultThreads : config, kMostThreads);
  try {
    start.gpu->solve({n, inputs, limit, counts, solutions, guesses}, threads);
  } catch (const DeviceError& error) {
    fail(error.what);
  }
  return n;
}
