import type { CommandArgument, CommandContext, CommandDefinition, CommandOption, Row } from '../commands.js';
import type { ArgumentSchema } from '../schema/schema.js';
import type { Cursor } from './listing.js';
import type { Resource } from './resource.js';
import { type ListContext, readOrder, readValues } from './values.js';

/** Options of {@link listCommand}. */
export interface ListCommandOptions<Values> {
  /** One line for the help text. */
  readonly summary: string;
  readonly arguments?: readonly CommandArgument[];
  /** Columns of tables and CSV. Structured formats have all fields with the option `cli`. @default these fields */
  readonly columns?: readonly string[];
  /** Restricts or extends the filters, for example by an argument. It may throw. */
  readonly narrow?: (context: CommandContext, values: Values) => Values | Promise<Values>;
}

/** Rows that a table has without `--limit`. */
const DEFAULT_LIMIT = 100;
/** Rows read at a time. */
const BATCH = 1000;

/**
 * Creates the command that prints a list, with all filters as options: up to 100 rows in a table, and all in other
 * formats, unless `--limit` is given.
 * @example
 * cli.command('recipes list', listCommand(recipeList, context, { summary: 'List recipes' }));
 */
export function listCommand<Item, Values, Output, Order extends string>(
  resource: Resource<Item, Values, Output, Order>,
  context: ListContext,
  { columns = commandColumns(resource), narrow, ...command }: ListCommandOptions<Values>,
): CommandDefinition {
  const {
    orders,
    order: [by, direction],
  } = resource;
  const filters = Object.entries(resource.filters).flatMap(
    ([
      name,
      {
        argument,
        options: { cli },
      },
    ]) => (cli && argument ? [{ name, option: cli[0], definition: optionOf(argument, cli) }] : []),
  );
  return {
    ...command,
    options: [
      ...filters.map(({ definition }) => definition),
      ...(orders.length > 1
        ? [
            { flags: '--orderby <what>', description: 'order', choices: orders, default: by },
            { flags: '--order <direction>', description: 'direction', choices: ['asc', 'desc'], default: direction },
          ]
        : []),
      {
        flags: '--limit <number>',
        description: `maximum number of rows; default: ${DEFAULT_LIMIT} in a table, all in other formats`,
        integer: { minimum: 1, maximum: 1_000_000 },
      },
    ],
    async run(command) {
      const { options, output } = command;
      const isTable = options.format === 'table' && options.field === undefined;
      const limit = Number(options.limit ?? (isTable ? DEFAULT_LIMIT : Number.POSITIVE_INFINITY));
      const sent = Object.fromEntries(filters.map(({ name, option }) => [name, options[storedName(option)]]));
      const values = await readValues(resource, context, sent);
      const narrowed = narrow ? await narrow(command, values) : values;
      const query = { ...narrowed, ...readOrder(resource, options) };
      if (options.format === 'count' && options.field === undefined) {
        output.rows([], columns, await resource.count(context.db, narrowed));
        return;
      }
      const rows: Row[] = [];
      let after: Cursor | null = null;
      do {
        const from = { after, limit: Math.min(BATCH, limit - rows.length) };
        const found: Awaited<ReturnType<typeof resource.next>> = await resource.next(context.db, query, from);
        rows.push(...found.rows.map((item) => commandRow(resource, item)));
        after = found.cursor;
      } while (after !== null && rows.length < limit);
      const total = after === null ? rows.length : await resource.count(context.db, narrowed);
      output.rows(rows, columns, total);
    },
  };
}

/** Columns that the commands of a resource print. */
export function commandColumns({ fields }: { readonly fields: Columns }): string[] {
  return Object.entries(fields).flatMap(
    ([
      name,
      {
        options: { cli = false },
      },
    ]) => (cli === false ? [] : cli === true ? name : cli),
  );
}

/** Item as a row of {@link commandColumns}. */
export function commandRow<Item>(
  { fields }: Pick<Resource<Item, unknown, unknown, string>, 'fields'>,
  item: Item,
): Row {
  return Object.fromEntries(
    Object.entries(fields).flatMap(
      ([
        name,
        {
          options: { cli = false },
          value,
          plain,
        },
      ]) => {
        if (cli === false) return [];
        const own = value(item);
        return [[cli === true ? name : cli, typeof own === 'boolean' ? own : plain(item)]];
      },
    ),
  );
}

type Columns = Readonly<Record<string, { readonly options: { readonly cli?: boolean | string } }>>;

function optionOf(
  { type, enum: values, items, minimum = 1 }: ArgumentSchema,
  [option, description]: readonly [option: string, description: string],
): CommandOption {
  const choices = values ?? items?.enum;
  return {
    flags: `--${option}`,
    description,
    ...(choices && { choices: choices.map(String) }),
    ...(type === 'integer' && { integer: { minimum, maximum: Number.MAX_SAFE_INTEGER } }),
  };
}

/** Name under which commander stores an option: `fromDay` for `from-day <day>`. */
function storedName(option: string): string {
  const [name = ''] = option.split(' ');
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
