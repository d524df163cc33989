// SPDX-License-Identifier: MIT
//
// kiwi as a peer of `layoutbench peers`: reads a workload file, then does what standard input asks for, one
// command a line, and answers each with one line. README.md in this folder describes both formats.
//
// Build: g++ -O3 -std=c++17 -I KIWI kiwi_peer.cpp -o kiwi_peer

#include <kiwi/kiwi.h>

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

enum Strength { weak, medium, strong, required, strengthCount };

struct WorkloadTerm {
  int variable;
  double coefficient;
};

/// The sum of the terms is related to the constant.
struct WorkloadConstraint {
  std::vector<WorkloadTerm> terms;
  kiwi::RelationalOperator relation;
  double constant;
  Strength strength;
};

struct Workload {
  std::string name;
  int variableCount = 0;
  int editVariable = 0;
  double firstSuggestion = 0;
  std::vector<WorkloadConstraint> constraints;
  std::vector<double> sweep;
  /// Indices of constraints that are removed and added again, in this order.
  std::vector<int> churn;
};

// MARK: - The workload file

/// Reads the words of a workload file and fails with the number of the line.
class WorkloadReader {
 public:
  explicit WorkloadReader(const std::string& path) : file_(path) {
    if (!file_) throw std::runtime_error("cannot read " + path);
  }

  Workload read() {
    Workload workload;
    next("layoutbench-workload");
    if (integer(1) != 1) fail("an unknown version");
    next("name");
    workload.name = word();
    next("variables");
    workload.variableCount = integer(limit);
    next("edit");
    workload.editVariable = integer(workload.variableCount - 1);
    workload.firstSuggestion = number();
    next("constraints");
    const int constraintCount = integer(limit);
    for (int index = 0; index < constraintCount; index++) {
      workload.constraints.push_back(constraint(workload.variableCount));
    }
    next("sweep");
    for (int left = integer(limit); left > 0; left--) workload.sweep.push_back((line(), number()));
    next("churn");
    for (int left = integer(limit); left > 0; left--) {
      workload.churn.push_back((line(), integer(constraintCount - 1)));
    }
    next("end");
    return workload;
  }

 private:
  /// The most variables, constraints or suggestions a file may announce.
  static constexpr int limit = 10'000'000;

  std::ifstream file_;
  std::istringstream line_;
  int lineNumber_ = 0;

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("line " + std::to_string(lineNumber_) + ": " + what);
  }

  void line() {
    std::string text;
    lineNumber_++;
    if (!std::getline(file_, text)) fail("the file ends too early");
    line_ = std::istringstream(text);
  }

  /// Goes to the next line, which must begin with this word.
  void next(const std::string& expected) {
    line();
    if (word() != expected) fail("expected '" + expected + "'");
  }

  std::string word() {
    std::string text;
    if (!(line_ >> text)) fail("a word is missing");
    return text;
  }

  double number() {
    const std::string text = word();
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (*end != '\0' || !std::isfinite(value)) fail("'" + text + "' is no number");
    return value;
  }

  int integer(int greatest) {
    const double value = number();
    if (value < 0 || value > greatest || value != std::floor(value)) fail("a bad count or index");
    return static_cast<int>(value);
  }

  WorkloadConstraint constraint(int variableCount) {
    line();
    WorkloadConstraint constraint{{}, kiwi::OP_EQ, 0, required};
    const std::string strength = word();
    static const char* const names[strengthCount] = {"weak", "medium", "strong", "required"};
    int level = 0;
    while (level < strengthCount && strength != names[level]) level++;
    if (level == strengthCount) fail("unknown strength '" + strength + "'");
    constraint.strength = static_cast<Strength>(level);
    const std::string relation = word();
    if (relation == "<=") {
      constraint.relation = kiwi::OP_LE;
    } else if (relation == ">=") {
      constraint.relation = kiwi::OP_GE;
    } else if (relation != "==") {
      fail("unknown relation '" + relation + "'");
    }
    constraint.constant = number();
    while ((line_ >> std::ws) && !line_.eof()) {
      const int variable = integer(variableCount - 1);
      constraint.terms.push_back({variable, number()});
    }
    return constraint;
  }
};

// MARK: - The solver

/// A solver that holds the workload, and the values it was last asked for.
class Peer {
 public:
  explicit Peer(const Workload& workload)
      : workload_(workload), values_(workload.variableCount), suggested_(workload.firstSuggestion) {}

  void build() {
    static const double strengths[strengthCount] = {kiwi::strength::weak, kiwi::strength::medium,
                                                    kiwi::strength::strong, kiwi::strength::required};
    variables_.resize(workload_.variableCount);
    solver_.addEditVariable(variables_[workload_.editVariable], kiwi::strength::strong);
    solver_.suggestValue(variables_[workload_.editVariable], suggested_);
    constraints_.reserve(workload_.constraints.size());
    for (const WorkloadConstraint& given : workload_.constraints) {
      std::vector<kiwi::Term> terms;
      terms.reserve(given.terms.size());
      for (const WorkloadTerm& term : given.terms) {
        terms.emplace_back(variables_[term.variable], term.coefficient);
      }
      constraints_.emplace_back(kiwi::Expression(std::move(terms), -given.constant), given.relation,
                                strengths[given.strength]);
      solver_.addConstraint(constraints_.back());
    }
    readAll();
  }

  void suggest(double value) {
    suggested_ = value;
    solver_.suggestValue(variables_[workload_.editVariable], value);
    readAll();
  }

  void removeAndAddAgain(int index) {
    solver_.removeConstraint(constraints_[index]);
    solver_.addConstraint(constraints_[index]);
    readAll();
  }

  /// The greatest violation of a required constraint, then the sums for strong, medium and weak. The edit
  /// variable's own preference counts as strong.
  std::string objectives() const {
    double sums[strengthCount] = {};
    for (const WorkloadConstraint& constraint : workload_.constraints) {
      double residual = -constraint.constant;
      for (const WorkloadTerm& term : constraint.terms) {
        residual += term.coefficient * values_[term.variable];
      }
      double violation = std::fabs(residual);
      if (constraint.relation == kiwi::OP_LE) violation = std::fmax(0, residual);
      if (constraint.relation == kiwi::OP_GE) violation = std::fmax(0, -residual);
      double& sum = sums[constraint.strength];
      sum = constraint.strength == required ? std::fmax(sum, violation) : sum + violation;
    }
    sums[strong] += std::fabs(values_[workload_.editVariable] - suggested_);
    char text[160];
    std::snprintf(text, sizeof text, "%.17g %.17g %.17g %.17g", sums[required], sums[strong],
                  sums[medium], sums[weak]);
    return text;
  }

 private:
  const Workload& workload_;
  kiwi::Solver solver_;
  std::vector<kiwi::Variable> variables_;
  std::vector<kiwi::Constraint> constraints_;
  std::vector<double> values_;
  double suggested_;

  void readAll() {
    solver_.updateVariables();
    for (int index = 0; index < workload_.variableCount; index++) {
      values_[index] = variables_[index].value();
    }
  }
};

// MARK: - The protocol

/// Thread time, so that the load of other programs does not count.
int64_t nanoseconds() {
  timespec now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) throw std::runtime_error("no thread clock");
  return int64_t{1'000'000'000} * now.tv_sec + now.tv_nsec;
}

/// How much of something to do, as the words after a verb say: at most so many steps, and none begun after so
/// many nanoseconds.
struct Amount {
  size_t count = 0;
  int64_t limit = 0;

  explicit Amount(std::istringstream& words, size_t greatest = SIZE_MAX) {
    int64_t milliseconds = 0;
    if (!(words >> count) || count == 0) throw std::runtime_error("a count is missing");
    if (!(words >> milliseconds)) throw std::runtime_error("a limit in milliseconds is missing");
    count = std::min(count, greatest);
    limit = milliseconds * 1'000'000;
  }
};

/// Answers the commands of one process.
class Server {
 public:
  explicit Server(const Workload& workload) : workload_(workload) {}

  std::string answer(const std::string& command) {
    std::istringstream words(command);
    std::string verb;
    words >> verb;
    if (verb == "memory") return "memory " + std::to_string(peakMemory());
    if (verb == "build") return build(Amount(words));
    if (!peer_) throw std::runtime_error("'" + verb + "' before 'build'");
    if (verb == "objectives") return "objectives " + peer_->objectives();
    if (verb == "suggest") {
      double value = 0;
      if (!(words >> value)) throw std::runtime_error("a value is missing");
      peer_->suggest(value);
      return "suggested";
    }
    if (verb == "edit") {
      return repeat(verb, Amount(words, workload_.sweep.size()),
                    [this](size_t step) { peer_->suggest(workload_.sweep[step]); });
    }
    if (verb == "churn") {
      return repeat(verb, Amount(words, workload_.churn.size()),
                    [this](size_t step) { peer_->removeAndAddAgain(workload_.churn[step]); });
    }
    throw std::runtime_error("unknown command '" + verb + "'");
  }

 private:
  const Workload& workload_;
  std::unique_ptr<Peer> peer_;

  /// Builds with a new solver each time; the last one stays. One time for each.
  std::string build(Amount amount) {
    std::string reply = "build";
    int64_t total = 0;
    for (size_t done = 0; done < amount.count && (done == 0 || total < amount.limit); done++) {
      peer_.reset();
      const int64_t start = nanoseconds();
      peer_ = std::make_unique<Peer>(workload_);
      peer_->build();
      const int64_t taken = nanoseconds() - start;
      total += taken;
      reply += " " + std::to_string(taken);
    }
    return reply;
  }

  /// The number of steps done, and the time they took together.
  template <typename Step>
  static std::string repeat(const std::string& verb, Amount amount, Step step) {
    // The clock is a system call that takes as long as a short step: it is looked at after 1, 2, 4, 8 and
    // 16 steps, and then after every 16.
    const auto looks = [](size_t done) { return done % 16 == 0 || (done & (done - 1)) == 0; };
    const int64_t start = nanoseconds();
    size_t done = 0;
    while (done < amount.count) {
      step(done);
      done++;
      if (looks(done) && nanoseconds() - start >= amount.limit) break;
    }
    const int64_t taken = nanoseconds() - start;
    return verb + " " + std::to_string(done) + " " + std::to_string(taken);
  }

  /// Kilobytes. `ru_maxrss` of a process begins with that of its parent, which is larger here; the kernel's
  /// own count of this address space does not.
  static long peakMemory() {
    std::ifstream status("/proc/self/status");
    const std::string key = "VmHWM:";
    for (std::string line; std::getline(status, line);) {
      if (line.rfind(key, 0) == 0) return std::stol(line.substr(key.size()));
    }
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0) throw std::runtime_error("no resource usage");
    return usage.ru_maxrss;
  }
};

}  // namespace

int main(int argumentCount, char** arguments) {
  if (argumentCount != 2) {
    std::fprintf(stderr, "usage: kiwi_peer WORKLOAD\n");
    return 64;
  }
  try {
    const Workload workload = WorkloadReader(arguments[1]).read();
    std::cout << "ready kiwi " << KIWI_VERSION << std::endl;
    Server server(workload);
    std::string command;
    while (std::getline(std::cin, command) && command != "quit") {
      try {
        const std::string reply = server.answer(command);
        std::cout << reply << std::endl;
      } catch (const std::exception& error) {
        // A solver that has thrown may be left half changed: nothing more can be asked of it.
        std::cout << "error " << error.what() << std::endl;
        return 1;
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kiwi_peer: %s\n", error.what());
    return 65;
  }
  return 0;
}
