import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

/** One answer as it came over the wire. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body of a JSON answer; undefined for everything else. */
  readonly data: unknown;
}

export interface HttpCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is; the content type stands in `headers`. */
  readonly raw?: string | Uint8Array;
}

/** Sends one request. */
export type HttpClient = (method: string, path: string, call?: HttpCall) => Promise<HttpAnswer>;

/**
 * A client that changes nothing on the way: paths are sent byte for byte (fetch would resolve `..` and escape), no
 * redirect is followed, no header is added.
 * @param agent keeps connections open between requests; by default each request has a connection of its own, which no
 *   earlier refusal may have closed
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
        // The server may close a kept connection while a request is on its way (Node's documentation of `reusedSocket`).
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

/** The header of HTTP Basic (RFC 7617). */
export function basic(name: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}
