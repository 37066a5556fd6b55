import { assertKey, assertPrefix } from './object-key.js';
import type { ObjectStore, ObjectStoreService, StoredObject } from './object-store.js';
import { findPublicAddress } from './public-address.js';
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
  const shown = ({ key, ...object }: StoredObject): StoredObject => ({ ...object, key: key.slice(folder.length) });

  return {
    put: async (key, content, options) => shown(await store.put(own(key), content, options)),
    read: async (key, range) => store.read(own(key), range),
    readAll: async (key) => store.readAll(own(key)),
    async stat(key) {
      const found = await store.stat(own(key));
      return found && shown(found);
    },
    copy: async (from, to) => shown(await store.copy(own(from), own(to))),
    delete: async (key) => store.delete(own(key)),
    async deleteAll(prefix) {
      assertPrefix(prefix);
      return store.deleteAll(folder + prefix);
    },
    async *list(prefix = '') {
      assertPrefix(prefix);
      for await (const object of store.list(folder + prefix)) yield shown(object);
    },
    ...(freeBytes && { freeBytes: () => freeBytes.call(store) }),
    address: (key, { life = HOUR, name } = {}) => addresses.create(own(key), { life, name: name ?? null }),
    findPublicAddress: async (key) => findPublicAddress(store, own(key), site),
  };
}
