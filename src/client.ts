/**
 * 'mortise/client': calls the REST routes of a host, from a browser with its session or from Node with a password.
 * It imports no package.
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
import { exchange, readAnswer } from './client/read-answer.js';
import { type Answer, withNonce } from './client/with-nonce.js';

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

export interface ClientOptions {
  /** Address of the REST root: `/api` in a page of the same site, in full elsewhere. */
  readonly root: string;
  /**
   * Sent as `Authorization`, a function is asked before each request. Without it the browser's session counts, and
   * the client takes care of its nonce.
   */
  readonly authorization?: string | (() => string | Promise<string>) | undefined;
  /** The nonce that the page came with, which saves asking for it; the empty text when nobody is logged in. */
  readonly nonce?: string | undefined;
  /** Sent with every call. */
  readonly headers?: HeaderValues | undefined;
  /** Milliseconds after which a call fails with `timeout`, repeats included; default none. */
  readonly timeout?: number | undefined;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** A call that answers the data alone. */
export type Call<Paths, Method extends HttpMethod> = <Path extends PathsWith<Paths, Method>>(
  path: Path,
  ...options: OptionalIfEmpty<OptionsOf<OperationOf<Paths, Path, Method>, Method>>
) => Promise<DataOf<OperationOf<Paths, Path, Method>>>;

/** A call of a list. */
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

/** All calls reject with a `ClientError`, and with a TypeError for a path parameter that cannot be sent. */
export interface Client<Paths = UnknownPaths> {
  readonly get: Call<Paths, 'GET'>;
  readonly post: Call<Paths, 'POST'>;
  readonly put: Call<Paths, 'PUT'>;
  readonly patch: Call<Paths, 'PATCH'>;
  readonly delete: Call<Paths, 'DELETE'>;
  /** For those who want to see status and headers as well; the body of `response` has been read. */
  request<Method extends HttpMethod, Path extends PathsWith<Paths, Method>>(
    method: Method,
    path: Path,
    ...options: OptionalIfEmpty<OptionsOf<OperationOf<Paths, Path, Method>, Method>>
  ): Promise<{
    readonly data: Method extends 'HEAD' ? null : DataOf<OperationOf<Paths, Path, Method>>;
    readonly response: Response;
  }>;
  /** One page of a list with its totals. */
  readonly list: ListCall<Paths, 'page'>;
  /** The pages of a list, from the one asked for to the last, each fetched when it is wanted. */
  readonly pages: ListCall<Paths, 'pages'>;
  /** The items of these pages one by one. */
  readonly items: ListCall<Paths, 'items'>;
  /** The items of these pages at once. */
  readonly all: ListCall<Paths, 'all'>;
  /** Asks for a new nonce at the next call: after logging in or out without leaving the page. */
  forgetNonce(): void;
}

/** The options of any call, as they are sent. */
interface AnyOptions extends CommonOptions {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | true | undefined;
}

/**
 * Creates a client. With a session it fetches a nonce when it first needs one, takes newer ones from the answers, and
 * sends the call once more when its nonce has expired or the visitor has logged in meanwhile, so that nobody loses
 * what they wrote.
 */
export function createClient<Paths = UnknownPaths>(options: ClientOptions): Client<Paths> {
  const { authorization, timeout } = options;
  const root = options.root.replace(/(?<!\/)\/+$/, '');
  // The global is looked up late: a page may replace it.
  const send: typeof fetch = options.fetch ?? ((...parameters) => fetch(...parameters));
  const nonces = createNonceKeeper(fetchNonce, options.nonce);

  /** Not ended with the call that needs it first, because others may be waiting too. */
  async function fetchNonce(): Promise<string> {
    const ask = (signal: AbortSignal) =>
      exchange(() => send(`${root}/nonce`, { credentials: 'same-origin', cache: 'no-store', signal }));
    const { response, text } = await limited(ask, { timeout });
    return nonceOf(response, text);
  }

  async function attempt(path: string, init: RequestInit): Promise<Answer> {
    const { response, text } = await exchange(() => send(root + path, { credentials: 'same-origin', ...init }));
    return { data: readAnswer(response, text), response };
  }

  async function call(method: string, path: string, parameters: AnyOptions = {}): Promise<Answer> {
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
        const once = (): Promise<Answer> => attempt(address, init);
        return headers.has('Authorization') ? once() : withNonce(nonces, headers, once);
      },
      { signal, timeout },
    );
  }

  async function* pages(path: string, parameters: AnyOptions = {}): AsyncGenerator<ListPage<unknown>, void, undefined> {
    const { headers, signal } = parameters;
    for (let next: string | null = addressOf(path, parameters); next !== null; ) {
      const answer: Answer | null = await call('GET', next, { headers, signal }).catch((error: unknown) => {
        if (isPastTheEnd(error)) return null;
        throw error;
      });
      if (!answer) return;
      yield toPage(answer.data, answer.response);
      next = nextPath(next, answer.response);
    }
  }

  async function* items(path: string, parameters?: AnyOptions): AsyncGenerator<unknown, void, undefined> {
    for await (const page of pages(path, parameters)) yield* page.items;
  }

  const dataOf =
    (method: HttpMethod) =>
    async (path: string, parameters?: AnyOptions): Promise<unknown> =>
      (await call(method, path, parameters)).data;

  // The types of the calls follow from `Paths`, which is gone at run time: here they are all the same.
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
