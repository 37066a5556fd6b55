import { Readable } from 'node:stream';
import type { ByteRange } from '../services/objects/object-store.js';
import type { AuthRequest } from './auth-request.js';
import { hasEntityTag } from './entity-tags.js';
import { requestHeader } from './request-header.js';

/** File to serve to a browser. */
export interface ServedFile {
  readonly bytes: number;
  readonly modifiedAt: Date;
  /** Strong entity tag in quotation marks; changes with the bytes. */
  readonly etag: string;
  readonly type: string;
  /** `Content-Disposition` header. */
  readonly disposition: string;
  /** `Cache-Control` header. */
  readonly cache: string;
  open(range?: ByteRange): Promise<Readable>;
}

export interface FileResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Readable;
}

/** Prevents the file, whatever its content, from loading or running anything, and gives it no origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Answers GET and HEAD for a file: whole, in part, or 304 if the caller's copy is current. Ranges follow RFC 9110
 * section 14; several ranges get the whole file.
 */
export async function fileResponse(
  request: Pick<AuthRequest, 'headers' | 'method'>,
  file: ServedFile,
): Promise<FileResponse> {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' }, body: '' };
  const about = {
    ETag: file.etag,
    'Last-Modified': file.modifiedAt.toUTCString(),
    'Cache-Control': file.cache,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
  };
  if (isFresh(request, file)) return { status: 304, headers: about, body: Readable.from([]) };
  const range =
    method === 'GET' && mayBeInPart(request, file) ? rangeOf(requestHeader(request, 'range'), file.bytes) : null;
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...about, 'Content-Range': `bytes */${file.bytes}` }, body: '' };
  }
  const whole = {
    ...about,
    'Content-Type': file.type,
    'Content-Disposition': file.disposition,
    // Browsers show PDF in viewer pages that this policy would break.
    ...(isShownPdf(file) ? {} : { 'Content-Security-Policy': POLICY }),
  };
  if (range) {
    const { start, end } = range;
    const part = { 'Content-Range': `bytes ${start}-${end}/${file.bytes}`, 'Content-Length': String(end - start + 1) };
    return { status: 206, headers: { ...whole, ...part }, body: await file.open(range) };
  }
  const body = method === 'HEAD' ? Readable.from([]) : await file.open();
  return { status: 200, headers: { ...whole, 'Content-Length': String(file.bytes) }, body };
}

const isShownPdf = ({ type, disposition }: ServedFile): boolean =>
  type === 'application/pdf' && disposition.startsWith('inline');

type FileRequest = Pick<AuthRequest, 'headers'>;

/** If-None-Match wins over If-Modified-Since (RFC 9110 section 13.2.2). */
function isFresh(request: FileRequest, { etag, modifiedAt }: ServedFile): boolean {
  const tags = requestHeader(request, 'if-none-match');
  if (tags !== undefined) return hasEntityTag(tags, etag);
  const since = Date.parse(requestHeader(request, 'if-modified-since') ?? '');
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since;
}

/** Whether a range fits the caller's partial copy (`If-Range`): the same strong tag or date. */
function mayBeInPart(request: FileRequest, { etag, modifiedAt }: ServedFile): boolean {
  const ifRange = requestHeader(request, 'if-range')?.trim();
  return ifRange === undefined || ifRange === etag || ifRange === modifiedAt.toUTCString();
}

/** Range syntax without spaces (RFC 9110 section 14.1.2). */
const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;
/** Maximum length of a `Range` header in characters; longer ones are ignored, as RFC 9110 allows. */
const MAX_RANGE_LENGTH = 100;

function rangeOf(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  if (header === undefined || header.length > MAX_RANGE_LENGTH) return null;
  const [, first = '', last = ''] = ONE_RANGE.exec(header.trim()) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < bytes ? { start, end } : 'unsatisfiable';
}
