import type { Generated } from 'kysely';
import { HostError } from '../errors.js';

/**
 * Every table by name, for the types of queries. Core and plugins add theirs by declaration merging:
 *
 * ```ts
 * declare module 'mortise' {
 *   interface Tables { acme_recipes: TableOf<typeof recipesTable> }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** What a column holds; each dialect has its own type for it. */
export type ColumnKind = 'id' | 'integer' | 'boolean' | 'datetime' | 'key' | 'string' | 'text' | 'json';

/** A column, with the TypeScript type of its stored form. */
export interface Column<T = unknown> {
  readonly kind: ColumnKind;
  /** Characters, for `key` and `string`. */
  readonly length?: number;
  readonly isNullable: boolean;
  readonly defaultValue?: string | number;
  nullable(): Column<T | null>;
  default(value: string | number): Column<Generated<T>>;
  /** Only in the types. */
  readonly stored?: T;
}

function createColumn<T>(kind: ColumnKind, options: { length?: number; isNullable?: boolean; defaultValue?: string | number } = {}): Column<T> {
  return {
    kind,
    isNullable: false,
    ...options,
    nullable: () => createColumn(kind, { ...options, isNullable: true }),
    default: (value) => createColumn(kind, { ...options, defaultValue: value }),
  };
}

/** The kinds of columns; all are `not null` unless `.nullable()` says otherwise. */
export const column = {
  /** The primary key, counted up by the database. Gaps are normal; never a measure of time. */
  id: () => createColumn<Generated<number>>('id'),
  /** 64 bits, of which JavaScript holds 53 exactly. */
  integer: () => createColumn<number>('integer'),
  /** 0 or 1; see `bool` of the codec. */
  boolean: () => createColumn<number>('boolean'),
  /** UTC with milliseconds; see `utc` of the codec. */
  datetime: () => createColumn<string>('datetime'),
  /** An identifier: compared byte by byte, short enough for an index. Normalise it before storing. */
  key: (length = 191) => createColumn<string>('key', { length }),
  /** A line of text for people. */
  string: (length = 191) => createColumn<string>('string', { length }),
  /** Text of any length. */
  text: () => createColumn<string>('text'),
  /** A value as JSON text; see `json` of the codec. */
  json: () => createColumn<string>('json'),
} as const;

export type Columns = Readonly<Record<string, Column>>;

export interface TableKeys {
  /** Not needed with a column `id`. */
  readonly primaryKey?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
}

/** A table declared once: for its types, and for the migration that creates it. */
export interface TableDefinition<C extends Columns = Columns> extends TableKeys {
  readonly name: string;
  readonly columns: C;
}

/** The row interface of a table definition, as Kysely understands it. */
export type TableOf<D> = D extends TableDefinition<infer C>
  ? { [K in keyof C]: C[K] extends Column<infer T> ? T : never }
  : never;

/** Shorter than any dialect's limit of 64, with room for what the host adds. */
const MAX_IDENTIFIER = 55;

/**
 * Declares a table.
 * @throws HostError `table_invalid` for a name that not every dialect takes, or a key of unknown columns
 */
export function defineTable<const C extends Columns>(name: string, columns: C, keys: TableKeys = {}): TableDefinition<C> {
  for (const identifier of [name, ...Object.keys(columns)]) assertIdentifier(identifier);
  for (const key of [keys.primaryKey ?? [], ...(keys.unique ?? []), ...(keys.indexes ?? [])]) {
    const unknown = key.find((part) => !Object.hasOwn(columns, part));
    if (unknown !== undefined) throw invalid(`The table "${name}" has a key over "${unknown}", which is no column of it.`);
  }
  return { name, columns, ...keys };
}

/** The name of an index: of the table and its columns, within the limit. */
export function indexName(table: string, columns: readonly string[]): string {
  return `${table}_${columns.join('_')}`.slice(0, MAX_IDENTIFIER);
}

export function assertIdentifier(identifier: string): void {
  if (/^[a-z][a-z0-9_]*$/.test(identifier) && identifier.length <= MAX_IDENTIFIER) return;
  throw invalid(`"${identifier}" is no name for a table or column: use at most ${MAX_IDENTIFIER} of a-z, 0-9 and "_".`);
}

function invalid(message: string): HostError {
  return new HostError('table_invalid', message);
}
