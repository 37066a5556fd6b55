import { givenBody } from '../http/body.js';
import type { Dispatch, TransportResponse } from './call.js';
import { embedLinks } from './embed.js';
import { assertWritable } from './encode.js';
import { toEnvelope, wantsEnvelope } from './envelope.js';
import type { Exchange } from './exchange.js';
import { selectFields } from './fields.js';
import { addPagination, failureHeaders, type HeaderParts, responseHeaders } from './headers.js';
import { type Pipeline, type PipelineParts, type PreparedRequest, respondWithError } from './pipeline.js';
import { isFile } from './respond-file.js';
import type { RestResponse } from './response.js';

export interface DispatchParts extends Pick<PipelineParts, 'log' | 'debug' | 'within'>, HeaderParts {}

/**
 * Creates the dispatcher, which turns a pipeline response into the final response. It embeds links, selects fields,
 * adds the envelope if requested, and sets headers.
 */
export function createDispatch(parts: DispatchParts, pipeline: Pipeline): Dispatch {
  const { hooks, cors } = parts;

  function finish(exchange: Exchange, response: RestResponse, body: unknown): TransportResponse {
    const { request, call } = exchange;
    const headers = responseHeaders(parts, exchange, response);
    if (!wantsEnvelope(call.query)) {
      const data = hooks.applyFilters('rest_pre_echo_response', body, request);
      return { status: response.status, headers, data, request };
    }
    assertWritable(body);
    const { status, pageInfo } = response;
    const inside = { ...response.headers };
    if (pageInfo) addPagination(inside, parts, call, pageInfo);
    const envelope = toEnvelope({ data: body, status, headers: inside });
    const filtered = hooks.applyFilters('rest_envelope_response', envelope, request);
    return { status: 200, headers, data: hooks.applyFilters('rest_pre_echo_response', filtered, request), request };
  }

  /** Returns the data of a success with its embedded resources, or unchanged if nothing is embedded. */
  function embed({ request, embed: requested, fields, caller }: Exchange, data: unknown): unknown {
    // Embedding is skipped if `_fields` would remove the result.
    const wish = !fields || fields.has('_embedded') ? requested : null;
    if (wish === null) return data;
    return embedLinks(data, wish, {
      site: parts.site,
      async get(path, query) {
        const inner = {
          method: 'GET',
          path,
          query,
          headers: {},
          isInternal: true,
          outer: request,
          body: givenBody(undefined),
          identify: async () => ({ identity: caller.identity }),
        };
        return (await pipeline.completePart(await pipeline.prepare(inner, request.id))).data;
      },
    });
  }

  async function runCall(prepared: PreparedRequest): Promise<TransportResponse> {
    const { exchange } = prepared;
    const { request, call } = exchange;
    try {
      const preflight = request.method === 'OPTIONS' ? cors.preflight(call, request) : null;
      if (preflight) return { status: 204, headers: { ...preflight, 'X-Request-Id': request.id }, data: undefined };
      const response = await pipeline.complete(prepared);
      if (response.status >= 400 || isFile(response.data)) return finish(exchange, response, response.data);
      const embedded = embed(exchange, response.data);
      if (!(embedded instanceof Promise)) return finish(exchange, response, selectFields(embedded, exchange.fields));
      const result = finish(exchange, response, selectFields(await embedded, exchange.fields));
      // Embedded data changes independently, so the resource's ETag would wrongly report no change.
      const { ETag: _, ...headers } = result.headers;
      return { ...result, headers };
    } catch (error) {
      const { status, data } = respondWithError(parts, error, exchange);
      return { status, headers: failureHeaders(request.id), data, request };
    }
  }

  return async (call) => {
    const prepared = await pipeline.prepare(call);
    const result = await parts.within(prepared.exchange.request, () => runCall(prepared));
    const { file } = prepared.exchange;
    // A filter may have replaced the file, or failed.
    if (file && result.data !== file) file.destroy();
    return result;
  };
}
