import type { Generated } from 'kysely';
import { HostError } from '../errors.js';

export type ColumnKind = 'id' | 'integer' | 'bigint' | 'boolean' | 'datetime' | 'key' | 'string' | 'text' | 'json';

/** What a column is, in words that every dialect can translate. */
export interface ColumnDefinition {
  readonly kind: ColumnKind;
  /** Longest value in code points; 0 where the kind has no limit. */
  readonly length: number;
  readonly nullable: boolean;
  readonly default?: string | number;
}

declare const rowType: unique symbol;

/**
 * A column under declaration. `Value` is what it stores, `Type` what Kysely sees: `Value`, `Value | null` or
 * `Generated<Value>`.
 */
export interface Column<Value extends string | number, Type = Value> {
  readonly definition: ColumnDefinition;
  readonly [rowType]?: Type;
  nullable(): Column<Value, Type | null>;
  /** The value of rows that do not name the column. */
  default(value: Value): Column<Value, Generated<Value>>;
}

/** Any column, whatever it stores. */
export interface AnyColumn {
  readonly definition: ColumnDefinition;
}

/** The type of a column in Kysely's row interface. */
export type ColumnRowType<C> = C extends { readonly [rowType]?: infer Type } ? Type : never;

const KEY_LENGTH = 191;
const LONGEST_STRING = 16_000;

/**
 * The column types that mean the same on every server. Values are stored as the codec encodes them: date-times as UTC
 * text, booleans as 0 and 1, JSON as text.
 */
export const column = {
  /** The auto-increment primary key. Gaps are normal: never read time or number of rows from it. */
  id(): Column<number, Generated<number>> {
    return build({ kind: 'id', length: 0, nullable: false });
  },
  /** A whole number, also the `id` of another table; 64 bits wide, exact up to 2^53. */
  integer(): Column<number> {
    return build({ kind: 'integer', length: 0, nullable: false });
  },
  /** A whole number that grows: minor units of money, bytes, milliseconds, counters. Exact up to 2^53. */
  bigint(): Column<number> {
    return build({ kind: 'bigint', length: 0, nullable: false });
  },
  /** 0 or 1, see `bool` of the codec. */
  boolean(): Column<number> {
    return build({ kind: 'boolean', length: 0, nullable: false });
  },
  /** `YYYY-MM-DD HH:MM:SS.mmm` in UTC, see `utc` of the codec; sorts and compares as text. */
  datetime(): Column<string> {
    return build({ kind: 'datetime', length: 0, nullable: false });
  },
  /**
   * An identifier: slug, code, e-mail address, hash. Compared byte for byte, trailing blanks included, and short enough
   * to be indexed anywhere. Normalise its case before it is stored.
   */
  key(length = KEY_LENGTH): Column<string> {
    return build({ kind: 'key', length, nullable: false });
  },
  /** A short human text. Comparison and order are the server's: use {@link column.key} for what must be exact. */
  string(length: number): Column<string> {
    return build({ kind: 'string', length, nullable: false });
  },
  /** A text of any length; cannot be indexed. */
  text(): Column<string> {
    return build({ kind: 'text', length: 0, nullable: false });
  },
  /** A JSON document as text, see `json` of the codec; cannot be indexed. */
  json(): Column<string> {
    return build({ kind: 'json', length: 0, nullable: false });
  },
} as const;

function build<Value extends string | number, Type>(definition: ColumnDefinition): Column<Value, Type> {
  const { kind, length } = definition;
  const hasLength = kind === 'key' || kind === 'string';
  if (hasLength && !(Number.isInteger(length) && length > 0 && length <= LONGEST_STRING)) {
    throw new HostError('database_column_invalid', `A ${kind} column needs a length from 1 to ${LONGEST_STRING}.`, {
      kind,
      length,
    });
  }
  return {
    definition,
    nullable: () => build({ ...definition, nullable: true }),
    default: (value) => build({ ...definition, default: value }),
  };
}
