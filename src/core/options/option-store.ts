import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { freezeDeep } from '../../hooks/freeze.js';
import { bool, json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/tables.js';
import { HostError } from '../errors.js';
import type { Versions } from '../services/bus/versions.js';
import './tables.js';

/** A value as it is stored. It is frozen, and the same object as long as nobody changes it. */
export interface StoredOption {
  readonly name: string;
  readonly owner: string;
  readonly value: unknown;
  readonly autoload: boolean;
  /** Bytes of the value as JSON. */
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export type OptionKey = Pick<StoredOption, 'name' | 'owner' | 'autoload'>;

/** The rows of `options`, and what this process remembers of them. What values mean is the business of others. */
export interface OptionStore {
  /** What is autoloaded is remembered until somebody changes an option, here or in another process. */
  read(key: OptionKey): Promise<StoredOption | null>;
  /**
   * Changes a value, one writer after the other.
   * @param change what is to be stored, made of what is; undefined for nothing
   * @throws HostError 413 `option_too_large`
   */
  change(key: OptionKey, change: (stored: StoredOption | null) => unknown): Promise<void>;
  list(): Promise<StoredOption[]>;
  find(name: string): Promise<StoredOption | null>;
  /** @returns whether there was one */
  remove(name: string): Promise<boolean>;
  /** Everything of an owner, for good. @returns how many values there were */
  removeOwned(owner: string): Promise<number>;
}

/** Bytes of one value as JSON. */
export const LARGEST_OPTION = 64 * 1024;

/** The version that says that options were changed. */
const OPTIONS_VERSION = 'options';

/** What is remembered at once and forgotten at once. */
interface Memory {
  readonly autoloaded: Promise<ReadonlyMap<string, StoredOption>>;
  /** Read one by one: what is not set, or was stored before it was autoloaded. */
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

  /** One value that somebody has spoilt by hand must not keep all others from being read. */
  function readableOption(row: Selectable<Tables['options']>): StoredOption[] {
    try {
      return [toOption(row)];
    } catch (error) {
      log.error({ err: error, option: row.name, owner: row.owner }, 'A stored option cannot be read');
      return [];
    }
  }

  /** A failed look at the database is not remembered. */
  function remembered(): Memory {
    if (memory) return memory;
    const fresh: Memory = { autoloaded: autoload(), single: new Map() };
    fresh.autoloaded.catch(() => {
      if (memory === fresh) memory = null;
    });
    memory = fresh;
    return fresh;
  }

  async function readRemembered(name: string): Promise<StoredOption | null> {
    const { autoloaded, single } = remembered();
    const found = (await autoloaded).get(name) ?? single.get(name);
    if (found !== undefined) return found;
    const read = find(name);
    single.set(name, read);
    read.catch(() => single.delete(name));
    return read;
  }

  /** The version comes first: whoever changes it has all other writers wait until the end of the transaction. */
  function write<T>(work: () => Promise<T>): Promise<T> {
    return db.transaction(async () => {
      await versions.bump(OPTIONS_VERSION);
      return work();
    });
  }

  return {
    find,
    // What a transaction has changed itself is not in anybody's memory yet.
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
  if (bytes <= LARGEST_OPTION) return text;
  throw new HostError(
    'option_too_large',
    `The option "${name}" would have ${bytes} bytes; at most ${LARGEST_OPTION} are possible. Keep what grows in a table.`,
    { status: 413, name, bytes, limit: LARGEST_OPTION },
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
