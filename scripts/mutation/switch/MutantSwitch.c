// SPDX-License-Identifier: MIT
//
// The switch of a build that carries all mutants. LAYOUTFUZZ_MUTANT has the number of the active one; workers
// inherit it. LAYOUTFUZZ_MUTANT_REACH names a file with one byte for each mutant, which is set when the program
// evaluates it. All processes map that file, so that a crash loses nothing.

#include "MutantSwitch.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int32_t mutantSwitchActive = -1;
int32_t mutantSwitchMask = -1;

static volatile unsigned char *reached = NULL;
static off_t reachedSize = 0;

__attribute__((constructor)) static void readMutantSwitch(void) {
  const char *number = getenv("LAYOUTFUZZ_MUTANT");
  if (number && *number) { mutantSwitchActive = (int32_t)strtol(number, NULL, 10); }
  const char *path = getenv("LAYOUTFUZZ_MUTANT_REACH");
  if (!path || !*path) { return; }
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) { abort(); }
  struct stat status;
  if (fstat(file, &status) != 0 || status.st_size == 0) { abort(); }
  void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (bytes == MAP_FAILED) { abort(); }
  reached = bytes;
  reachedSize = status.st_size;
  mutantSwitchMask = 0;
}

bool mutantSwitchEvaluated(int32_t number) {
  if (mutantSwitchMask != 0) { return true; }
  if (number < reachedSize && !reached[number]) { reached[number] = 1; }
  return false;
}
