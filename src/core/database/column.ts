import type { Generated } from 'kysely';
import { HostError } from '../errors.js';

export type ColumnKind = 'id' | 'integer' | 'bigint' | 'boolean' | 'datetime' | 'key' | 'string' | 'text' | 'json';

/** Column type in terms that every dialect can translate. */
export interface ColumnDefinition {
  readonly kind: ColumnKind;
  /** Maximum length in code points; 0 for kinds without a limit. */
  readonly length: number;
  readonly nullable: boolean;
  readonly default?: string | number;
}

declare const rowType: unique symbol;

/**
 * Column declaration. `Value` is the stored type, `Type` the one Kysely sees: `Value`, `Value | null` or
 * `Generated<Value>`.
 */
export interface Column<Value extends string | number, Type = Value> {
  readonly definition: ColumnDefinition;
  readonly [rowType]?: Type;
  nullable(): Column<Value, Type | null>;
  /** Sets the value of rows inserted without this column. */
  default(value: Value): Column<Value, Generated<Value>>;
}

/** Column of any type. */
export interface AnyColumn {
  readonly definition: ColumnDefinition;
}

/** Type of a column in Kysely's row interface. */
export type ColumnRowType<C> = C extends { readonly [rowType]?: infer Type } ? Type : never;

const KEY_LENGTH = 191;
const MAX_STRING_LENGTH = 16_000;

/**
 * Column types that behave the same on every server. Values are stored as the codec encodes them: date-times as UTC
 * text, booleans as 0 and 1, JSON as text.
 */
export const column = {
  /** Auto-increment primary key. Gaps are normal: never derive a time or row count from it. */
  id(): Column<number, Generated<number>> {
    return build({ kind: 'id', length: 0, nullable: false });
  },
  /** Whole number or foreign `id`; 64 bits wide, exact up to 2^53. */
  integer(): Column<number> {
    return build({ kind: 'integer', length: 0, nullable: false });
  },
  /** Whole number that may grow large: minor currency units, bytes, milliseconds, counters. Exact up to 2^53. */
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
   * Identifier: slug, code, email address, hash. Compared byte for byte, trailing spaces included, and short enough
   * to be indexed on every server. Normalize its case before you store it.
   */
  key(length = KEY_LENGTH): Column<string> {
    return build({ kind: 'key', length, nullable: false });
  },
  /** Short human-readable text. The server decides comparison and order: use {@link column.key} for exact matches. */
  string(length: number): Column<string> {
    return build({ kind: 'string', length, nullable: false });
  },
  /** Text of any length; cannot be indexed. */
  text(): Column<string> {
    return build({ kind: 'text', length: 0, nullable: false });
  },
  /** JSON document as text, see `json` of the codec; cannot be indexed. */
  json(): Column<string> {
    return build({ kind: 'json', length: 0, nullable: false });
  },
} as const;

function build<Value extends string | number, Type>(definition: ColumnDefinition): Column<Value, Type> {
  const { kind, length } = definition;
  const hasLength = kind === 'key' || kind === 'string';
  if (hasLength && !(Number.isInteger(length) && length > 0 && length <= MAX_STRING_LENGTH)) {
    throw new HostError('database_column_invalid', `A ${kind} column needs a length from 1 to ${MAX_STRING_LENGTH}.`, {
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
