#include "harness/measure/plan_bytes.h"

#include "harness/results/figure_fields.h"
#include "harness/results/record_bytes.h"

namespace sudoku {

namespace {

// A plan in the types that archives know.
struct PlanRecord {
  double rate = 1;
  std::vector<double> lower;
  std::vector<double> nested;
  std::uint64_t chunk = 1;
  bool slow = false;
  std::uint64_t rounds = 1;
  std::uint64_t round_floor_ns = 0;
  std::uint64_t warmup_ns = 0;
  double pilot_ns = 0;
};

struct PlansRecord {
  std::vector<PlanRecord> plans;
};

template <typename Archive>
void fields(Archive& in, Is<PlanRecord> auto& plan) {
  in.field("rate", plan.rate);
  in.field("lower", plan.lower);
  in.field("nested", plan.nested);
  in.field("chunk", plan.chunk);
  in.field("slow", plan.slow);
  in.field("rounds", plan.rounds);
  in.field("round_floor_ns", plan.round_floor_ns);
  in.field("warmup_ns", plan.warmup_ns);
  in.field("pilot_ns", plan.pilot_ns);
}

template <typename Archive>
void fields(Archive& in, Is<PlansRecord> auto& record) {
  in.field("plans", record.plans);
}

PlanRecord record_of(const Plan& plan) {
  return {.rate = plan.rate,
          .lower = plan.lower,
          .nested = plan.nested,
          .chunk = plan.chunk,
          .slow = plan.slow,
          .rounds = plan.rounds,
          .round_floor_ns = static_cast<std::uint64_t>(plan.round_floor.count()),
          .warmup_ns = static_cast<std::uint64_t>(plan.warmup.count()),
          .pilot_ns = plan.pilot_ns};
}

Plan plan_of(const PlanRecord& record) {
  return {.pilot_ns = record.pilot_ns,
          .rate = record.rate,
          .lower = record.lower,
          .nested = record.nested,
          .chunk = static_cast<std::size_t>(record.chunk),
          .slow = record.slow,
          .rounds = record.rounds,
          .round_floor = std::chrono::nanoseconds(record.round_floor_ns),
          .warmup = std::chrono::nanoseconds(record.warmup_ns)};
}

}  // namespace

std::string to_bytes(const std::vector<Plan>& plans) {
  PlansRecord record;
  for (const Plan& plan : plans)
    record.plans.push_back(record_of(plan));
  return bytes_of(record);
}

std::vector<Plan> plans_of(std::string_view bytes) {
  const auto record = record_of<PlansRecord>(bytes);
  std::vector<Plan> plans;
  for (const PlanRecord& plan : record.plans) {
    const bool is_possible = plan.chunk > 0 && plan.rounds > 0 && plan.rate >= 0 && plan.rate <= 1;
    if (!is_possible) throw BytesError("a plan that cannot be");
    plans.push_back(plan_of(plan));
  }
  return plans;
}

}  // namespace sudoku
