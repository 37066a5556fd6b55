import { buffer } from 'node:stream/consumers';
import { assertKey, assertPrefix } from './object-key.js';
import type { ObjectStore, ObjectStoreService, StoredObject } from './object-store.js';
import type { SignedAddresses } from './signed-addresses.js';

/** Options of a temporary URL. */
export interface AddressOptions {
  /** Lifetime in seconds. @default 3600 */
  readonly life?: number;
  /** File name for downloads. @default the last segment of the key */
  readonly name?: string;
}

/** Files of one plugin, isolated from those of others. */
export interface OwnedObjects extends ObjectStore {
  /** Creates a temporary download URL that works without an account. */
  address(key: string, options?: AddressOptions): string;
  /**
   * Checks whether a private file is publicly reachable, through the site or through a public bucket.
   * @returns a URL that leads to the file, or null if none was found, which does not prove that there is none
   * @throws HostError `storage_missing`
   */
  findPublicAddress(key: string): Promise<string | null>;
}

const HOUR = 60 * 60;

/** Creates a view of the store limited to keys that start with `owner/`. */
export function createOwnedObjects(
  owner: string,
  store: ObjectStoreService,
  addresses: SignedAddresses,
  site: string,
): OwnedObjects {
  const { freeBytes } = store;
  const folder = `${owner}/`;
  /** Checks the key before adding the owner's prefix, so that errors show the plugin's own key. */
  function own(key: string): string {
    assertKey(key);
    return folder + key;
  }
  const withoutFolder = ({ key, ...object }: StoredObject): StoredObject => ({
    ...object,
    key: key.slice(folder.length),
  });

  return {
    put: async (key, content, options) => withoutFolder(await store.put(own(key), content, options)),
    read: async (key, range) => store.read(own(key), range),
    readAll: async (key) => store.readAll(own(key)),
    async stat(key) {
      const found = await store.stat(own(key));
      return found && withoutFolder(found);
    },
    copy: async (from, to) => withoutFolder(await store.copy(own(from), own(to))),
    delete: async (key) => store.delete(own(key)),
    async deleteAll(prefix) {
      assertPrefix(prefix);
      return store.deleteAll(folder + prefix);
    },
    async *list(prefix = '') {
      assertPrefix(prefix);
      for await (const object of store.list(folder + prefix)) yield withoutFolder(object);
    },
    ...(freeBytes && { freeBytes: () => freeBytes.call(store) }),
    address: (key, { life = HOUR, name } = {}) => addresses.create(own(key), { life, name: name ?? null }),
    findPublicAddress: async (key) => findPublicAddress(store, own(key), site),
  };
}

/** Milliseconds to wait for a response: the server is this site, or a bucket near it. */
const PATIENCE = 3_000;

/** Number of leading bytes compared, to tell the file from a catch-all page of the site. */
const COMPARED_BYTES = 64 * 1024;

const AT_ONCE = 4;

/**
 * Checks whether a private file is publicly reachable, by requesting it anonymously. It is if the site or a proxy
 * serves its folder, or if its bucket is public.
 * @param site URL of the site
 * @returns a URL that leads to the file, or null if none was found, which does not prove that there is none
 * @throws HostError `storage_missing`, `storage_unavailable`
 */
export async function findPublicAddress(
  store: Pick<ObjectStoreService, 'possibleAddresses' | 'read' | 'stat'>,
  key: string,
  site: string,
): Promise<string | null> {
  // An empty file would match every empty response.
  if ((await store.stat(key))?.bytes === 0) return null;
  const expected = await buffer(await store.read(key, { start: 0, end: COMPARED_BYTES - 1 }));
  const addresses = new Set((await store.possibleAddresses(key)).map((address) => new URL(address, site).href));
  /** Servers that did not respond; they are skipped. */
  const silent = new Set<string>();
  for (const group of inGroups([...addresses])) {
    const contacted = group.filter((address) => !silent.has(new URL(address).origin));
    const responses = await Promise.all(
      contacted.map((address) =>
        readHead(address).catch(() => {
          silent.add(new URL(address).origin);
          return null;
        }),
      ),
    );
    const found = contacted[responses.findIndex((response) => response?.equals(expected))];
    if (found !== undefined) return found;
  }
  return null;
}

function* inGroups(addresses: readonly string[]): Generator<readonly string[]> {
  for (let index = 0; index < addresses.length; index += AT_ONCE) yield addresses.slice(index, index + AT_ONCE);
}

/**
 * @returns the first bytes, or null if the response is not a success
 * @throws if the server does not respond
 */
async function readHead(address: string): Promise<Buffer | null> {
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= COMPARED_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, COMPARED_BYTES);
}
