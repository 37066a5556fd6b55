import { Readable } from 'node:stream';
import type { PrimitiveCapability } from '../access/names.js';
import { csvLines } from '../resource/csv.js';
import type { Resource } from '../resource/resource.js';
import { type ListContext, readOrder, readValues } from '../resource/values.js';
import type { JsonSchema } from '../schema/schema.js';
import { listBody, listSchema } from './list-body.js';
import { paginate, respond } from './response.js';
import type { Argument, Arguments, Permission, RestRequest, RouteDefinition } from './route.js';

/** Options that the routes of a resource share with other routes. */
interface RouteOptions<Values>
  extends Pick<
    RouteDefinition<string, Arguments>,
    'description' | 'operationId' | 'path' | 'readCost' | 'rateLimit' | 'summary' | 'tags'
  > {
  readonly permission: Permission;
  /** Arguments besides the filters, such as those of the path, or `offset` as an alternative to `page`. */
  readonly args?: Arguments;
  /** Restricts or extends the filters for the caller. It may throw. */
  readonly narrow?: (request: RestRequest, values: Values) => Values | Promise<Values>;
}

/** Options of {@link listRoute}. */
export interface ListRouteOptions<Item, Values> extends RouteOptions<Values> {
  /** Whether the body is `{success, data, pagination}`; a text is its name in OpenAPI. @default the list */
  readonly envelope?: boolean | string;
  /** Records of a page and their schema, if they are not those of the fields. */
  readonly record?: {
    readonly schema: JsonSchema;
    readonly of: (items: readonly Item[], request: RestRequest) => readonly unknown[] | Promise<readonly unknown[]>;
  };
  /** Items per page without `per_page`. @default 20 */
  readonly perPage?: number;
}

/** Options of {@link exportRoute}. */
export interface ExportRouteOptions<Values, Order extends string> extends RouteOptions<Values> {
  /** Name of the file without extension. */
  readonly name: string;
  /** Ascending order of the rows. @default the default order of the list */
  readonly orderBy?: Order;
  /** Generates the file. @default `csvLines` of the filtered rows */
  readonly lines?: (values: Values) => AsyncIterable<string>;
}

type ResourceRoute = RouteDefinition<string, Arguments, Permission>;

const MAX_PER_PAGE = 100;

/**
 * Creates the route that lists a resource, with its filters, order and pages as arguments. A page past the end is a
 * 400 with the resource's code.
 * @example
 * rest.route('acme/v1', listRoute(recipeList, context, { path: '/recipes', summary: 'List recipes', permission: 'public' }));
 */
export function listRoute<Item, Values, Output, Order extends string>(
  resource: Resource<Item, Values, Output, Order>,
  context: ListContext,
  { args = {}, narrow, envelope = false, record, perPage: pageSize = 20, ...route }: ListRouteOptions<Item, Values>,
): ResourceRoute {
  const {
    orders,
    order: [by, direction],
    errors,
  } = resource;
  const schema = record?.schema ?? resource.schema;
  return {
    ...route,
    method: 'GET',
    args: {
      ...args,
      page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
      per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: pageSize },
      ...argumentsOf(resource),
      ...(orders.length > 1 && {
        orderby: { type: 'string', enum: orders, default: by },
        order: { type: 'string', enum: ['asc', 'desc'], default: direction },
      }),
    },
    returns: envelope ? envelopeOf(schema, envelope) : { type: 'array', items: schema },
    async handler(request: RestRequest) {
      const { args: sent } = request;
      const values = await readValues(resource, context, sent);
      const [page, perPage] = [Number(sent.page), Number(sent.per_page)];
      const offset = sent.offset === undefined ? undefined : Number(sent.offset);
      const { rows, total } = await resource.list(context.db, {
        ...(narrow ? await narrow(request, values) : values),
        ...readOrder(resource, sent),
        page,
        perPage,
        offset,
      });
      const can = await heldBy(resource, request);
      const data = record ? await record.of(rows, request) : rows.map((item) => resource.record(item, can));
      const body = envelope ? listBody(data, { page, perPage, total }) : data;
      return paginate(body, { page, perPage, total, offset }, errors.page);
    },
  };
}

/**
 * Creates the route that streams a resource as CSV, with the filters of its list.
 * @example
 * rest.route('acme/v1', exportRoute(recipeList, context, { path: '/recipes.csv', name: 'recipes', summary: 'Export', permission: 'export' }));
 */
export function exportRoute<Item, Values, Output, Order extends string>(
  resource: Resource<Item, Values, Output, Order>,
  context: ListContext,
  { args = {}, narrow, name, orderBy, lines, ...route }: ExportRouteOptions<Values, Order>,
): ResourceRoute {
  return {
    ...route,
    method: 'GET',
    args: { ...args, ...argumentsOf(resource) },
    returns: { type: 'string', format: 'binary', description: 'CSV (RFC 4180) in UTF-8.' },
    async handler(request: RestRequest) {
      const values = await readValues(resource, context, request.args);
      const narrowed = narrow ? await narrow(request, values) : values;
      return respond(
        Readable.from(lines?.(narrowed) ?? csvLines(resource, context.db, { ...narrowed, orderBy, order: 'asc' })),
        {
          headers: {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': `attachment; filename="${name}.csv"`,
            'Cache-Control': 'private, no-store',
          },
        },
      );
    },
  };
}

/** Returns which of the permissions that the fields require the caller holds, for `resource.record`. */
async function heldBy<Item>(
  { fields }: Pick<Resource<Item, unknown, unknown, string>, 'fields'>,
  { can }: Pick<RestRequest, 'can'>,
): Promise<(capability: string) => boolean> {
  const required = new Set(Object.values(fields).flatMap(({ options: { capability } }) => capability ?? []));
  const capabilities = new Set<PrimitiveCapability>();
  for (const capability of required) if (await can(capability)) capabilities.add(capability);
  return (capability) => [...capabilities].some((each) => each === capability);
}

function argumentsOf({
  filters,
}: Pick<Resource<never, unknown, unknown, string>, 'filters'>): Record<string, Argument> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, { argument }]) => (argument === null ? [] : [[name, argument]])),
  );
}

function envelopeOf(items: JsonSchema, title: string | true): JsonSchema {
  return { ...listSchema(items), ...(title === true ? {} : { title }) };
}
