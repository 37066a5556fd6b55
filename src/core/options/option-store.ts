import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { freezeDeep } from '../../hooks/freeze.js';
import { bool, json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { HostError } from '../errors.js';
import type { Versions } from '../services/bus/versions.js';
import './tables.js';

/** Stored option. Frozen, and the same object until the option changes. */
export interface StoredOption {
  readonly name: string;
  readonly owner: string;
  readonly value: unknown;
  readonly autoload: boolean;
  /** Size of the value as JSON, in bytes. */
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export type OptionKey = Pick<StoredOption, 'name' | 'owner' | 'autoload'>;

/** Cached access to the rows of `options`. Validation and meaning of the values are up to the callers. */
export interface OptionStore {
  /** Reads an option. Autoloaded options are cached until this or another process changes one. */
  read(key: OptionKey): Promise<StoredOption | null>;
  /**
   * Changes a value. Writers are serialized.
   * @param change computes the new value from the stored one; undefined deletes the option
   * @throws HostError 413 `option_too_large`
   */
  change(key: OptionKey, change: (stored: StoredOption | null) => unknown): Promise<void>;
  list(): Promise<StoredOption[]>;
  find(name: string): Promise<StoredOption | null>;
  /** Deletes an option. @returns whether it existed */
  remove(name: string): Promise<boolean>;
  /** Permanently deletes all options of an owner. @returns number of deleted options */
  removeOwned(owner: string): Promise<number>;
}

/** Maximum size of one value as JSON, in bytes. */
export const MAX_OPTION_BYTES = 64 * 1024;

/** Name of the version counter that is bumped when an option changes. */
const OPTIONS_VERSION = 'options';

/** Cache that is filled and cleared as a whole. */
interface Memory {
  readonly autoloaded: Promise<ReadonlyMap<string, StoredOption>>;
  /** Options read individually: unset ones, and those stored before they were autoloaded. */
  readonly single: Map<string, Promise<StoredOption | null>>;
}

export function createOptionStore({
  db,
  versions,
  log,
}: {
  readonly db: Database;
  readonly versions: Pick<Versions, 'bump' | 'watch'>;
  readonly log: Logger;
}): OptionStore {
  let memory: Memory | null = null;
  versions.watch(OPTIONS_VERSION, () => {
    memory = null;
  });

  async function find(name: string): Promise<StoredOption | null> {
    const row = await db.query.selectFrom('options').selectAll().where('name', '=', name).executeTakeFirst();
    return row ? toOption(row) : null;
  }

  async function autoload(): Promise<Map<string, StoredOption>> {
    const rows = await db.query.selectFrom('options').selectAll().where('autoload', '=', bool.encode(true)).execute();
    return new Map(rows.flatMap((row) => readableOption(row).map((option) => [row.name, option])));
  }

  /** Reads a row, or logs and skips it, so that one value corrupted by hand does not block all others. */
  function readableOption(row: Selectable<Tables['options']>): StoredOption[] {
    try {
      return [toOption(row)];
    } catch (error) {
      log.error({ err: error, option: row.name, owner: row.owner }, 'A stored option cannot be read');
      return [];
    }
  }

  /** Returns the cache and fills it on first use. A failed query is not cached. */
  function currentMemory(): Memory {
    if (memory) return memory;
    const fresh: Memory = { autoloaded: autoload(), single: new Map() };
    fresh.autoloaded.catch(() => {
      if (memory === fresh) memory = null;
    });
    memory = fresh;
    return fresh;
  }

  async function readRemembered(name: string): Promise<StoredOption | null> {
    const { autoloaded, single } = currentMemory();
    const found = (await autoloaded).get(name) ?? single.get(name);
    if (found !== undefined) return found;
    const read = find(name);
    single.set(name, read);
    read.catch(() => single.delete(name));
    return read;
  }

  /** Runs a write. Bumping the version first locks out all other writers until the end of the transaction. */
  function write<T>(work: () => Promise<T>): Promise<T> {
    return db.transaction(async () => {
      await versions.bump(OPTIONS_VERSION);
      return work();
    });
  }

  return {
    find,
    // Bypasses the cache in a transaction, whose own changes are not in it yet.
    read: async ({ name, owner, autoload: isAutoloaded }) => {
      const stored = isAutoloaded && !db.isInTransaction() ? await readRemembered(name) : await find(name);
      return stored?.owner === owner ? stored : null;
    },
    change: ({ name, owner, autoload: isAutoloaded }, change) =>
      write(async () => {
        const query = db.query.selectFrom('options').selectAll().where('name', '=', name);
        const row = await query.forUpdate().executeTakeFirst();
        const value = change(row && row.owner === owner ? toOption(row) : null);
        if (value === undefined) {
          await db.query.deleteFrom('options').where('name', '=', name).execute();
          return;
        }
        const columns = {
          owner,
          value: encode(name, value),
          autoload: bool.encode(isAutoloaded),
          modified_at: utc.encode(new Date()),
        };
        await db.upsert('options', { name, ...columns }, ['name'], columns);
      }),
    async list() {
      const rows = await db.query.selectFrom('options').selectAll().orderBy('name').execute();
      return rows.flatMap(readableOption);
    },
    remove: (name) =>
      write(async () => {
        const { numDeletedRows } = await db.query.deleteFrom('options').where('name', '=', name).executeTakeFirst();
        return numDeletedRows > 0n;
      }),
    removeOwned: (owner) =>
      write(async () => {
        const { numDeletedRows } = await db.query.deleteFrom('options').where('owner', '=', owner).executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}

function encode(name: string, value: unknown): string {
  const text = json.encode(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_OPTION_BYTES) return text;
  throw new HostError(
    'option_too_large',
    `The option "${name}" would have ${bytes} bytes; the maximum is ${MAX_OPTION_BYTES}. Store growing data in a table.`,
    { status: 413, name, bytes, limit: MAX_OPTION_BYTES },
  );
}

function toOption(row: Selectable<Tables['options']>): StoredOption {
  const value = json.decode(row.value);
  freezeDeep(value);
  return {
    name: row.name,
    owner: row.owner,
    value,
    autoload: bool.decode(row.autoload),
    bytes: Buffer.byteLength(row.value),
    modifiedAt: utc.decode(row.modified_at),
  };
}
