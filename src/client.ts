/**
 * 'mortise/client': calls the REST routes of a host, from a browser with its session or from Node.js with a password.
 * It has no dependencies.
 *
 *     const client = createClient<paths>({ root: '/api' });
 *     const article = await client.get('/vendor-kb/v1/articles/{id}', { path: { id: 7 } });
 */
import { addressOf } from './client/address.js';
import { encodeBody } from './client/encode-body.js';
import { limited } from './client/limited.js';
import { createNonceKeeper, nonceOf } from './client/nonce-keeper.js';
import type {
  CommonOptions,
  DataOf,
  HeaderValues,
  HttpMethod,
  ItemOf,
  OperationOf,
  OptionalIfEmpty,
  OptionsOf,
  PathsWith,
  UnknownPaths,
} from './client/operations.js';
import { isPastTheEnd, type ListPage, nextPath, toPage } from './client/paging.js';
import { randomKey } from './client/random-key.js';
import { exchange, readBody } from './client/read-body.js';
import { type ClientResponse, withNonce } from './client/with-nonce.js';

export { ClientError, isClientError } from './client/client-error.js';
export type {
  CommonOptions,
  DataOf,
  HttpMethod,
  ItemOf,
  OperationOf,
  OptionsOf,
  PathsWith,
} from './client/operations.js';
export type { ListPage } from './client/paging.js';

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** URL of the REST root: `/api` on pages of the same site, absolute elsewhere. */
  readonly root: string;
  /**
   * Value of the `Authorization` header. A function is called before each request. Without it, the browser's session
   * is used and the client manages its nonce.
   */
  readonly authorization?: string | (() => string | Promise<string>) | undefined;
  /** Nonce rendered into the page, which saves a request. Empty if no user is signed in. */
  readonly nonce?: string | undefined;
  /** Headers sent with every call. */
  readonly headers?: HeaderValues | undefined;
  /** Milliseconds after which a call fails with `timeout`, including retries. Default: no timeout. */
  readonly timeout?: number | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** A call that returns only the data. */
export type Call<Paths, Method extends HttpMethod> = <Path extends PathsWith<Paths, Method>>(
  path: Path,
  ...options: OptionalIfEmpty<OptionsOf<OperationOf<Paths, Path, Method>, Method>>
) => Promise<DataOf<OperationOf<Paths, Path, Method>>>;

/** A call to a list route. */
type ListCall<Paths, Kind extends 'page' | 'pages' | 'items' | 'all'> = <Path extends PathsWith<Paths, 'GET'>>(
  path: Path,
  ...options: OptionalIfEmpty<OptionsOf<OperationOf<Paths, Path, 'GET'>, 'GET'>>
) => ListResult<ItemOf<DataOf<OperationOf<Paths, Path, 'GET'>>>>[Kind];

interface ListResult<Item> {
  page: Promise<ListPage<Item>>;
  pages: AsyncGenerator<ListPage<Item>, void, undefined>;
  items: AsyncGenerator<Item, void, undefined>;
  all: Promise<Item[]>;
}

/** All calls reject with a `ClientError`, or a TypeError for a path parameter that cannot be sent. */
export interface Client<Paths = UnknownPaths> {
  readonly get: Call<Paths, 'GET'>;
  readonly post: Call<Paths, 'POST'>;
  readonly put: Call<Paths, 'PUT'>;
  readonly patch: Call<Paths, 'PATCH'>;
  readonly delete: Call<Paths, 'DELETE'>;
  /** Returns status and headers as well. The body of `response` was already read. */
  request<Method extends HttpMethod, Path extends PathsWith<Paths, Method>>(
    method: Method,
    path: Path,
    ...options: OptionalIfEmpty<OptionsOf<OperationOf<Paths, Path, Method>, Method>>
  ): Promise<{
    readonly data: Method extends 'HEAD' ? null : DataOf<OperationOf<Paths, Path, Method>>;
    readonly response: Response;
  }>;
  /** Returns one page of a list with its totals. */
  readonly list: ListCall<Paths, 'page'>;
  /** Iterates over the pages of a list, from the requested one to the last. Each is fetched when needed. */
  readonly pages: ListCall<Paths, 'pages'>;
  /** Iterates over the items of these pages. */
  readonly items: ListCall<Paths, 'items'>;
  /** Returns the items of all these pages. */
  readonly all: ListCall<Paths, 'all'>;
  /** Fetches a new nonce with the next call. Use it after a login or logout without leaving the page. */
  forgetNonce(): void;
}

/** Options of any call, without types. */
interface AnyOptions extends CommonOptions {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | true | undefined;
}

/**
 * Creates a client. With a session it fetches a nonce on first use and takes newer ones from responses. If the nonce
 * has expired, or the visitor has signed in since, it retries the call once, so that users do not lose their input.
 * @example const client = createClient({ root: '/api' }); const article = await
 *   client.get('/vendor-kb/v1/articles/{id}', { path: { id: 7 } });
 */
export function createClient<Paths = UnknownPaths>(options: ClientOptions): Client<Paths> {
  const { authorization, timeout } = options;
  const root = options.root.replace(/(?<!\/)\/+$/, '');
  // Looked up on each call, because a page may replace the global.
  const send: typeof fetch = options.fetch ?? ((...parameters) => fetch(...parameters));
  const nonces = createNonceKeeper(fetchNonce, options.nonce);

  /** Not aborted with the first call that needs it, since others may be waiting for it. */
  async function fetchNonce(): Promise<string> {
    const ask = (signal: AbortSignal) =>
      exchange(() => send(`${root}/nonce`, { credentials: 'same-origin', cache: 'no-store', signal }));
    const { response, text } = await limited(ask, { timeout });
    return nonceOf(response, text);
  }

  async function attempt(path: string, init: RequestInit): Promise<ClientResponse> {
    const { response, text } = await exchange(() => send(root + path, { credentials: 'same-origin', ...init }));
    return { data: readBody(response, text), response };
  }

  async function call(method: string, path: string, parameters: AnyOptions = {}): Promise<ClientResponse> {
    const address = addressOf(path, parameters);
    const headers = new Headers({ Accept: 'application/json' });
    for (const set of [options.headers, parameters.headers]) {
      new Headers(set).forEach((value, name) => {
        headers.set(name, value);
      });
    }
    const body = encodeBody(parameters.body, headers);
    const { idempotencyKey: key, signal } = parameters;
    if (key !== undefined) headers.set('Idempotency-Key', key === true ? randomKey() : key);
    return limited(
      async (ended) => {
        const init = { method, headers, signal: ended, ...(body === undefined ? {} : { body }) };
        if (authorization !== undefined) {
          headers.set('Authorization', typeof authorization === 'string' ? authorization : await authorization());
        }
        const once = (): Promise<ClientResponse> => attempt(address, init);
        return headers.has('Authorization') ? once() : withNonce(nonces, headers, once);
      },
      { signal, timeout },
    );
  }

  async function* pages(path: string, parameters: AnyOptions = {}): AsyncGenerator<ListPage<unknown>, void, undefined> {
    const { headers, signal } = parameters;
    for (let next: string | null = addressOf(path, parameters); next !== null; ) {
      const received: ClientResponse | null = await call('GET', next, { headers, signal }).catch((error: unknown) => {
        if (isPastTheEnd(error)) return null;
        throw error;
      });
      if (!received) return;
      yield toPage(received.data, received.response);
      next = nextPath(next, received.response);
    }
  }

  async function* items(path: string, parameters?: AnyOptions): AsyncGenerator<unknown, void, undefined> {
    for await (const page of pages(path, parameters)) yield* page.items;
  }

  const dataOf =
    (method: HttpMethod) =>
    async (path: string, parameters?: AnyOptions): Promise<unknown> =>
      (await call(method, path, parameters)).data;

  // The types of the calls depend on `Paths`, which does not exist at run time.
  return {
    get: dataOf('GET'),
    post: dataOf('POST'),
    put: dataOf('PUT'),
    patch: dataOf('PATCH'),
    delete: dataOf('DELETE'),
    request: call,
    async list(path: string, parameters?: AnyOptions) {
      const { data, response } = await call('GET', path, parameters);
      return toPage(data, response);
    },
    pages,
    items,
    async all(path: string, parameters?: AnyOptions) {
      const found: unknown[] = [];
      for await (const item of items(path, parameters)) found.push(item);
      return found;
    },
    forgetNonce: () => nonces.forget(),
  } satisfies Record<keyof Client, unknown> as unknown as Client<Paths>;
}
