import type { IncomingMessage } from 'node:http';
import { HostError } from '../errors.js';
import { safeFileName } from './file-name.js';
import type { SiteRequest } from './site-request.js';
import type { UploadedFile } from './uploads.js';

/** Request after the body parsers of Express and multer, which store their results in these properties. */
export type ParsedRequest = IncomingMessage & {
  readonly body?: unknown;
  readonly file?: unknown;
  readonly files?: unknown;
};

/** Whether a middleware of the site has already read the body. */
export function wasRead(request: ParsedRequest): boolean {
  return request.readableDidRead || (request.body !== undefined && request.readableEnded);
}

/**
 * Returns the result of the site's parser.
 * @throws HostError 500 `rest_body_consumed` when there is none
 */
export function bodyOfSite(request: ParsedRequest, site?: Pick<SiteRequest, 'body'> | null): unknown {
  const body = request.body ?? site?.body();
  if (body !== undefined) return body;
  throw consumed(
    'Another body parser has read the body and left nothing in request.body (in Koa: context.request.body). Mount the host before that middleware, or use a parser that sets it.',
  );
}

/**
 * Returns the bytes of a body that was read as text.
 * @throws HostError 500 `rest_body_consumed` for binary data, which lost bytes and must not be accepted as a file
 */
export function bytesOfText(body: string): Uint8Array {
  if (!body.includes('\ufffd')) return Buffer.from(body);
  throw consumed(
    'Another body parser has read a file as text and damaged it. Mount the host before it, or restrict it to text.',
  );
}

/**
 * Converts files that multer has stored on disk.
 * @throws HostError 500 `rest_body_consumed` for files in memory, or stored by another parser
 */
export function filesOfSite({ file, files }: ParsedRequest, site?: Pick<SiteRequest, 'files'> | null): UploadedFile[] {
  if (Object.keys(site?.files() ?? {}).length > 0) {
    throw consumed(
      'Another body parser has stored the files of this form in context.request.files. Mount the host before it, or exclude multipart/form-data.',
    );
  }
  const lists = Array.isArray(files) || !isRecord(files) ? [files] : Object.values(files);
  const stored = [file, ...lists].flat().filter(isRecord);
  return stored.map(({ fieldname, originalname, mimetype, size, path }) => {
    if (typeof path !== 'string') {
      throw consumed(
        'Another body parser keeps uploaded files in memory. Mount the host before it, or configure it to write files to disk.',
      );
    }
    return {
      field: text(fieldname) || 'file',
      name: safeFileName(text(originalname)),
      type: text(mimetype).toLowerCase(),
      size: Number(size),
      path,
    };
  });
}

function consumed(message: string): HostError {
  return new HostError('rest_body_consumed', message, { status: 500 });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
