import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { HostError } from '../errors.js';
import { contentDisposition } from '../http/content-disposition.js';
import { fileResponse } from '../http/file-response.js';
import type { ByteRange } from '../services/objects/object-store.js';
import { type RestResponse, respond } from './response.js';
import type { RestRequest } from './route.js';

/** A file that a route answers with. */
export interface RestFile {
  /** Under which it is saved; any text. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
  /**
   * Another text for other bytes: their digest, or an id with the number of changes. The `ETag` is made of it; a SHA-256
   * in hex is the `ETag`.
   */
  readonly version: string;
  /**
   * Whether browsers may show it in place of saving it; default `attachment`. What is shown runs nothing and belongs to
   * no origin.
   */
  readonly disposition?: 'attachment' | 'inline';
  /** `Cache-Control`; default `private, no-store`. */
  readonly cache?: string;
  /** The bytes, of which a range may be asked for. A stream is closed by the host. */
  readonly open: (range?: ByteRange) => Readable | Uint8Array | Promise<Readable | Uint8Array>;
}

const SHA256 = /^[\da-f]{64}$/;

/**
 * Answers with a file: whole or in part (`Range`, `If-Range`), or 304 to who has it (`If-None-Match`,
 * `If-Modified-Since`). Other methods than GET and HEAD are answered with the whole file. The route says
 * `returns: { type: 'string', format: 'binary' }`.
 * @throws HostError 416 `rest_range_not_satisfiable` for a range past the end; what `open` throws
 */
export async function respondFile(
  request: Pick<RestRequest, 'headers' | 'method'>,
  { name, type, bytes, modifiedAt, version, disposition = 'attachment', cache = 'private, no-store', open }: RestFile,
): Promise<RestResponse> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const { status, headers, body } = await fileResponse(isRead ? request : { method: 'GET', headers: {} }, {
    bytes,
    modifiedAt,
    etag: `"${SHA256.test(version) ? version : hash('sha256', version, 'base64url').slice(0, 22)}"`,
    type,
    disposition: contentDisposition(disposition, name),
    cache,
    async open(range) {
      const content = await open(range);
      return isFile(content) ? content : Readable.from([content]);
    },
  });
  if (status === 416) {
    const message = `The file has ${bytes} bytes, none of which are in this range.`;
    throw new HostError('rest_range_not_satisfiable', message, { status: 416, headers });
  }
  // Until it is sent nobody listens, and a file that cannot be read must not end the process.
  if (isFile(body)) body.on('error', () => undefined);
  return respond(body, { status, headers });
}

/** Whether the data of an answer is a file, which is sent as it comes. */
export function isFile(data: unknown): data is Readable {
  return data instanceof Readable;
}

/** Where a file cannot go: into a batch, an embedding or an envelope. What was opened is closed. */
export function refuseFile(file: Readable): HostError {
  file.destroy();
  const message = 'This address answers with a file, which cannot be part of another answer. Ask for it on its own.';
  return new HostError('rest_file_not_embeddable', message, { status: 400 });
}
