import type { CompiledQuery } from 'kysely';

/** Prefix of the tables in a new database. */
export const DEFAULT_PREFIX = 'mortise_';

/**
 * Maps table names in code to stored names, which have the prefix of the database. Code, the record and backups use
 * names without the prefix.
 */
export interface TableNames {
  /** Prefix of the stored names; until it was read from the database, the one that a new database would get. */
  readonly prefix: string;
  /** @param isStored whether the database has tables with this prefix */
  setPrefix(prefix: string, isStored: boolean): void;
  /** Whether all names are known. */
  readonly isSettled: boolean;
  /** Whether migrations created a table or view with this name. */
  has(name: string): boolean;
  add(names: Iterable<string>): void;
  /** Declares that all names are known. */
  settle(): void;
  /** Whether later additions do not change the stored name of this table. */
  isFinal(name: string): boolean;
  /** Returns the stored name. */
  stored(name: string): string;
  /**
   * Returns the name without the prefix; null if the stored name lacks it.
   * @param foldsCase whether the server treats upper and lower case alike
   */
  own(stored: string, foldsCase: boolean): string | null;
  /** Queries that were compiled before the stored names of their tables were final. */
  readonly unsettled: WeakSet<CompiledQuery['query']>;
}

export function createTableNames(prefix: string): TableNames {
  const tableNames = new Set<string>();
  let current = prefix;
  let isPrefixStored = false;
  let isSettled = false;
  return {
    get prefix() {
      return current;
    },
    setPrefix(found, isStored) {
      current = found;
      isPrefixStored = isStored;
    },
    get isSettled() {
      return isSettled;
    },
    has: (name) => tableNames.has(name),
    add(names) {
      for (const name of names) tableNames.add(name);
    },
    settle() {
      isPrefixStored = true;
      isSettled = true;
    },
    isFinal: (name) => isSettled || (isPrefixStored && tableNames.has(name)),
    stored: (name) => current + name,
    own(name, foldsCase) {
      const start = name.slice(0, current.length);
      return (foldsCase ? start.toLowerCase() : start) === current ? name.slice(start.length) : null;
    },
    unsettled: new WeakSet(),
  };
}
