// SPDX-License-Identifier: MIT

#ifndef MUTANT_SWITCH_H
#define MUTANT_SWITCH_H

#include <stdbool.h>
#include <stdint.h>

extern int32_t mutantSwitchActive;
/// -1 while mutants are switched, 0 while all evaluations are recorded.
extern int32_t mutantSwitchMask;

bool mutantSwitchEvaluated(int32_t number);

/// Whether a mutant is active. It costs two loads, one comparison and a branch that is never taken.
static inline bool isMutant(int32_t number) {
  if (__builtin_expect(((number ^ mutantSwitchActive) & mutantSwitchMask) == 0, 0)) {
    return mutantSwitchEvaluated(number);
  }
  return false;
}

#endif
