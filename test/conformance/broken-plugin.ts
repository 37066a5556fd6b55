import { definePlugin, HostError, type Plugin } from 'mortise';
import { respond } from 'mortise/rest';

/** Text in every internal error below. Only the log may contain it. */
export const SECRET = 'acme_secret_table at /srv/site/secret.ts:7';

/** Values that a JavaScript handler may throw. */
export const THROWN: Readonly<Record<string, () => unknown>> = {
  error: () => new TypeError(`SELECT password FROM ${SECRET}`),
  null: () => null,
  undefined: () => undefined,
  text: () => SECRET,
  number: () => 404,
  object: () => ({ status: 404, statusCode: 404, message: SECRET, code: SECRET, headers: { 'X-Leak': SECRET } }),
  symbol: () => Symbol(SECRET),
  'getter-that-throws': () =>
    Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw new Error(SECRET);
      },
    }),
  'proxy-that-throws': () =>
    new Proxy(
      {},
      {
        get() {
          throw new Error(SECRET);
        },
      },
    ),
  'revoked-proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  cause: () => new Error('outer', { cause: new Error(SECRET) }),
  aggregate: () => new AggregateError([new Error(SECRET)], SECRET),
};

/** Values that JSON cannot represent. The response is `rest_encode_error`. */
export const UNWRITABLE: Readonly<Record<string, () => unknown>> = {
  function: () => () => 1,
  symbol: () => Symbol('x'),
  infinity: () => Number.POSITIVE_INFINITY,
  'nested-nan': () => ({ list: [{ ratio: Number.NaN }] }),
  cycle: () => {
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    return { ring };
  },
  'cycle-with-bigint': () => {
    const ring: Record<string, unknown> = { big: 1n };
    ring.self = ring;
    return ring;
  },
  'to-json-that-throws': () => ({
    toJSON() {
      throw new Error(SECRET);
    },
  }),
  'getter-that-throws': () => ({
    get secret(): never {
      throw new Error(SECRET);
    },
  }),
};

/** Unusual values that JSON can represent. */
export const WRITABLE: Readonly<Record<string, { readonly make: () => unknown; readonly json: unknown }>> = {
  map: { make: () => ({ map: new Map([['a', 1]]) }), json: { map: {} } },
  set: { make: () => ({ set: new Set([1]) }), json: { set: {} } },
  date: { make: () => new Date(0), json: '1970-01-01T00:00:00.000Z' },
  'invalid-date': { make: () => ({ at: new Date(Number.NaN) }), json: { at: null } },
  bigint: { make: () => ({ big: 2n ** 70n }), json: { big: '1180591620717411303424' } },
  'null-prototype': { make: () => Object.assign(Object.create(null), { a: 1 }), json: { a: 1 } },
  'member-function': { make: () => ({ a: 1, run: () => 1 }), json: { a: 1 } },
  false: { make: () => false, json: false },
  zero: { make: () => 0, json: 0 },
  'empty-text': { make: () => '', json: '' },
};

/** Responses with a status that HTTP does not have. */
export const IMPOSSIBLE_STATUS: Readonly<Record<string, () => unknown>> = {
  'status-zero': () => respond(1, { status: 0 }),
  'status-99': () => respond(1, { status: 99 }),
  'status-1000': () => respond(1, { status: 1000 }),
  'status-nan': () => respond(1, { status: Number.NaN }),
  'error-status': () => {
    throw new HostError('acme_odd', 'Odd.', { status: 99 });
  },
};

/** Responses with an invalid header. */
export const IMPOSSIBLE_HEADER: Readonly<Record<string, () => unknown>> = {
  'header-line-break': () => respond(1, { headers: { 'X-Acme': 'a\r\nSet-Cookie: x=1' } }),
  'header-beyond-latin': () => respond(1, { headers: { 'X-Acme': '漢字' } }),
  'header-name': () => respond(1, { headers: { 'X Acme': '1' } }),
  'header-undefined': () => respond(1, { headers: { 'X-Acme': undefined as never } }),
};

const SITE = 'http://localhost:8080';

/** Plugin whose handlers fail in every way. */
export function createBroken(): Plugin {
  return definePlugin({
    name: 'broken',
    version: '1.0.0',
    setup({ rest }) {
      const open = { permission: 'public', summary: 'Broken', allowBatch: true, method: ['GET', 'POST'] } as const;
      for (const [name, make] of Object.entries(THROWN)) {
        rest.route('broken/v1', {
          ...open,
          path: `/throws/${name}`,
          handler: () => {
            throw make();
          },
        });
        rest.route('broken/v1', { ...open, path: `/rejects/${name}`, handler: () => Promise.reject(make()) });
        rest.route('broken/v1', {
          ...open,
          path: `/permission/${name}`,
          permission: () => {
            throw make();
          },
          handler: () => 1,
        });
        rest.route('broken/v1', {
          ...open,
          path: `/validate/${name}`,
          args: {
            value: {
              type: 'string',
              default: 'x',
              validate: () => {
                throw make();
              },
            },
          },
          handler: () => 1,
        });
      }
      const odd = [UNWRITABLE, IMPOSSIBLE_STATUS, IMPOSSIBLE_HEADER].flatMap((table) => Object.entries(table));
      for (const [name, make] of odd) rest.route('broken/v1', { ...open, path: `/odd/${name}`, handler: () => make() });
      for (const [name, { make }] of Object.entries(WRITABLE)) {
        rest.route('broken/v1', { ...open, path: `/writable/${name}`, handler: () => make() });
      }
      rest.route('broken/v1', {
        ...open,
        path: '/links',
        args: { to: { type: 'string', default: '' } },
        handler: ({ args }) => ({
          _links: { item: { href: `${SITE}/api/broken/v1${args.to}`, embeddable: true } },
        }),
      });
      rest.route('broken/v1', { ...open, path: '/huge', handler: () => ({ text: 'x'.repeat(20 * 1024 * 1024) }) });
      rest.route('broken/v1', { ...open, path: '/fine', handler: () => ({ fine: true }) });
      rest.route('broken/v1', { ...open, path: '/never', handler: () => new Promise(() => {}) });
      rest.route('broken/v1', {
        ...open,
        path: '/slow',
        handler: () => new Promise((resolve) => setTimeout(resolve, 100, { slow: true })),
      });
    },
  });
}
