import { pino } from 'pino';
import type { Database } from '../../../src/core/database/database.js';
import { createIdempotency, type Idempotency, type IdempotencyOptions } from '../../../src/core/rest/idempotency.js';
import { type RestResponse, respond } from '../../../src/core/rest/response.js';
import type { Endpoint, RestRequest } from '../../../src/core/rest/route.js';
import type { User } from '../../../src/core/user.js';

export const endpoint: Endpoint = {
  owner: 'acme',
  methods: ['POST'],
  summary: 'Order',
  args: {},
  permission: 'public',
  idempotency: 'accepted',
  handler: () => null,
};

/** Request properties that a test overrides. */
export interface RequestDetails extends Partial<Omit<RestRequest, 'identity' | 'user' | 'reader'>> {
  /** Idempotency key. Without it, the header is not sent. */
  readonly key?: string;
  /** Id of the caller. Without it, the request is anonymous. */
  readonly userId?: number;
}

export function createRequest({ key, userId, headers = {}, ...details }: RequestDetails = {}): RestRequest {
  const user: User | null =
    userId === undefined
      ? null
      : {
          id: userId,
          login: `user-${userId}`,
          email: `user-${userId}@example.com`,
          emailVerified: true,
          name: '',
          roles: [],
        };
  return {
    id: 'a-request',
    method: 'POST',
    path: '/acme/v1/orders',
    route: '/acme/v1/orders',
    args: { item: 'onion' },
    query: {},
    body: { item: 'onion' },
    files: [],
    headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
    cookies: new Map(),
    remoteAddress: '203.0.113.7',
    identity: user && { user, via: 'explicit', method: 'test', session: '' },
    user,
    reader: user,
    object: undefined,
    attempts: [],
    can: async () => true,
    check: async () => ({ allowed: true, missing: [], missingScopes: [] }),
    wants: () => true,
    ...details,
  };
}

/** Creates a handler that writes to the database and counts its runs. */
export function createOrders(db: Database, options: Partial<IdempotencyOptions> = {}) {
  const orders = {
    idempotency: createIdempotency({ db, log: pino({ level: 'silent' }), ...options }) as Idempotency,
    runs: 0,
    /** Returns the number of orders stored in the database. */
    async stored(): Promise<number> {
      const row = await db.query
        .selectFrom('versions')
        .select('version')
        .where('name', '=', 'orders')
        .executeTakeFirst();
      return Number(row?.version ?? 0);
    },
    /** Places an order, then ends as given. The response contains the number of the run. */
    async place(
      details: RequestDetails,
      end: (response: RestResponse) => RestResponse | Promise<RestResponse> = (response) => response,
    ): Promise<RestResponse> {
      return orders.idempotency.run(endpoint, createRequest(details), async () => {
        orders.runs += 1;
        await db.upsert('versions', { name: 'orders', version: 1 }, ['name'], (eb) => ({
          version: eb('version', '+', 1),
        }));
        return end(respond({ order: orders.runs }, { status: 201 }));
      });
    },
  };
  return orders;
}
