import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import { type Calendar, dayOrMoment, isDay } from '../calendar.js';
import { utc } from '../database/codec.js';
import { contains } from '../database/contains.js';
import type { Database, TableName } from '../database/database.js';
import type { Tables } from '../database/names.js';
import type { HostError } from '../errors.js';
import { idOf } from '../id-of.js';
import type { ArgumentSchema } from '../schema/schema.js';

/** Name of a column. */
export type ColumnOf<T extends TableName> = keyof Tables[T] & string;

/** Options of a filter. */
export interface FilterOptions {
  /** Description of the REST argument. */
  readonly description?: string;
  /** Text key of the admin filter. Without it, admin pages accept the filter in their URL and have no input for it. */
  readonly label?: string;
  /** Prefix of the text keys of the values, for `enum`. */
  readonly text?: string;
  /** Text key for no selection. @default the label */
  readonly all?: string;
  /** Option of the command, such as `owner <id>`, and its description. Without it, the command lacks the filter. */
  readonly cli?: readonly [option: string, description: string];
  /** Whether admin pages fold the filter away until it is used. @default false */
  readonly isFolded?: boolean;
}

/** Context of reading the value of a filter. */
export interface FilterContext {
  readonly db: Database;
  /** Calendar in the time zone of the site. */
  readonly calendar: Calendar;
  /** Sent values of all filters by name. */
  readonly sent: Readonly<Record<string, unknown>>;
  /**
   * Creates the error for an invalid value.
   * @param key text of the core for admin pages, with the placeholder `{value}`
   */
  invalid(message: string, key?: string): HostError;
}

/** Filter of a resource: an argument of its lists and the condition that it adds. */
export interface Filter<Value> {
  /** REST argument; null for a filter that only code sets. */
  readonly argument: ArgumentSchema | null;
  /** Input on admin pages. */
  readonly input: 'date' | 'search' | 'select' | 'text';
  readonly options: FilterOptions;
  /** Converts the argument, option or URL parameter. */
  read(sent: unknown, context: FilterContext): Value | Promise<Value>;
  where(value: Value): Expression<SqlBool>;
}

/** Filter that is read and applied by functions. */
export interface CustomFilter<T extends TableName, Value> extends FilterOptions {
  /** Input on admin pages. @default 'text' */
  readonly input?: 'date' | 'search' | 'text';
  readonly read: (sent: unknown, context: FilterContext) => Value | Promise<Value>;
  readonly where: (eb: ExpressionBuilder<Tables, T>, value: Value) => Expression<SqlBool>;
}

/** Columns that a search looks into. */
export interface SearchedColumns<T extends TableName> {
  /** Columns that contain the text, in lower or upper case. */
  readonly contains?: readonly ColumnOf<T>[];
  /** Columns that equal the text. */
  readonly equals?: readonly ColumnOf<T>[];
}

/** The types of filters, for the columns of one table. */
export interface FilterKit<T extends TableName> {
  enum<const Value extends string>(
    column: ColumnOf<T>,
    values: readonly Value[],
    options?: FilterOptions,
  ): Filter<Value>;
  id(column: ColumnOf<T>, options?: FilterOptions): Filter<number>;
  /** Text that equals the column. */
  text(
    column: ColumnOf<T>,
    limits: Pick<ArgumentSchema, 'maxLength' | 'pattern'>,
    options?: FilterOptions,
  ): Filter<string>;
  /** At or after a time: a day of the site's time zone, or a time in ISO 8601. */
  from(column: ColumnOf<T>, options?: FilterOptions): Filter<Date>;
  /** Before a time. A sent day or time is included. */
  until(column: ColumnOf<T>, options?: FilterOptions): Filter<Date>;
  /** On or after a day, for columns with `YYYY-MM-DD`. */
  fromDay(column: ColumnOf<T>, options?: FilterOptions): Filter<string>;
  /** On or before a day. */
  untilDay(column: ColumnOf<T>, options?: FilterOptions): Filter<string>;
  /** Text that one of the columns contains or equals. */
  search(columns: SearchedColumns<T>, options?: FilterOptions): Filter<string>;
  /** Any argument and condition. */
  custom<Value>(argument: ArgumentSchema, filter: CustomFilter<T, Value>): Filter<Value>;
  /**
   * Condition that only code sets, as a value of `list` or with the option `narrow`: no argument, option or URL
   * parameter has it.
   */
  internal<Value>(where: (eb: ExpressionBuilder<Tables, T>, value: Value) => Expression<SqlBool>): Filter<Value>;
}

const DAY_OR_MOMENT = {
  type: 'string',
  maxLength: 40,
  description: "Day in the site's time zone, 2026-01-31, or a time, 2026-01-31T12:00:00Z.",
} as const;
const MAX_SEARCH_LENGTH = 100;

/** Columns without their types: the signatures of the kit check the names. */
type Row = { readonly row: Readonly<Record<string, number | string>> };

/** Creates the types of filters of a table. */
export function createFilterKit<T extends TableName>(): FilterKit<T> {
  const eb = expressionBuilder<Row, 'row'>();
  const equals = (column: string, value: number | string) => eb(column, '=', value);

  function bound(column: string, operator: '<' | '>=', options: FilterOptions = {}): Filter<Date> {
    const description = [options.description, DAY_OR_MOMENT.description].filter((text) => text !== undefined).join(' ');
    return {
      argument: { ...DAY_OR_MOMENT, description },
      input: 'date',
      options,
      read(sent, { calendar, invalid }) {
        const moment = dayOrMoment(String(sent), calendar, operator === '<');
        if (moment) return moment;
        throw invalid('Enter a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.', 'admin.no-such-day');
      },
      where: (value) => eb(column, operator, utc.encode(value)),
    };
  }

  function dayBound(column: string, operator: '<=' | '>=', options: FilterOptions = {}): Filter<string> {
    return {
      argument: { type: 'string', format: 'date', ...described(options) },
      input: 'date',
      options,
      read(sent, { invalid }) {
        const day = String(sent);
        if (isDay(day)) return day;
        throw invalid(`"${day}" is not a day. Use a day such as 2026-01-31.`, 'admin.no-such-day');
      },
      where: (value) => eb(column, operator, value),
    };
  }

  return {
    enum: (column, values, options = {}) => ({
      argument: { type: 'string', enum: values, ...described(options) },
      input: 'select',
      options,
      read(sent, { invalid }) {
        const value = values.find((value) => value === sent);
        if (value !== undefined) return value;
        throw invalid(`Use one of: ${values.join(', ')}.`, 'admin.no-such-value');
      },
      where: (value) => equals(column, value),
    }),
    id: (column, options = {}) => ({
      argument: { type: 'integer', minimum: 1, ...described(options) },
      input: 'text',
      options,
      read(sent, { invalid }) {
        const id = typeof sent === 'number' ? sent : idOf(sent);
        if (id !== null && Number.isSafeInteger(id)) return id;
        throw invalid(`"${String(sent)}" is not an ID. Use a number from the list.`, 'admin.no-such-value');
      },
      where: (value) => equals(column, value),
    }),
    text: (column, limits, options = {}) => ({
      argument: { type: 'string', minLength: 1, ...limits, ...described(options) },
      input: 'text',
      options,
      read: String,
      where: (value) => equals(column, value),
    }),
    from: (column, options) => bound(column, '>=', options),
    until: (column, options) => bound(column, '<', options),
    fromDay: (column, options) => dayBound(column, '>=', options),
    untilDay: (column, options) => dayBound(column, '<=', options),
    search: ({ contains: parts = [], equals: whole = [] }, options = {}) => ({
      argument: { type: 'string', minLength: 1, maxLength: MAX_SEARCH_LENGTH, ...described(options) },
      input: 'search',
      options,
      read: String,
      where(value) {
        const text = value.trim();
        if (text === '') return sql<SqlBool>`1 = 1`;
        return eb.or([
          ...parts.map((column) => contains(eb.fn('lower', [eb.ref(column)]), text.toLowerCase())),
          ...whole.map((column) => equals(column, text)),
        ]);
      },
    }),
    custom: (argument, { read, where, input = 'text', ...options }) => ({
      argument: { ...argument, ...described(options) },
      input,
      options,
      read,
      where: (value) => where(expressionBuilder<Tables, T>(), value),
    }),
    internal: (where) => ({
      argument: null,
      input: 'text',
      options: {},
      read(_, { invalid }) {
        throw invalid('This filter cannot be sent.');
      },
      where: (value) => where(expressionBuilder<Tables, T>(), value),
    }),
  };
}

function described({ description }: FilterOptions): Pick<ArgumentSchema, 'description'> {
  return description === undefined ? {} : { description };
}
