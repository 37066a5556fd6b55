/** 'mortise/client': calls the REST routes of a host from a browser or from Node. Imports nothing. */

export interface ClientOptions {
  /** Address of the REST root, e.g. `/api` in a page of the same site. */
  readonly root: string;
  /** Sent as `Authorization`; without it the browser's session cookie and a nonce are used. */
  readonly authorization?: string;
  readonly fetch?: typeof fetch;
}

/** One page of a list. */
export interface ListPage<T> {
  readonly items: T;
  readonly total: number;
  readonly totalPages: number;
}

/** An answer that is an error, with the stable code of the host. */
export class ClientError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: unknown;

  constructor(status: number, body: { code?: string; message?: string; data?: unknown }) {
    super(body.message ?? `The server answered ${status}.`);
    this.name = 'ClientError';
    this.code = body.code ?? 'unknown_error';
    this.status = status;
    this.data = body.data;
  }
}

export interface Client {
  /** @throws ClientError */
  request<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** A list with its totals. */
  list<T>(path: string): Promise<ListPage<T>>;
}

/**
 * Creates a client. With a session it fetches a nonce when it first needs one, takes newer ones from the answers,
 * and tries once more when one has expired, so that nobody loses what they wrote.
 */
export function createClient({ root, authorization, fetch: send = fetch }: ClientOptions): Client {
  let nonce: Promise<string> | null = null;

  async function fetchNonce(): Promise<string> {
    const response = await send(`${root}/nonce`, { credentials: 'same-origin' });
    return response.ok ? response.text() : '';
  }

  async function headersOf(body: unknown): Promise<Record<string, string>> {
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (authorization !== undefined) return { ...headers, Authorization: authorization };
    nonce ??= fetchNonce();
    const value = await nonce;
    return value === '' ? headers : { ...headers, 'X-CMS-Nonce': value };
  }

  async function call(method: string, path: string, body: unknown, isRetry = false): Promise<Response> {
    const response = await send(root + path, {
      method,
      credentials: 'same-origin',
      headers: await headersOf(body),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const newer = response.headers.get('X-CMS-Nonce');
    if (newer) nonce = Promise.resolve(newer);
    if (response.ok) return response;
    const error = new ClientError(response.status, await response.json().catch(() => ({})));
    if (error.code !== 'rest_cookie_invalid_nonce' || isRetry) throw error;
    nonce = null;
    return call(method, path, body, true);
  }

  async function read<T>(response: Response): Promise<T> {
    return (response.status === 204 ? null : await response.json()) as T;
  }

  return {
    request: async (method, path, body) => read(await call(method, path, body)),
    async list(path) {
      const response = await call('GET', path, undefined);
      return {
        items: await read(response),
        total: Number(response.headers.get('X-CMS-Total') ?? 0),
        totalPages: Number(response.headers.get('X-CMS-TotalPages') ?? 0),
      };
    },
  };
}
