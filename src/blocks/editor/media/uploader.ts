import { createClient } from '../../../client.js';
import { type MediaItem, toMediaItem } from './media-item.js';

export interface UploadOptions {
  /** Gets the share that has been sent, from 0 to 1; null while the server works on it. */
  onProgress(share: number | null): void;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** Puts files into the library. @throws ClientError with the reason of the server, `aborted`, `network_error` */
export type Uploader = (file: File, options: UploadOptions) => Promise<MediaItem>;

type Listener = UploadOptions['onProgress'];

/** Sizes are made on the server, so that more uploads at once would only wait there. */
const AT_ONCE = 2;

/** @param root of the REST routes */
export function createUploader(root: string): Uploader {
  const listeners = new WeakMap<object, Listener>();
  const waiting: (() => void)[] = [];
  let running = 0;
  const client = createClient({ root, fetch: (input, init) => send(input, init, listeners) });

  async function turn(): Promise<void> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  }

  /** Whoever waits takes over the place. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (file, { onProgress, signal }) => {
    await turn();
    try {
      const body = new FormData();
      body.set('file', file, file.name || 'file');
      listeners.set(body, onProgress);
      return toMediaItem(await client.post('/mortise/v1/media', { body, signal }));
    } finally {
      leave();
    }
  };
}

/** As `fetch`, which does not tell how much of a body has been sent: forms that somebody listens to go another way. */
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
    request.addEventListener('load', () => resolve(answerOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The request failed.')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was given up.', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    request.open(method, address);
    new Headers(headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    signal?.addEventListener('abort', stop);
    request.send(body as FormData);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  // The body is read already, whatever way it came.
  headers.delete('Content-Encoding');
  return new Response(request.responseText, { status: request.status, headers });
}
