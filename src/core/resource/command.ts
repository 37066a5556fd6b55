import type { CommandDefinition, CommandOption, Row } from '../commands.js';
import type { ArgumentSchema } from '../schema/schema.js';
import type { Resource } from './resource.js';
import { type ListContext, readOrder, readValues } from './values.js';

/** Options of {@link listCommand}. */
export interface ListCommandOptions {
  /** One line for the help text. */
  readonly summary: string;
}

/**
 * Creates the command that prints a list, with all filters as options.
 * @example
 * cli.command('recipes list', listCommand(recipeList, context, { summary: 'List recipes' }));
 */
export function listCommand<Item, Values, Output, Order extends string>(
  resource: Resource<Item, Values, Output, Order>,
  context: ListContext,
  { summary }: ListCommandOptions,
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
    ]) => (cli ? [{ name, option: cli[0], definition: optionOf(argument, cli) }] : []),
  );
  return {
    summary,
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
        description: 'maximum number of rows',
        default: 100,
        integer: { minimum: 1, maximum: 10_000 },
      },
    ],
    async run({ options, output }) {
      const sent = Object.fromEntries(filters.map(({ name, option }) => [name, options[storedName(option)]]));
      const { rows, total } = await resource.list(context.db, {
        ...readValues(resource, context, sent),
        ...readOrder(resource, options),
        page: 1,
        perPage: Number(options.limit),
      });
      output.rows(
        rows.map((item) => commandRow(resource, item)),
        commandColumns(resource),
      );
      if (rows.length < total) output.note(`${rows.length} of ${total} rows; use --limit for more.`);
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
          plain,
        },
      ]) => (cli === false ? [] : [[cli === true ? name : cli, plain(item)]]),
    ),
  );
}

type Columns = Readonly<Record<string, { readonly options: { readonly cli?: boolean | string } }>>;

function optionOf(
  { type, enum: choices }: ArgumentSchema,
  [option, description]: readonly [option: string, description: string],
): CommandOption {
  return {
    flags: `--${option}`,
    description,
    ...(choices && { choices: choices.map(String) }),
    ...(type === 'integer' && { integer: { minimum: 1, maximum: Number.MAX_SAFE_INTEGER } }),
  };
}

/** Name under which commander stores an option: `fromDay` for `from-day <day>`. */
function storedName(option: string): string {
  const [name = ''] = option.split(' ');
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
