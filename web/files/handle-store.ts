/** Handles to files on the disk, kept between visits: only IndexedDB can hold them. */

const DATABASE = 'lithoscope';
const STORE = 'handles';

/** What was kept under a key; undefined when nothing was. Rejects where the browser forbids storage. */
export function readKept(key: string): Promise<unknown> {
  return inStore('readonly', (store) => store.get(key));
}

/** Keeps anything that can be cloned. Rejects where the browser forbids storage. */
export async function keep(key: string, value: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put(value, key));
}

async function inStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await opened(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const request = use(transaction.objectStore(STORE));
    await completed(transaction);
    return request.result;
  } finally {
    database.close();
  }
}

function opened(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A request may succeed in a transaction that is then lost with the page: only this means it is kept. */
function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
