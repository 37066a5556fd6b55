import { assertKey, assertPrefix } from './object-key.js';
import type { ObjectStore, ObjectStoreService, StoredObject } from './object-store.js';
import { findPublicAddress } from './public-address.js';
import type { SignedAddresses } from './signed-addresses.js';

/** What an address for a while allows. */
export interface AddressOptions {
  /** Seconds for which it is good; default an hour. */
  readonly life?: number;
  /** The name under which browsers save the file; default the last part of its key. */
  readonly name?: string;
}

/** Files of one plugin. Its keys are its own: they cannot name those of others. */
export interface OwnedObjects extends ObjectStore {
  /** An address from which whoever has it may download the file for a while, also without an account. */
  address(key: string, options?: AddressOptions): string;
  /**
   * Looks whether anybody can get a file that they should not: because the site hands out the folder in which the host
   * keeps its files, or because the bucket is public.
   * @returns an address that leads to it, or null where none was found, which is no proof that there is none
   * @throws HostError `storage_missing`
   */
  findPublicAddress(key: string): Promise<string | null>;
}

const HOUR = 60 * 60;

/** The part of a store whose keys begin with `owner/`, as if it were all there is. */
export function createOwnedObjects(
  owner: string,
  store: ObjectStoreService,
  addresses: SignedAddresses,
  site: string,
): OwnedObjects {
  const { freeBytes } = store;
  const folder = `${owner}/`;
  /** Judged before it is put behind the owner's name, so that errors name what the plugin wrote. */
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
