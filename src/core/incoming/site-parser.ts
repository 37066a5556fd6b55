import type { IncomingMessage } from 'node:http';
import { HostError } from '../errors.js';
import type { UploadedFile, UploadRules } from '../rest/uploads.js';
import { safeFileName } from './file-name.js';
import { fileRefusal, uploadTooLarge } from './upload-rules.js';

/** A request after the body parsers of Express and multer, which leave what they read in these places. */
export type ParsedRequest = IncomingMessage & {
  readonly body?: unknown;
  readonly file?: unknown;
  readonly files?: unknown;
};

/** Whether a middleware of the site has read the body before us. */
export function wasRead(request: ParsedRequest): boolean {
  return request.readableDidRead || (request.body !== undefined && request.readableEnded);
}

/**
 * What the site's parser has left.
 * @throws HostError 500 `rest_body_consumed` when it has left nothing
 */
export function bodyOfSite(request: ParsedRequest): unknown {
  if (request.body !== undefined) return request.body;
  throw new HostError(
    'rest_body_consumed',
    'Something has read the body before the host and left no request.body. Mount the host before that middleware, or use a parser that sets request.body.',
    { status: 500 },
  );
}

/**
 * The files that multer has stored, as ours. They are held to the route's rules like all others.
 * @throws HostError those of uploads; 500 `rest_body_consumed` for files that were kept in memory
 */
export function filesOfSite({ file, files }: ParsedRequest, rules: UploadRules): UploadedFile[] {
  const lists = Array.isArray(files) || !isRecord(files) ? [files] : Object.values(files);
  const stored = [file, ...lists].flat().filter(isRecord);
  return stored.map((entry, index) => {
    const { fieldname, originalname, mimetype, size, path } = entry;
    if (typeof path !== 'string') throw keptInMemory();
    const type = text(mimetype).toLowerCase();
    const refusal = fileRefusal(type, index, rules);
    if (refusal) throw refusal;
    if (Number(size) > rules.maxFileSize) throw uploadTooLarge(rules.maxFileSize);
    return { field: text(fieldname) || 'file', name: safeFileName(text(originalname)), type, size: Number(size), path };
  });
}

function keptInMemory(): HostError {
  return new HostError(
    'rest_body_consumed',
    'A parser before the host keeps uploaded files in memory. Mount the host before it, or let it write files to disk.',
    { status: 500 },
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
