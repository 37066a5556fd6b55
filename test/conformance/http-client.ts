import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

/** HTTP response as received. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Parsed body of a JSON response, otherwise undefined. */
  readonly data: unknown;
}

export interface HttpCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. Set the content type in `headers`. */
  readonly raw?: string | Uint8Array;
}

/** Sends one request. */
export type HttpClient = (method: string, path: string, call?: HttpCall) => Promise<HttpAnswer>;

/**
 * HTTP client that changes nothing: paths are sent byte for byte (fetch would resolve `..` and escape), redirects are
 * not followed and no headers are added.
 * @param agent keeps connections open between requests. By default each request has its own connection, which no
 * earlier refusal may have closed
 */
export function httpClient(base: string, agent: Agent | false = false): HttpClient {
  const { hostname, port } = new URL(base);
  const send: HttpClient = (method, path, call = {}) =>
    new Promise((resolve, reject) => {
      const { headers = {}, json, raw } = call;
      const body = json === undefined ? raw : JSON.stringify(json);
      const sent = request({
        hostname,
        port,
        method,
        path,
        agent,
        headers: {
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(body === undefined || 'Transfer-Encoding' in headers
            ? {}
            : { 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
      });
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The server may close a kept-alive connection during a request (Node's docs of `reusedSocket`).
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(method, path, call));
        else reject(error);
      });
      sent.once('response', (response) => {
        const chunks: Uint8Array[] = [];
        response.on('data', (chunk: Uint8Array) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = /^application\/json/.test(response.headers['content-type'] ?? '') && text !== '';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            data: isJson ? JSON.parse(text) : undefined,
          });
        });
      });
      sent.end(body);
    });
  return send;
}

/** Returns the header of HTTP Basic (RFC 7617). */
export function basic(name: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}
