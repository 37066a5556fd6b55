import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { HostError } from '../errors.js';
import { contentDisposition } from '../http/content-disposition.js';
import { fileResponse } from '../http/file-response.js';
import type { ByteRange } from '../services/objects/object-store.js';
import { type RestResponse, respond } from './response.js';
import type { RestRequest } from './route.js';

/** File that a route answers with. */
export interface RestFile {
  /** Name for saving the file; any text. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
  /**
   * Text that changes with the bytes: their digest, or an id with a revision number. The `ETag` is derived from it; a
   * SHA-256 in hex is used as it is.
   */
  readonly version: string;
  /**
   * Whether browsers show the file or save it. A shown file cannot run scripts and has no origin. @default
   * `attachment`
   */
  readonly disposition?: 'attachment' | 'inline';
  /** `Cache-Control` header. @default `private, no-store` */
  readonly cache?: string;
  /** Opens the content or a range of it. The host closes a stream. */
  readonly open: (range?: ByteRange) => Readable | Uint8Array | Promise<Readable | Uint8Array>;
}

const SHA256 = /^[\da-f]{64}$/;

/**
 * Answers with a file: whole, in part, or 304 if the caller's copy is current. Evaluates `Range`, `If-Range`,
 * `If-None-Match` and `If-Modified-Since`. Methods other than GET and HEAD get the whole file. The route must declare
 * `returns: { type: 'string', format: 'binary' }`.
 * @throws HostError 416 `rest_range_not_satisfiable` for a range past the end; errors of `open`
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
  // Without a listener, a read error before sending would crash the process.
  if (isFile(body)) body.on('error', () => undefined);
  return respond(body, { status, headers });
}

/** Whether the data of a response is a file, which is sent as a stream. */
export function isFile(data: unknown): data is Readable {
  return data instanceof Readable;
}

/** Closes a file that cannot be part of a batch, an embed or an envelope, and returns the error. */
export function refuseFile(file: Readable): HostError {
  file.destroy();
  const message = 'This URL returns a file, which cannot be part of another response. Request it separately.';
  return new HostError('rest_file_not_embeddable', message, { status: 400 });
}
