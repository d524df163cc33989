// SPDX-License-Identifier: MIT
// A small layout engine in C with its adapter, for authors whose engine is not written in Python.
//
//     cc -std=c11 -O1 -o example scripts/engines/example.c
//     layoutfuzz fuzz --engine 'example=./example' --cases 5000
//
// The protocol is in docs/engines.md. The engine keeps required equations between edges and sizes of views. Where
// several layouts are right, it takes one of them. It answers gaveUp to everything that it does not offer, and
// contradiction where no layout is right.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char offer[] =
    "\"protocol\": \"layoutfuzz-layout\", \"version\": 1, \"engine\": \"example 1\", \"relations\": [\"==\"], \"items\": 2, "
    "\"attributes\": [\"left\", \"right\", \"top\", \"bottom\", \"width\", \"height\"], \"priorities\": [], \"multipliers\": true, "
    "\"edgeMultipliers\": true, \"negativeMultipliers\": true, \"changes\": [\"multiplier\", \"items\"], "
    "\"directions\": [\"ltr\"], \"operations\": [\"add\", \"remove\", \"change\", \"resize\"]";

enum { VIEWS = 32, EQUATIONS = 256, ROOT = -1, NONE = -1 };
typedef struct { int view, axis; double place, length; } Item;  // Shares of the place and of the length of a view.
typedef struct { long id; Item first, second; double factor, constant; } Equation;
static double size[2], frames[VIEWS][4];
static long ids[VIEWS];
static int views, count;
static Equation equations[EQUATIONS];

// MARK: - JSON. The lines of the tool are well formed, so values are read where they are.

static const char *skipBlanks(const char *at) { return at + strspn(at, " \t\r\n,:"); }

static const char *skipValue(const char *at) {
  int depth = 0;
  do {
    if (*at == '"') {
      for (at++; *at && *at != '"'; at++) at += *at == '\\' && at[1];
      at += *at == '"';
    } else if (*at && strchr("{[]}", *at)) {
      depth += *at == '{' || *at == '[' ? 1 : -1;
      at++;
    } else {
      at += strcspn(at, " \t\r\n,:{[]}\"");
    }
    at = skipBlanks(at);
  } while (depth > 0 && *at);
  return at;
}

static int is(const char *value, const char *text) {
  size_t length = strlen(text);
  return value && *value == '"' && !strncmp(value + 1, text, length) && value[length + 1] == '"';
}

static const char *member(const char *object, const char *key) {
  if (!object || *object != '{') return NULL;
  for (const char *at = skipBlanks(object + 1); *at == '"'; at = skipValue(skipValue(at)))
    if (is(at, key)) return skipValue(at);
  return NULL;
}

static const char *element(const char *list, int index) {
  if (!list || *list != '[') return NULL;
  const char *at = skipBlanks(list + 1);
  while (*at && *at != ']' && index-- > 0) at = skipValue(at);
  return *at && *at != ']' ? at : NULL;
}

static double number(const char *value, double otherwise) { return value ? strtod(value, NULL) : otherwise; }

// MARK: - Solver. The columns of its table are lengths, then places, then the right sides.

static double table[EQUATIONS][2 * VIEWS + 1];
static int rows, basis[EQUATIONS];  // The column that a row decides.
static const double ZERO = 1e-9, TOLERANCE = 1e-7;

static void addItem(Item item, double factor) {
  if (item.view == ROOT) {
    table[rows][2 * views] -= factor * item.length * size[item.axis];
  } else {
    table[rows][item.view] += factor * item.length;
    table[rows][views + item.view] += factor * item.place;
  }
}

static void pivot(int row, int column) {
  double scale = table[row][column];
  for (int at = 0; at <= 2 * views; at++) table[row][at] /= scale;
  for (int other = 0; other < rows; other++) {
    double share = table[other][column];
    if (other == row || share == 0) continue;
    for (int at = 0; at <= 2 * views; at++) table[other][at] -= share * table[row][at];
    table[other][column] = 0;
  }
  basis[row] = column;
}

static int solve(int axis) {  // Returns whether all equations can hold with no length below 0.
  rows = 0;
  memset(table, 0, sizeof table);
  for (int index = 0; index < count; index++) {
    if (equations[index].first.axis != axis) continue;
    addItem(equations[index].first, 1);
    addItem(equations[index].second, -equations[index].factor);
    table[rows][2 * views] += equations[index].constant;
    basis[rows++] = NONE;
  }
  for (int step = 0; step < 2 * views; step++) {  // Elimination, first of places, which may be negative.
    int best = NONE, column = (step + views) % (2 * views);
    for (int row = 0; row < rows; row++)
      if (basis[row] == NONE && fabs(table[row][column]) > (best == NONE ? ZERO : fabs(table[best][column]))) best = row;
    if (best != NONE) pivot(best, column);
  }
  for (int row = 0; row < rows; row++)
    if (basis[row] == NONE && fabs(table[row][2 * views]) > TOLERANCE) return 0;
  for (;;) {  // A negative length becomes 0, and another one grows. The least columns first: so it ends (Bland).
    int worst = NONE, column = 0;
    for (int row = 0; row < rows; row++)
      if (basis[row] != NONE && basis[row] < views && table[row][2 * views] < -TOLERANCE)
        if (worst == NONE || basis[row] < basis[worst]) worst = row;
    if (worst == NONE) break;
    while (column < views && table[worst][column] > -ZERO) column++;
    if (column == views) return 0;
    pivot(worst, column);
  }
  for (int view = 0; view < views; view++) frames[view][axis] = frames[view][2 + axis] = 0;
  for (int row = 0; row < rows; row++)
    if (basis[row] != NONE) frames[basis[row] % views][basis[row] < views ? 2 + axis : axis] = table[row][2 * views];
  return 1;
}

// MARK: - Requests. Each returns the reason why the engine gives up, or NULL.

static const char *readItem(const char *value, Item *item) {
  static const char *const names[2][3] = {{"left", "right", "width"}, {"top", "bottom", "height"}};
  long id = (long)number(element(value, 0), NONE);
  int view = 0;
  while (view < views && ids[view] != id) view++;
  if (view == views && id != 0) return "the view is unknown";
  for (int axis = 0; axis < 2; axis++)
    for (int part = 0; part < 3; part++)
      if (is(element(value, 1), names[axis][part])) {
        *item = (Item){id == 0 ? ROOT : view, axis, part != 2, part != 0};
        return NULL;
      }
  return "the attribute is not offered";
}

static const char *set(const char *value, int isNew) {
  const char *second = member(value, "second"), *problem;
  Equation new = {.id = (long)number(member(value, "id"), NONE), .factor = number(member(value, "multiplier"), 1)};
  new.constant = number(member(value, "constant"), 0);
  if ((problem = readItem(member(value, "first"), &new.first))) return problem;
  new.second = (Item){ROOT, new.first.axis, 0, 0};
  if (second && (problem = readItem(second, &new.second))) return problem;
  if (new.second.axis != new.first.axis) return "the items have different axes";
  if (!is(member(value, "relation"), "==") || number(member(value, "priority"), 0) != 1000)
    return "the constraint is no required equation";
  int index = 0;
  while (index < count && equations[index].id != new.id) index++;
  if (index == EQUATIONS) return "there are too many equations";
  if (index < count || isNew) equations[index] = new;
  if (index == count && isNew) count++;
  return NULL;
}

static const char *removeEquation(long id) {
  int kept = 0;
  for (int index = 0; index < count; index++)
    if (equations[index].id != id) equations[kept++] = equations[index];
  count = kept;
  return NULL;
}

static const char *resize(const char *value) {
  for (int axis = 0; axis < 2; axis++) size[axis] = number(element(value, axis), 0);
  return NULL;
}

static const char *openLayout(const char *request) {
  views = count = 0;
  if (!is(member(request, "direction"), "ltr")) return "the direction is not offered";
  for (const char *view; (view = element(member(request, "views"), views)); views++) {
    if (views == VIEWS) return "there are too many views";
    ids[views] = (long)number(member(view, "id"), NONE);
  }
  return resize(member(request, "size"));
}

static const char contradiction[] = "required constraints contradict each other";

static const char *perform(const char *op, const char *request) {
  if (is(op, "open")) return openLayout(request);
  if (is(op, "resize")) return resize(member(request, "size"));
  if (is(op, "add") || is(op, "change")) return set(member(request, "constraint"), is(op, "add"));
  if (is(op, "remove")) return removeEquation((long)number(member(request, "constraint"), NONE));
  if (!is(op, "frames")) return "the operation is not offered";
  return solve(0) && solve(1) ? NULL : contradiction;
}

static void printFrames(void) {
  printf(", \"frames\": {");
  for (int view = 0; view < views; view++) {
    const double *frame = frames[view];
    printf("%s\"%ld\": [%.17g, %.17g, %.17g, %.17g]", view ? ", " : "", ids[view], frame[0], frame[1], frame[2], frame[3]);
  }
  printf("}");
}

int main(void) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin)) {
    const char *op = member(line, "op"), *problem = is(op, "hello") ? NULL : perform(op, line);
    printf("{\"id\": %ld, ", (long)number(member(line, "id"), NONE));
    if (is(op, "hello")) printf("%s", offer);
    else if (problem)
      printf("\"status\": \"%s\", \"reason\": \"%s\"", problem == contradiction ? "contradiction" : "gaveUp", problem);
    else printf("\"status\": \"ok\"");
    if (is(op, "frames") && !problem) printFrames();
    puts("}");
    fflush(stdout);
  }
  return 0;
}
