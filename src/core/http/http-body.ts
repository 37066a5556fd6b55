import {
  acceptParsed,
  type BodyRules,
  type BodySource,
  bodyTooLarge,
  MULTIPART,
  mediaType,
  NO_BODY,
  parseBody,
  type ReceivedBody,
  unsupportedMediaType,
} from './body.js';
import { atMost, bufferedBody, type IncomingBody, openBody } from './body-stream.js';
import { safeFileName } from './file-name.js';
import { receiveMultipart } from './multipart.js';
import { bodyOfSite, bytesOfText, filesOfSite, type ParsedRequest, wasRead } from './site-parser.js';
import type { SiteRequest } from './site-request.js';
import { assertAccepted, fileRefusal, uploadTooLarge } from './upload-rules.js';
import type { UploadStore } from './upload-store.js';
import type { UploadedFile, UploadRules } from './uploads.js';

/** Body of an HTTP request. */
export interface HttpBody extends BodySource {
  /**
   * Deletes uploaded files that were not moved. Call it after every request, whether it succeeded or not.
   * @returns undefined if there were none
   */
  dispose(): Promise<void> | undefined;
}

export interface HttpBodyOptions {
  readonly uploads: UploadStore;
  /** Milliseconds without progress before a body is aborted. */
  readonly timeout: number;
  /** Body and files parsed by the site's framework. */
  readonly site?: Pick<SiteRequest, 'body' | 'files'> | null;
}

/** Creates the source of a request's body: the connection, or the result of the site's own parser. */
export function createHttpBody(request: ParsedRequest, { uploads: store, timeout, site }: HttpBodyOptions): HttpBody {
  const files: UploadedFile[] = [];

  async function read(rules: BodyRules): Promise<ReceivedBody> {
    if (wasRead(request)) {
      const left = bodyOfSite(request, site);
      if (left instanceof Uint8Array) return receive(bufferedBody(left), rules);
      if (typeof left === 'string') {
        return receive(bufferedBody(rules.uploads ? bytesOfText(left) : Buffer.from(left)), rules);
      }
      return takeOver(left, rules);
    }
    return hasBody(request) ? receive(openBody(request, timeout), rules) : NO_BODY;
  }

  function takeOver(left: unknown, rules: BodyRules): ReceivedBody {
    const type = mediaType(request.headers['content-type']);
    if (type === MULTIPART) {
      if (!rules.uploads) throw unsupportedMediaType(type, rules);
      files.push(...filesOfSite(request, site));
      assertAccepted(files, rules.uploads);
    }
    return { ...acceptParsed(left, type), files };
  }

  async function receive(body: IncomingBody, rules: BodyRules): Promise<ReceivedBody> {
    const contentType = request.headers['content-type'] ?? '';
    const type = mediaType(contentType);
    const { limit, uploads } = rules;
    try {
      if (type === MULTIPART) {
        if (!uploads) throw unsupportedMediaType(type, rules);
        const received = await receiveMultipart(body, { contentType, limit, uploads, store });
        files.push(...received.files);
        return received;
      }
      const name = uploads ? attachmentName(request.headers['content-disposition']) : null;
      if (uploads && name !== null) {
        await receiveFile(body, name, type, uploads);
        return { ...NO_BODY, files };
      }
      return { ...parseBody(await collect(atMost(body, limit, bodyTooLarge)), type, rules), files };
    } finally {
      body.close();
    }
  }

  async function receiveFile(body: IncomingBody, name: string, type: string, rules: UploadRules): Promise<void> {
    const refusal = fileRefusal(type, 0, rules);
    if (refusal) throw refusal;
    const written = await store.write(atMost(body, rules.maxFileSize, uploadTooLarge));
    files.push({ field: 'file', name: safeFileName(name), type, ...written });
  }

  return {
    read,
    dispose: () => (files.length === 0 ? undefined : store.remove(files.map(({ path }) => path))),
  };
}

/** RFC 9112 section 6.3; HTTP/2 and later frame bodies without announcing them in headers. */
function hasBody({ headers, httpVersionMajor }: ParsedRequest): boolean {
  return (
    httpVersionMajor > 1 || headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  );
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const collected: Uint8Array[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected.length === 1 && collected[0] ? collected[0] : Buffer.concat(collected);
}

const PARAMETER = /;\s*([\w!#$&+.^`|~-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/g;

const EXTENDED = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i;

/**
 * Returns the file name of `Content-Disposition: attachment; filename="x.png"` (RFC 6266). Null if it has none or the
 * body is not an attachment. `filename*` wins over `filename`; bytes beyond ASCII are UTF-8, as all browsers send
 * them.
 */
export function attachmentName(header: string | undefined): string | null {
  if (header === undefined || !/^\s*attachment\s*(?:;|$)/i.test(header)) return null;
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of header.matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare);
  }
  const plain = parameters.get('filename');
  return decodeExtended(parameters.get('filename*')) ?? (plain === undefined ? null : decodeBytes(plain));
}

/** Decodes an RFC 8187 value; null if it is malformed. */
function decodeExtended(text: string | undefined): string | null {
  const [, charset = '', value = ''] = EXTENDED.exec(text ?? '') ?? [];
  if (value === '') return null;
  const bytes = Buffer.from(
    value.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return charset.toLowerCase() === 'utf-8' ? bytes.toString('utf8') : bytes.toString('latin1');
}

/** Decodes UTF-8 bytes, because Node reads headers as Latin-1. */
function decodeBytes(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
