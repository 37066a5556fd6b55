import type { Readable } from 'node:stream';
import { type Access, createMappingMemory } from '../access/capabilities.js';
import { requestHeader } from '../http/request-header.js';
import { parseCookies } from '../identity/cookies.js';
import type { CallerIdentity, RestCall } from './call.js';
import { type FieldTree, parseFields } from './fields.js';
import { effectiveMethod } from './method-override.js';
import type { Route } from './registry.js';
import type { Endpoint, RestRequest } from './route.js';

/** The request while the pipeline fills it in; everybody else sees it read-only. */
export type MutableRequest = { -readonly [K in keyof RestRequest]: RestRequest[K] };

/** One request on its way: what the steps of the pipeline know and find out. */
export interface Exchange {
  readonly call: RestCall;
  readonly request: MutableRequest;
  readonly fields: FieldTree | null;
  caller: CallerIdentity;
  /** Where the path and method lead; null until that is known, and where they lead nowhere. */
  target: { readonly route: Route; readonly endpoint: Endpoint } | null;
  /** The file that the handler has opened, to be closed if something else is answered in the end. */
  file: Readable | null;
  /** What steps add to the answer, also when it is an error: the state of limits. */
  headers: Readonly<Record<string, string>>;
}

export function createExchange(access: Access, call: RestCall, id: string): Exchange {
  const fields = parseFields(call.query._fields);
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
    object: undefined,
    attempts: [],
    can: (capability, ...[object]) => access.can(request.user, capability, object, request.identity?.scopes, memory),
    check: (capability, ...[object]) =>
      access.check(request.user, capability, object, request.identity?.scopes, memory),
    wants: (field) => !fields || fields.has(field),
  };
  return { call, request, fields, caller: { identity: null }, target: null, file: null, headers: {} };
}
