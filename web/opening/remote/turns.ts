/** Requests wait for each other: a link may name many files, and one server may have them all. */

/** Requests that run at a time: as many as browsers send to one server by themselves. */
const MAX_AT_ONCE = 6;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a request when it is its turn. Rejects with the signal's reason when that ends the waiting. */
export async function inTurn<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (running >= MAX_AT_ONCE) await nextTurn(signal);
  else running++;
  try {
    signal.throwIfAborted();
    return await request();
  } finally {
    const next = waiting.shift();
    // The turn passes from one to the other.
    if (next) next();
    else running--;
  }
}

function nextTurn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal.reason);
    };
    const begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    signal.addEventListener('abort', leave);
    waiting.push(begin);
  });
}
