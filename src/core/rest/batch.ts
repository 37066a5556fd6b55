import type { Hooks } from '../../hooks/hooks.js';
import { HostError } from '../errors.js';
import { givenBody } from '../http/body.js';
import { parseQuery } from '../http/query.js';
import type { RestCall } from './call.js';
import { type Envelope, toEnvelope } from './envelope.js';
import { effectiveMethod } from './method-override.js';
import type { Pipeline, PreparedRequest } from './pipeline.js';
import { findEndpoint, type Registry } from './registry.js';
import { type RestResponse, respond } from './response.js';
import type { RestRequest } from './route.js';

/** Default maximum of requests per batch; `rest_get_max_batch_size` changes it. */
const MAX_REQUESTS = 25;

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Request in a batch. */
interface Item {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly body?: Record<string, unknown>;
  readonly headers?: Record<string, unknown>;
}

export interface BatchParts {
  readonly registry: Registry;
  readonly hooks: Hooks;
  readonly pipeline: Pipeline;
}

/**
 * Registers `POST /batch/v1`, which runs several changing requests as the same caller. They run in order and the response
 * is a 207. Only routes with `allowBatch` can be used. With `require-all-validate` nothing runs unless every request is
 * valid.
 */
export function registerBatch(parts: BatchParts): void {
  const { registry, hooks } = parts;
  registry.route(
    '',
    {
      method: 'POST',
      path: '/batch/v1',
      summary: 'Send several requests in one',
      description: 'Routes that allow it have `allow_batch`. Responses are in the order of the requests.',
      operationId: 'batch',
      successStatus: 207,
      permission: 'public',
      args: {
        validation: { type: 'string', enum: ['normal', 'require-all-validate'], default: 'normal' },
        requests: {
          type: 'array',
          required: true,
          minItems: 1,
          items: {
            type: 'object',
            properties: {
              method: { type: 'string', enum: METHODS, default: 'POST' },
              path: { type: 'string', required: true },
              body: { type: 'object' },
              headers: {
                type: 'object',
                additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
              },
            },
          },
          validate(requests) {
            const limit = hooks.applyFilters('rest_get_max_batch_size', MAX_REQUESTS);
            return (requests as unknown[]).length <= limit || `requests must have at most ${limit} items.`;
          },
        },
      },
      async handler(request) {
        const items = request.args.requests as unknown as readonly Item[];
        const prepared: PreparedRequest[] = [];
        // Sequential: a later request may depend on a count or lock of an earlier one.
        for (const item of items) prepared.push(await prepareItem(parts, item, request));
        if (request.args.validation === 'require-all-validate' && prepared.some(isRefused)) {
          const responses = prepared.map(({ exchange, early }) =>
            early && isError(early) ? envelope(hooks, early, exchange.request) : null,
          );
          return respond({ failed: 'validation', responses }, { status: 207 });
        }
        const responses: Envelope[] = [];
        for (const one of prepared) {
          responses.push(envelope(hooks, await parts.pipeline.completePart(one), one.exchange.request));
        }
        return respond({ responses }, { status: 207 });
      },
    },
    'core',
  );
}

async function prepareItem(parts: BatchParts, item: Item, outer: RestRequest): Promise<PreparedRequest> {
  const target = parsePath(item.path);
  const call: RestCall = {
    method: item.method ?? 'POST',
    path: target?.path ?? '',
    query: target?.query ?? {},
    headers: headersOf(item),
    remoteAddress: outer.remoteAddress,
    outer,
    body: givenBody(item.body),
    identify: async () => ({ identity: outer.identity }),
  };
  if (!target) return parts.pipeline.refuse(call, pathNotParsed(), outer.id);
  const method = effectiveMethod(call);
  const match = parts.registry.match(target.path, method);
  const endpoint = match && findEndpoint(match.value, method);
  if (endpoint && !endpoint.allowBatch) return parts.pipeline.refuse(call, batchNotAllowed(target.path), outer.id);
  return parts.pipeline.prepare(call, outer.id);
}

/** Parses a path below the REST root with its query; null for anything else, such as a URL of another host. */
function parsePath(text: string): { path: string; query: ReturnType<typeof parseQuery> } | null {
  if (!text.startsWith('/') || text.startsWith('//') || /[\s\\#]/.test(text)) return null;
  const [path = '', search = ''] = text.split('?', 2);
  return { path, query: parseQuery(search) };
}

/**
 * Headers of the item, in lower case. They cannot change the caller, who is already identified by the batch request.
 */
function headersOf({ headers = {}, body }: Item): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]);
  return { ...Object.fromEntries(own), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
}

function envelope(hooks: Hooks, response: RestResponse, request: RestRequest): Envelope {
  return hooks.applyFilters('rest_envelope_response', toEnvelope(response), request);
}

const isError = (response: RestResponse): boolean => response.status >= 400;

const isRefused = ({ early }: PreparedRequest): boolean => early !== null && isError(early);

function pathNotParsed(): HostError {
  return new HostError('parse_path_failed', 'The path must be below the REST root, such as /acme/v1/things?x=1.', {
    status: 400,
  });
}

function batchNotAllowed(path: string): HostError {
  return new HostError('rest_batch_not_allowed', `${path} cannot be part of a batch. Call it separately.`, {
    status: 400,
  });
}
