import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { Logger } from 'pino';

/** A request listener for node:http that is also a middleware of Express, Connect and their kin. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;

/** What goes over the wire; a body of null is none at all. The length of a stream is for its headers to say. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Uint8Array | Readable | null;
}

/** Bytes of the body, also for HEAD; undefined where there is none, or where it is a stream. */
export function bodyLength({ body }: WireAnswer): number | undefined {
  return body === null || body instanceof Readable ? undefined : Buffer.byteLength(body);
}

/** Sends an answer; to HEAD its headers alone. */
export function send(request: IncomingMessage, response: ServerResponse, answer: WireAnswer, log: Logger): void {
  const { status, body } = answer;
  const headers: OutgoingHttpHeaders = { ...answer.headers };
  const keepsConnection = mayKeepConnection(request, status);
  const isStream = body instanceof Readable;
  const length = bodyLength(answer);
  if (length !== undefined) headers['Content-Length'] = length;
  if (!keepsConnection && request.httpVersionMajor === 1) headers.Connection = 'close';
  writeHead(response, status, headers, log);
  if (isStream) {
    sendStream(request, response, body, log);
    return;
  }
  const shown = body === null || request.method === 'HEAD' ? '' : body;
  if (keepsConnection) {
    // Node throws away what nobody has begun to read; what was read in part would block the next request.
    if (request.readableDidRead && !request.readableEnded) request.resume();
    response.end(shown);
  } else endConnection(request, response, status, shown);
}

function sendStream(request: IncomingMessage, response: ServerResponse, body: Readable, log: Logger): void {
  if (request.method === 'HEAD') {
    body.destroy();
    response.end();
    return;
  }
  let hasLeft = false;
  // Whatever fails here ends both: whose end came first is whose fault it is.
  response.once('close', () => {
    hasLeft = !body.destroyed;
  });
  pipeline(body, response, (error) => {
    // Who went away has nothing to hear; a source that broke off leaves an answer that is shorter than it says.
    if (error && !hasLeft && body.errored && body.errored.message !== 'aborted') {
      log.error({ err: error, path: request.url }, 'A file could not be sent to its end');
    }
  });
}

/** One call where all headers can be sent, since setting them one by one costs more. */
function writeHead(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, log: Logger): void {
  try {
    response.writeHead(status, headers);
  } catch (error) {
    if (response.headersSent) throw error;
    setHeaders(response, { status, headers }, log);
  }
}

/**
 * Status and headers of an answer, for whoever writes its body. A value that no header can carry must not undo what
 * the request has done, nor become a header of its own: it is left out.
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
      log.error({ err: error, header: name }, 'A header was left out: encode its value, it holds what headers cannot');
    }
  }
}

/** Bytes of an unread body that are less trouble to read than a new connection would be. */
const SMALL_REST = 64 * 1024;

/** Whether the next request may follow on this connection: the body is read, or what is left of it is little. */
export function mayKeepConnection(request: IncomingMessage, status: number): boolean {
  if (status === 408 || status === 413) return false;
  if (request.complete || request.httpVersionMajor > 1) return true;
  const { 'transfer-encoding': coding, 'content-length': length = 0 } = request.headers;
  return coding === undefined && Number(length) <= SMALL_REST;
}

/** What is read and thrown away of a refused body: bytes and milliseconds. */
const LINGER = { bytes: 16 * 1024 * 1024, time: 2_000 };

/**
 * Answers and closes the connection. A close with bytes unread resets it, and the reset may overtake the answer; so the
 * answer is written first, and for a while the rest of the body is thrown away, until the client has read and hung up.
 */
function endConnection(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
): void {
  // Who sends too slowly has nothing on the way that could be in our way.
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
