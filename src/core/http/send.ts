import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { Logger } from 'pino';

/** Request listener for node:http that is also middleware for Express, Connect and similar frameworks. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;

/** Response in its final form. A null body means no body; a stream's length is set in the headers. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Uint8Array | Readable | null;
}

/** Returns the bytes of the body, also for HEAD; undefined for no body or a stream. */
export function bodyLength({ body }: WireResponse): number | undefined {
  return body === null || body instanceof Readable ? undefined : Buffer.byteLength(body);
}

/** Sends a response; for HEAD only its headers. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  wireResponse: WireResponse,
  log: Logger,
): void {
  const { status, body } = wireResponse;
  const headers: OutgoingHttpHeaders = { ...wireResponse.headers };
  const keepsConnection = mayKeepConnection(request, status);
  const isStream = body instanceof Readable;
  const length = bodyLength(wireResponse);
  if (length !== undefined) headers['Content-Length'] = length;
  if (!keepsConnection && request.httpVersionMajor === 1) headers.Connection = 'close';
  writeHead(response, status, headers, log);
  if (isStream) {
    sendStream(request, response, body, log);
    return;
  }
  const payload = body === null || request.method === 'HEAD' ? '' : body;
  if (keepsConnection) {
    // Node discards a body that was never read; a partly read one would block the next request.
    if (request.readableDidRead && !request.readableEnded) request.resume();
    response.end(payload);
  } else endConnection(request, response, status, payload);
}

function sendStream(request: IncomingMessage, response: ServerResponse, body: Readable, log: Logger): void {
  if (request.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  let hasLeft = false;
  // A failure ends both streams; the one that closed first caused it.
  response.once('close', () => {
    hasLeft = !body.destroyed;
  });
  pipeline(body, response, (error) => {
    // A disconnected client is not an error; a source that breaks off truncates the response.
    if (error && !hasLeft && body.errored && body.errored.message !== 'aborted') {
      log.error({ err: error, path: request.url }, 'A file could not be sent completely');
    }
  });
}

/** Uses a single call if all headers are valid, because setting them one by one is slower. */
function writeHead(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, log: Logger): void {
  try {
    response.writeHead(status, headers);
  } catch (error) {
    if (response.headersSent) throw error;
    setHeaders(response, { status, headers }, log);
  }
}

/**
 * Sets status and headers of a response whose body is sent separately. An invalid header value is dropped: it must
 * neither undo the request's work nor inject another header.
 */
export function setHeaders(
  response: ServerResponse,
  { status, headers }: { readonly status: number; readonly headers: OutgoingHttpHeaders },
  log: Logger,
): void {
  response.statusCode = status;
  for (const [name, value = ''] of Object.entries(headers)) {
    try {
      response.setHeader(name, value);
    } catch (error) {
      log.error(
        { err: error, header: name },
        'A header was omitted: its value has invalid characters and must be encoded',
      );
    }
  }
}

/** Maximum unread body bytes that are cheaper to read than a new connection. */
const SMALL_REST = 64 * 1024;

/** Whether the connection can be reused: the body is read, or little of it is left. */
export function mayKeepConnection(request: IncomingMessage, status: number): boolean {
  if (status === 408 || status === 413) return false;
  if (request.complete || request.httpVersionMajor > 1) return true;
  const { 'transfer-encoding': coding, 'content-length': length = 0 } = request.headers;
  return coding === undefined && Number(length) <= SMALL_REST;
}

/** Maximum bytes and milliseconds to drain a rejected body. */
const LINGER = { bytes: 16 * 1024 * 1024, time: 2_000 };

/**
 * Answers and closes the connection. Closing with unread bytes resets it, and the reset may overtake the response; so
 * the response is written first, and the rest of the body is drained for a while, until the client closes.
 */
function endConnection(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
): void {
  // A client that sends too slowly has no data in flight that would cause a reset.
  if (request.complete || request.destroyed || status === 408) {
    response.end(body);
    return;
  }
  if (body.length > 0) response.write(body);
  else response.flushHeaders();
  let left = LINGER.bytes;
  const timer = setTimeout(finish, LINGER.time);
  function finish(): void {
    clearTimeout(timer);
    request.off('data', discard);
    if (!response.writableEnded) response.end();
  }
  function discard(chunk: Uint8Array): void {
    left -= chunk.length;
    if (left < 0) finish();
  }
  request.on('data', discard);
  request.once('end', finish);
  request.once('close', finish);
  request.resume();
}
