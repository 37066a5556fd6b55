import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HostError } from '../errors.js';

/** Minimum bytes per second of a legitimate body; same as Apache's mod_reqtimeout. */
const MINIMUM_RATE = 500;

/** Milliseconds without progress, or beyond what the minimum rate allows, before a body is aborted. */
export const DEFAULT_BODY_TIMEOUT = 10_000;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Request body while it is being received. */
export interface IncomingBody {
  /**
   * Bytes as they arrive, decompressed.
   * @throws HostError while reading: 408 `rest_body_timeout`, 499 `rest_client_gone`, 400 `rest_invalid_encoding`
   */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes announced by Content-Length; 0 if it does not give the size of what is read. */
  readonly announced: number;
  /** Stops reading. Bytes that have not arrived yet stay on the connection. */
  close(): void;
}

/**
 * Opens a request's body.
 * @param timeout milliseconds without progress before the body is aborted
 * @throws HostError 415 `rest_unsupported_encoding`
 */
export function openBody(request: IncomingMessage, timeout: number): IncomingBody {
  const encoding = String(request.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  const createDecoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!createDecoder && encoding !== 'identity') throw unsupportedEncoding(encoding);
  const source = supervised(request, timeout);
  function close(): void {
    // Destroying the stream would unpipe and pause the request later, when others may already be reading it.
    request.unpipe(source);
    source.destroy();
  }
  if (createDecoder) return { chunks: decompressed(source, createDecoder()), announced: 0, close };
  return { chunks: source, announced: Number(request.headers['content-length'] ?? 0), close };
}

/** Wraps a body that has already been read. */
export function bufferedBody(bytes: Uint8Array): IncomingBody {
  return { chunks: Readable.from([bytes]), announced: bytes.length, close: () => undefined };
}

/** Passes on at most `limit` bytes, and throws before any byte beyond it. */
export async function* atMost(
  { chunks, announced }: IncomingBody,
  limit: number,
  refuse: (limit: number) => HostError,
): AsyncGenerator<Uint8Array> {
  if (announced > limit) throw refuse(limit);
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw refuse(limit);
    yield chunk;
  }
}

function supervised(request: IncomingMessage, timeout: number): Transform {
  let received = 0;
  let waited = 0;
  let idle = 0;
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      received += chunk.length;
      idle = 0;
      done(null, chunk);
    },
  });
  const period = timeout / 10;
  const watch = setInterval(() => {
    // Backpressure: our own reader is slow, not the client.
    if (stream.writableNeedDrain) return;
    idle += period;
    waited += period;
    if (idle >= timeout || waited > timeout + (received / MINIMUM_RATE) * 1000) stream.destroy(bodyTimeout());
  }, period);
  const giveUp = (): void => {
    if (!request.readableEnded) stream.destroy(clientGone());
  };
  request.on('error', giveUp);
  request.once('close', giveUp);
  stream.once('close', () => {
    clearInterval(watch);
    request.off('close', giveUp);
  });
  if (request.destroyed) giveUp();
  else request.pipe(stream);
  return stream;
}

async function* decompressed(source: Readable, decoder: Transform): AsyncGenerator<Uint8Array> {
  // Errors of either stream reach the reader through the decoder.
  pipeline(source, decoder, () => undefined);
  try {
    yield* decoder as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof HostError ? error : invalidEncoding(error);
  }
}

function bodyTimeout(): HostError {
  return new HostError(
    'rest_body_timeout',
    'The request body arrived too slowly. Send it again over a faster connection.',
    {
      status: 408,
    },
  );
}

/** No client receives this response; 499 is nginx's log status for the same case. */
function clientGone(): HostError {
  return new HostError('rest_client_gone', 'The client disconnected before the request was complete.', { status: 499 });
}

function unsupportedEncoding(encoding: string): HostError {
  return new HostError(
    'rest_unsupported_encoding',
    `The Content-Encoding "${encoding}" is not supported. Send the body uncompressed, or as gzip, deflate or br.`,
    { status: 415, headers: { 'Accept-Encoding': 'gzip, deflate, br' } },
  );
}

function invalidEncoding(cause: unknown): HostError {
  return new HostError(
    'rest_invalid_encoding',
    'The body does not match its Content-Encoding. Compress it again, or send it uncompressed.',
    { status: 400 },
    { cause },
  );
}
