import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { HostError } from '../errors.js';
import { givenBody } from '../http/body.js';
import { parseQuery, type Query } from '../http/query.js';
import type { Identity } from '../identity/authenticator.js';
import type { Users } from '../identity/users.js';
import type { Dispatch, TransportResponse } from '../rest/call.js';
import { encodeResponse } from '../rest/encode.js';
import type { User } from '../user.js';

export interface InternalRequestOptions {
  /** User to act as, by id or record. Anonymous without one. */
  readonly as?: number | User | null;
  /** Any JSON value. */
  readonly body?: unknown;
  /** Merged with a query in the path, which it overrides. */
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls a route internally: `host.request('POST', '/acme/v1/recipes', { as: 1, body: { title: 'Bread' } })`. The
 * pipeline is the same as for HTTP. The response's `data` is the value that would be sent as JSON; files are returned as
 * bytes.
 */
export type InternalRequest = (
  method: string,
  path: string,
  options?: InternalRequestOptions,
) => Promise<TransportResponse>;

export function createInternalRequest({
  dispatch,
  users,
  log,
}: {
  dispatch: Dispatch;
  users: Users;
  log: Logger;
}): InternalRequest {
  return async (method, target, { as = null, body, query = {}, headers = {} } = {}) => {
    const [path = '/', search = ''] = target.split('?', 2);
    const user = typeof as === 'number' ? await userById(users, as) : as;
    const identity: Identity | null = user && { user, via: 'explicit', method: 'internal', session: '' };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = { ...type, ...lowerCased(headers) };
    const response = await dispatch({
      method,
      path,
      query: { ...parseQuery(search), ...query },
      headers: sent,
      body: givenBody(body, sent['content-type']),
      identify: async () => ({ identity }),
      isInternal: true,
    });
    const { status, headers: answered, body: written, isJson } = await encodeResponse(response, log);
    const data = written instanceof Readable ? await buffer(written) : written;
    return { status, headers: answered, data: isJson ? JSON.parse(String(data)) : data };
  };
}

async function userById(users: Users, id: number): Promise<User> {
  const user = await users.get(id);
  if (!user) throw new HostError('user_not_found', `User ${id} does not exist.`, { status: 404 });
  return user;
}

/** Node.js lower-cases the header names of HTTP requests. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
