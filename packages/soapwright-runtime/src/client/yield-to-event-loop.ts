/** So long may many small tasks hold the event loop, in milliseconds, before everyone else gets a turn. */
const SLICE = 10;

/** So many run at once: what they set off runs only when whoever asked for them has come to an end. */
const AT_ONCE = 8;

const tasks: (() => void)[] = [];
let next = 0;
let sliceEnd = 0;
let scheduled = false;
let atOnce = 0;

/**
 * Runs `task` now, or in a later turn of the event loop when this turn has run tasks for long enough: thousands of calls
 * that one signal or one moment ends do not block the process.
 */
export function runInSlices(task: () => void): void {
  const now = performance.now();
  if (!scheduled) {
    scheduled = true;
    sliceEnd = now + SLICE;
    atOnce = 0;
    setImmediate(runSlice);
  }
  if (next === tasks.length && now < sliceEnd && atOnce++ < AT_ONCE) task();
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
  setImmediate(runSlice);
  next++;
  task();
  runRest();
}

/** One task a microtask, so that what a task sets off counts towards the slice. */
function runRest(): void {
  Promise.resolve().then(() => {
    const task = performance.now() < sliceEnd ? tasks[next] : undefined;
    if (task === undefined) return;
    next++;
    task();
    runRest();
  });
}
