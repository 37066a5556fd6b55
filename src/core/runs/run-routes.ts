import type { PrimitiveCapability } from '../access/names.js';
import type { OwnedRest } from '../rest/owned-rest.js';
import type { JsonSchema } from '../schema/schema.js';

/** Texts of a route in the documentation. */
export interface RunRouteTexts {
  readonly summary: string;
  readonly description?: string;
  readonly operationId?: string;
}

type Verb = 'cancel' | 'get' | 'pause' | 'resume';

/** Routes of a type of run. Only routes with texts are registered. */
export interface RunRoutes<Shown> {
  readonly namespace: string;
  /** Path of the list, `/reindexing`. A run is below it: `/reindexing/{id}`, `/reindexing/{id}/pause`. */
  readonly path: string;
  /** Name of the id in paths. @default 'id' */
  readonly param?: string;
  /** Required capability. */
  readonly permission: PrimitiveCapability;
  readonly tags: readonly string[];
  /** Schema of a run as shown. */
  readonly returns: JsonSchema;
  view(run: Shown): unknown;
  readonly runs: Readonly<Partial<Record<Verb, (id: number) => Promise<Shown>>>> & {
    /** Returns runs, newest first. */
    latest?(count: number): Promise<readonly Shown[]>;
  };
  readonly routes: Readonly<Partial<Record<Verb | 'list', RunRouteTexts>>>;
}

const ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
const VERBS = ['get', 'pause', 'resume', 'cancel'] as const;

/**
 * Registers routes to list, follow and control runs. The route that starts one is the plugin's own.
 * @throws HostError `rest_route_invalid`, `rest_route_conflict`
 * @example
 * runRoutes(rest, {
 *   namespace: 'acme/v1',
 *   path: '/reindexing',
 *   permission: 'manage_recipes',
 *   tags: ['Recipes'],
 *   returns: { type: 'object' },
 *   view: ({ id, status, processed, total }) => ({ id, status, processed, total }),
 *   runs: reindex,
 *   routes: { get: { summary: 'Follow a rebuild' }, cancel: { summary: 'Cancel a rebuild' } },
 * });
 */
export function runRoutes<Shown>(rest: OwnedRest, options: RunRoutes<Shown>): void {
  const { namespace, path, param = 'id', permission, tags, returns, view, runs, routes } = options;
  const { latest } = runs;
  if (routes.list && latest) {
    rest.route(namespace, {
      ...routes.list,
      method: 'GET',
      path,
      tags,
      permission,
      args: { per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
      returns: { type: 'array', items: returns },
      handler: async ({ args }) => (await latest(args.per_page)).map(view),
    });
  }
  for (const verb of VERBS) {
    const act = runs[verb];
    const texts = routes[verb];
    if (!act || !texts) continue;
    rest.route(namespace, {
      ...texts,
      method: verb === 'get' ? 'GET' : 'POST',
      path: `${path}/{${param}}${verb === 'get' ? '' : `/${verb}`}`,
      tags,
      permission,
      args: { [param]: ID },
      returns,
      handler: async ({ args }) => view(await act(Number(args[param]))),
    });
  }
}
