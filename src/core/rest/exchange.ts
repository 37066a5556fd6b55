import type { Readable } from 'node:stream';
import { type Access, type CapabilityTrace, createMappingMemory } from '../access/capabilities.js';
import type { CapabilityName } from '../access/names.js';
import { requestHeader } from '../http/request-header.js';
import { parseCookies } from '../identity/cookies.js';
import type { CallerIdentity, RestCall } from './call.js';
import type { EmbedWish } from './embed.js';
import type { FieldTree } from './fields.js';
import { effectiveMethod } from './method-override.js';
import type { Route } from './registry.js';
import type { Endpoint, RestRequest } from './route.js';

/** Request while the pipeline fills it in; all other code sees it as read-only. */
export type MutableRequest = { -readonly [K in keyof RestRequest]: RestRequest[K] } & {
  readonly covers: Access['covers'];
};

/** Header that explains access decisions. Development only, because it reveals the behavior of plugins. */
const ACCESS_HEADER = 'X-CMS-Access';

/** State of one request in the pipeline. */
export interface Exchange {
  readonly call: RestCall;
  readonly request: MutableRequest;
  /** Parsed `_embed`. */
  embed: EmbedWish;
  /** Parsed `_fields`; null for all fields. */
  fields: FieldTree | null;
  caller: CallerIdentity;
  /** Matched route and endpoint; null before routing, or when nothing matches. */
  target: { readonly route: Route; readonly endpoint: Endpoint } | null;
  /** File opened by the handler, to be closed if another answer is sent. */
  file: Readable | null;
  /** Headers added to the response, including errors: rate limit status. */
  headers: Readonly<Record<string, string>>;
}

/** @param options.explains whether `X-CMS-Access` in the response explains each capability check */
export function createExchange(
  access: Access,
  call: RestCall,
  { id, explains }: { readonly id: string; readonly explains: boolean },
): Exchange {
  const memory = createMappingMemory();
  let cookies: RestRequest['cookies'] | undefined;
  const request: MutableRequest = {
    id,
    method: effectiveMethod(call),
    path: call.path,
    route: '',
    args: {},
    query: call.query,
    body: undefined,
    files: [],
    headers: call.headers,
    get cookies() {
      cookies ??= call.outer ? call.outer.cookies : parseCookies(requestHeader(call, 'cookie'));
      return cookies;
    },
    remoteAddress: call.remoteAddress,
    identity: null,
    user: null,
    get reader() {
      return access.reader(request.user, request.identity?.scopes);
    },
    object: undefined,
    attempts: [],
    can: (capability, ...[object]) => access.can(request.user, capability, object, request.identity?.scopes, memory),
    check: (capability, ...[object]) =>
      explains
        ? explain(capability, object)
        : access.check(request.user, capability, object, request.identity?.scopes, memory),
    covers: access.covers,
    wants: (field) => exchange.fields?.has(field) ?? true,
  };
  const exchange: Exchange = {
    call,
    request,
    embed: null,
    fields: null,
    caller: { identity: null },
    target: null,
    file: null,
    headers: {},
  };

  async function explain(capability: CapabilityName, object: unknown): Promise<CapabilityTrace> {
    const trace = await access.explain(request.user, capability, object, request.identity?.scopes, memory);
    const before = exchange.headers[ACCESS_HEADER];
    const combined = before === undefined ? inOneLine(trace) : `${before}, ${inOneLine(trace)}`;
    exchange.headers = { ...exchange.headers, [ACCESS_HEADER]: combined };
    return trace;
  }

  return exchange;
}

/**
 * Formats a trace as a member of a structured field (RFC 9651). Example:
 * `edit_post;reason=not_held;required="edit_others_posts";roles="author"`.
 */
function inOneLine({ capability, reason, required, roles, changes }: CapabilityTrace): string {
  const list = (name: string, values: readonly string[]): string =>
    values.length === 0 ? '' : `;${name}="${values.join(' ').replace(/[^\x20-\x7e]|["\\]/g, '')}"`;
  const giving = roles.filter(({ gives }) => gives.length > 0).map(({ name }) => name);
  const filters = changes.map(({ hook, owner }) => `${hook}/${owner}`);
  return `${capability};reason=${reason}${list('required', required)}${list('roles', giving)}${list('filters', filters)}`;
}
