import type { Hooks } from '../../hooks/hooks.js';
import type { Site } from '../site.js';
import { givenBody } from './body.js';
import type { Dispatch, RestAnswer } from './call.js';
import type { Cors } from './cors.js';
import { embedLinks, parseEmbed } from './embed.js';
import { toEnvelope, wantsEnvelope } from './envelope.js';
import type { Exchange } from './exchange.js';
import { selectFields } from './fields.js';
import { answerHeaders, paginationHeaders } from './headers.js';
import { answerError, type Pipeline, type PipelineParts } from './pipeline.js';
import type { RestResponse } from './response.js';

export interface DispatchParts extends PipelineParts {
  readonly site: Site;
  readonly hooks: Hooks;
  readonly cors: Cors;
  readonly compat: 'wp' | 'off';
}

/**
 * Answers whole requests: what the pipeline made of one is embedded into, cut down to the wanted fields, put in an
 * envelope if asked for, and given its headers.
 */
export function createDispatch(parts: DispatchParts, pipeline: Pipeline): Dispatch {
  const { hooks, cors } = parts;

  async function finish(exchange: Exchange, response: RestResponse): Promise<RestAnswer> {
    const { request, call } = exchange;
    const body = response.status < 400 ? await present(exchange, response) : response.data;
    const headers = headersOf(parts, exchange, response);
    if (!wantsEnvelope(call.query)) {
      return { status: response.status, headers, data: hooks.applyFilters('rest_pre_echo_response', body, request) };
    }
    const inside = { ...paginationHeaders(parts, call, response.pageInfo), ...response.headers };
    const envelope = hooks.applyFilters(
      'rest_envelope_response',
      toEnvelope({ data: body, status: response.status, headers: inside }),
      request,
    );
    return { status: 200, headers, data: hooks.applyFilters('rest_pre_echo_response', envelope, request) };
  }

  /** The data of a success, with what was asked for besides. Embedding is spared where `_fields` would drop it again. */
  async function present({ call, request, fields, caller }: Exchange, response: RestResponse): Promise<unknown> {
    const wish = !fields || fields.has('_embedded') ? parseEmbed(call.query._embed) : null;
    if (wish === null) return selectFields(response.data, fields);
    const data = await embedLinks(response.data, wish, {
      site: parts.site,
      async get(path, query) {
        const inner = {
          method: 'GET',
          path,
          query,
          headers: {},
          body: givenBody(undefined),
          identify: async () => ({ identity: caller.identity }),
        };
        return (await pipeline.complete(await pipeline.prepare(inner, request.id))).data;
      },
    });
    return selectFields(data, fields);
  }

  return async (call) => {
    const prepared = await pipeline.prepare(call);
    const { exchange } = prepared;
    const { request } = exchange;
    try {
      const preflight = cors.preflight(call, request);
      if (preflight) return { status: 204, headers: { ...preflight, 'X-Request-Id': request.id }, data: undefined };
      const answer = await finish(exchange, await pipeline.complete(prepared));
      return { ...answer, request };
    } catch (error) {
      const response = answerError(parts, error, exchange);
      return { status: response.status, headers: headersOf(parts, exchange, response), data: response.data, request };
    }
  };
}

function headersOf(parts: DispatchParts, exchange: Exchange, response: RestResponse): Record<string, string> {
  const { call, caller, request, target } = exchange;
  const isSecret = parts.hooks.applyFilters('rest_send_nocache_headers', caller.identity !== null, request);
  const cache = response.status < 400 ? target?.endpoint.cache : undefined;
  const headers: Record<string, string> = {
    ...answerHeaders(parts, request.id, caller),
    ...(cache === undefined ? {} : { 'Cache-Control': cache }),
    ...(isSecret && cache === undefined ? { 'Cache-Control': 'no-store, private' } : {}),
    ...paginationHeaders(parts, call, response.pageInfo),
    ...exchange.headers,
    ...response.headers,
  };
  return parts.cors.headers(request, headers);
}
