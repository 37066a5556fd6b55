import type { PrimitiveCapability } from '../access/names.js';
import type { CsvCell } from '../csv-text.js';
import { amountText, majorUnits } from '../money.js';
import { moneyText } from '../money-text.js';
import type { ArgumentSchema } from '../schema/schema.js';
import type { Strings } from '../templates/strings.js';

/** Options of a field. */
export interface FieldOptions<Item, Value> {
  /** Description in the REST schema. */
  readonly description?: string;
  /** Text key of the column heading on admin pages. */
  readonly label?: string;
  /** Text of the admin cell: a prefix of the text key of each value, or a function. */
  readonly text?: string | ((item: Item, strings: Strings) => string);
  /** Whether CSV files have the field; a function returns its cell. @default false */
  readonly csv?: boolean | ((item: Item) => CsvCell);
  /** Whether the command prints the field; a text is its column name there. @default false */
  readonly cli?: boolean | string;
  /** Required permission to see the value over REST. @default that of the list */
  readonly capability?: PrimitiveCapability;
  /** Value for callers without that permission. @default null */
  readonly fallback?: (item: Item) => Value;
}

/** Field of a resource: a value of each item, as REST, CSV files, commands and admin pages show it. */
export interface Field<Item, Value = unknown> {
  /** Schema of the REST member; null for a field that only tables and files show. */
  readonly schema: ArgumentSchema | null;
  readonly options: FieldOptions<Item, Value>;
  /** Whether admin pages align it to the right. */
  readonly isNumeric: boolean;
  value(item: Item): Value;
  /** Value in CSV files and on the command line. */
  plain(item: Item): CsvCell;
  /** Text on admin pages, in the reader's language. */
  display(item: Item, strings: Strings): string;
}

/** Field that is a member of the REST record. */
export interface RestField<Item, Value> extends Field<Item, Value> {
  readonly schema: ArgumentSchema;
}

type Of<Item, Value> = (item: Item) => Value;

/** The types of fields. Each takes a function that returns the value of an item. */
export interface FieldKit<Item> {
  text(value: Of<Item, string>, options?: FieldOptions<Item, string>): RestField<Item, string>;
  /** Text that is null if it is empty. */
  textOrNull(
    value: Of<Item, string | null>,
    options?: FieldOptions<Item, string | null>,
  ): RestField<Item, string | null>;
  integer(value: Of<Item, number>, options?: FieldOptions<Item, number>): RestField<Item, number>;
  /** Number of things, which admin pages align to the right. */
  count(value: Of<Item, number>, options?: FieldOptions<Item, number>): RestField<Item, number>;
  integerOrNull(
    value: Of<Item, number | null>,
    options?: FieldOptions<Item, number | null>,
  ): RestField<Item, number | null>;
  /** ID that is null if it is 0. */
  idOrNull(value: Of<Item, number | null>, options?: FieldOptions<Item, number | null>): RestField<Item, number | null>;
  boolean(value: Of<Item, boolean>, options?: FieldOptions<Item, boolean>): RestField<Item, boolean>;
  enum<const Value extends string>(
    values: readonly Value[],
    value: Of<Item, Value>,
    options?: FieldOptions<Item, Value>,
  ): RestField<Item, Value>;
  /** Amount in minor units with its currency. REST has major units, files have all decimals. */
  money(
    value: Of<Item, readonly [minor: number, currency: string]>,
    options?: FieldOptions<Item, number>,
  ): RestField<Item, number>;
  /** Day as `YYYY-MM-DD`. */
  day(value: Of<Item, string>, options?: FieldOptions<Item, string>): RestField<Item, string>;
  dateTime(value: Of<Item, Date>, options?: FieldOptions<Item, string>): RestField<Item, string>;
  dateTimeOrNull(
    value: Of<Item, Date | null>,
    options?: FieldOptions<Item, string | null>,
  ): RestField<Item, string | null>;
  /** List of words, which files and commands separate with spaces. */
  strings(
    value: Of<Item, readonly string[]>,
    options?: FieldOptions<Item, readonly string[]>,
  ): RestField<Item, readonly string[]>;
  /** Value of any JSON schema. */
  custom<Value>(
    schema: ArgumentSchema,
    value: Of<Item, Value>,
    options?: FieldOptions<Item, Value>,
  ): RestField<Item, Value>;
  /** Value for tables and files, which REST does not have. */
  plain(value: Of<Item, CsvCell>, options?: FieldOptions<Item, CsvCell>): Field<Item, CsvCell>;
}

const MAJOR = 'Major units of the currency.';

/** Creates the types of fields for items of one type. */
export function createFieldKit<Item>(): FieldKit<Item> {
  return {
    text: (value, options) => field({ type: 'string' }, value, options),
    textOrNull: (value, options) => field({ type: ['string', 'null'] }, (item) => value(item) || null, options),
    integer: (value, options) => field({ type: 'integer' }, value, options),
    count: (value, options) => ({
      ...field({ type: 'integer', minimum: 0 }, value, options, { display: (item, { number }) => number(value(item)) }),
      isNumeric: true,
    }),
    integerOrNull: (value, options) => field({ type: ['integer', 'null'] }, value, options),
    idOrNull: (value, options) => field({ type: ['integer', 'null'] }, (item) => value(item) || null, options),
    boolean: (value, options) => field({ type: 'boolean' }, value, options),
    enum: (values, value, options) => field({ type: 'string', enum: values }, value, options),
    money: (value, options) => ({
      ...field(
        { type: 'number', description: MAJOR },
        (item: Item) => {
          const [minor, currency] = value(item);
          return majorUnits(minor, currency);
        },
        options,
        {
          plain: (item) => {
            const [minor, currency] = value(item);
            return amountText(minor, currency);
          },
          display: (item, { locale }) => {
            const [minor, currency] = value(item);
            return moneyText(minor, currency, locale);
          },
        },
      ),
      isNumeric: true,
    }),
    day: (value, options) => field({ type: 'string', format: 'date' }, value, options),
    dateTime: (value, options) =>
      field({ type: 'string', format: 'date-time' }, (item: Item) => value(item).toISOString(), options, {
        display: (item, strings) => strings.dateTime(value(item)),
      }),
    dateTimeOrNull: (value, options) =>
      field(
        { type: ['string', 'null'], format: 'date-time' },
        (item: Item) => value(item)?.toISOString() ?? null,
        options,
        {
          display: (item, strings) => {
            const moment = value(item);
            return moment === null ? '–' : strings.dateTime(moment);
          },
        },
      ),
    strings: (value, options) => field({ type: 'array', items: { type: 'string' } }, value, options),
    custom: (schema, value, options) => field(schema, value, options),
    plain: (value, options) => ({ ...field({}, value, options), schema: null }),
  };
}

function field<Item, Value>(
  schema: ArgumentSchema,
  value: Of<Item, Value>,
  options: FieldOptions<Item, Value> = {},
  { plain = (item) => plainOf(value(item)), display }: Partial<Pick<Field<Item, Value>, 'plain' | 'display'>> = {},
): RestField<Item, Value> {
  const { description, csv, text } = options;
  const cell = typeof csv === 'function' ? csv : plain;
  return {
    schema: { ...schema, ...(description === undefined ? {} : { description }), required: true },
    options,
    isNumeric: false,
    value,
    plain: cell,
    display(item, strings) {
      if (typeof text === 'function') return text(item, strings);
      if (text !== undefined) return strings.text(`${text}${String(value(item))}`);
      return display ? display(item, strings) : String(cell(item) ?? '–');
    },
  };
}

function plainOf(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value);
}
