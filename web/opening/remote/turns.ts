/** Limits the number of simultaneous requests: a link may name many files on one server. */

/** Simultaneous requests: as many as browsers send to one server. */
const MAX_AT_ONCE = 6;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a request in turn. Rejects with the signal's reason if it aborts while waiting. */
export async function inTurn<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (running >= MAX_AT_ONCE) await nextTurn(signal);
  else running++;
  try {
    signal.throwIfAborted();
    return await request();
  } finally {
    const next = waiting.shift();
    // Pass the turn to the next request.
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
