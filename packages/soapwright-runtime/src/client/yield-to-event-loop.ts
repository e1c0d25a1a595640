import { runLater } from "#platform";

/** Maximum time that many small tasks may block the event loop, in milliseconds. */
const SLICE = 10;

/**
 * Maximum number of tasks that run together, because their continuations run only after the caller of `runInSlices` has
 * finished.
 */
const MAX_TOGETHER = 8;

const tasks: (() => void)[] = [];
let next = 0;
let sliceEnd = 0;
let scheduled = false;
let atOnce = 0;

/**
 * Runs `task` now, or in a later turn of the event loop if this turn has run tasks for too long. Thousands of calls
 * that end at the same moment thus do not block the process.
 */
export function runInSlices(task: () => void): void {
  const now = performance.now();
  if (!scheduled) {
    scheduled = true;
    sliceEnd = now + SLICE;
    atOnce = 0;
    runLater(runSlice);
  }
  if (next === tasks.length && now < sliceEnd && atOnce++ < MAX_TOGETHER) task();
  else tasks.push(task);
}

function runSlice(): void {
  sliceEnd = performance.now() + SLICE;
  const task = tasks[next];
  if (task === undefined) {
    tasks.length = 0;
    next = 0;
    scheduled = false;
    return;
  }
  runLater(runSlice);
  next++;
  task();
  runRest();
}

/** Runs one task in each microtask, so that continuations of a task count towards the slice. */
function runRest(): void {
  Promise.resolve().then(() => {
    const task = performance.now() < sliceEnd ? tasks[next] : undefined;
    if (task === undefined) return;
    next++;
    task();
    runRest();
  });
}
