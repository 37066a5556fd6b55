import type { EditorConfig } from '../config.js';
import { createSessionClient } from './session-client.js';

export interface SendOptions {
  /** Receives the progress of the upload, from 0 to 1; null while the server processes it. */
  onProgress(share: number | null): void;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a form with files to a route, with the session of the page.
 * @param path route below the root of the REST API
 * @throws ClientError with the reason of the server, `aborted`, `network_error`
 */
export type Sender = (path: string, body: FormData, options: SendOptions) => Promise<unknown>;

type Listener = SendOptions['onProgress'];

export function createSender(config: Pick<EditorConfig, 'root' | 'userId'>): Sender {
  const listeners = new WeakMap<object, Listener>();
  const client = createSessionClient(config, (input, init) => send(input, init, listeners));
  return (path, body, { onProgress, signal }) => {
    listeners.set(body, onProgress);
    return client.post(path, { body, signal });
  };
}

/** Works like `fetch`, which does not report upload progress. Forms with a listener are sent by XMLHttpRequest. */
function send(input: string | URL | Request, init: RequestInit = {}, listeners: WeakMap<object, Listener>) {
  const { body } = init;
  const listener = body instanceof FormData ? listeners.get(body) : undefined;
  return listener ? sendForm(String(input), init, listener) : fetch(input, init);
}

function sendForm(address: string, { method = 'POST', headers, body, signal }: RequestInit, listener: Listener) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) listener(loaded / total);
    });
    request.upload.addEventListener('load', () => listener(null));
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The request failed.')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled.', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    request.open(method, address);
    new Headers(headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    signal?.addEventListener('abort', stop);
    request.send(body as FormData);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  // The body is already decoded.
  headers.delete('Content-Encoding');
  return new Response(request.responseText, { status: request.status, headers });
}
