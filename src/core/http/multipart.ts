import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { HostError } from '../errors.js';
import { onDemand } from '../on-demand.js';
import { bodyTooLarge, formBody, type ReceivedBody } from './body.js';
import { atMost, type IncomingBody } from './body-stream.js';
import { safeFileName } from './file-name.js';
import { toWellFormed } from './json-body.js';
import { fileRefusal, uploadTooLarge } from './upload-rules.js';
import type { UploadStore } from './upload-store.js';
import type { UploadedFile, UploadRules } from './uploads.js';

const library = onDemand<typeof import('@fastify/busboy')>('@fastify/busboy');

/** Maximum number of form fields, the same as for queries. */
const MAX_FIELDS = 1000;
const MAX_NAME_LENGTH = 256;
const MAX_HEADERS = 32;
const MAX_HEADER_SIZE = 8 * 1024;

/** The only three escapes that browsers use in file names (WHATWG HTML, "multipart/form-data"). */
const ESCAPED = /%(?:22|0A|0D)/gi;

function unescaped(fileName: string): string {
  return fileName.replace(ESCAPED, decodeURIComponent);
}

export interface MultipartOptions {
  readonly contentType: string;
  /** Maximum bytes of all fields together. */
  readonly limit: number;
  readonly uploads: UploadRules;
  readonly store: UploadStore;
}

/**
 * Reads multipart/form-data (RFC 7578). Fields become a form with the bracket rules of queries; files are streamed to
 * disk. On any error all files are deleted.
 * @throws HostError 400 `rest_invalid_multipart`, `rest_upload_too_many_files`; 413 `rest_body_too_large`,
 *   `rest_upload_too_large`; 415 `rest_upload_type`; errors of the chunks
 */
export async function receiveMultipart(body: IncomingBody, options: MultipartOptions): Promise<ReceivedBody> {
  const { limit, uploads } = options;
  const parser = createParser(options);
  const parts = collectParts(parser, options);
  // Total of fields, files and the headers between them.
  const total = limit + (uploads.maxFiles ?? 1) * (uploads.maxFileSize + MAX_HEADER_SIZE);
  const chunks = atMost(body, total, () => uploadTooLarge(uploads.maxFileSize));
  try {
    await Promise.race([feed(parser, chunks), parts.failed]);
    const files = await Promise.race([parts.written(), parts.failed]);
    return { ...formBody(parts.fields.join('&')), files };
  } catch (error) {
    await parts.abandon();
    throw error;
  }
}

interface Parts {
  /** Fields as `name=value`, URL-encoded. */
  readonly fields: readonly string[];
  /** Rejects at the first error of any part. */
  readonly failed: Promise<never>;
  /** Resolves when all files are on disk. */
  written(): Promise<UploadedFile[]>;
  /** Stops all writing and deletes what was written. */
  abandon(): Promise<void>;
}

function collectParts(parser: BusboyInstance, { limit, uploads, store }: MultipartOptions): Parts {
  const fields: string[] = [];
  const sources: Readable[] = [];
  const writing: Promise<UploadedFile | null>[] = [];
  const { promise: failed, fail } = failure();
  let fieldBytes = 0;

  function takeField(name: string | undefined, value: string, isCut: boolean): void {
    fieldBytes += Buffer.byteLength(value);
    if (!isUsable(name)) fail(invalidMultipart('A field has no valid name.'));
    else if (isCut || fieldBytes > limit) fail(bodyTooLarge(limit));
    else if (fields.length === MAX_FIELDS) fail(invalidMultipart(`The form has more than ${MAX_FIELDS} fields.`));
    else fields.push(`${encodeURIComponent(toWellFormed(name))}=${encodeURIComponent(toWellFormed(value))}`);
  }

  async function takeFile(
    field: string,
    source: BusboyFileStream,
    fileName: string,
    type: string,
  ): Promise<UploadedFile | null> {
    try {
      return { field, name: safeFileName(unescaped(fileName)), type, ...(await store.write(source)) };
    } catch (error) {
      fail(error);
      return null;
    }
  }

  async function written(): Promise<UploadedFile[]> {
    return (await Promise.all(writing)).filter((file) => file !== null);
  }

  parser.on('error', (error) => fail(invalidMultipart(error)));
  parser.on('field', (name: string | undefined, value, _isNameCut, isCut) => takeField(name, value, isCut));
  parser.on('file', (name: string | undefined, source, fileName, _encoding, type) => {
    // The parser reports the same error with more detail.
    source.on('error', () => undefined);
    // Browsers send an empty name and no bytes if no file was chosen.
    const refusal = isUsable(name)
      ? fileRefusal(type, sources.length, uploads)
      : invalidMultipart('A file has no field name.');
    if (fileName === '' || refusal || !isUsable(name)) {
      if (fileName !== '') fail(refusal);
      source.resume();
      return;
    }
    source.once('limit', () => {
      const error = uploadTooLarge(uploads.maxFileSize);
      fail(error);
      source.destroy(error);
    });
    sources.push(source);
    writing.push(takeFile(toWellFormed(name), source, fileName, type));
  });

  return {
    fields,
    failed,
    written,
    async abandon() {
      // Without an error, a stream that has received its end but is not fully read would never finish.
      for (const source of sources) source.destroy(new Error('The form is no longer read.'));
      await store.remove((await written()).map(({ path }) => path));
    },
  };
}

function failure(): { promise: Promise<never>; fail: (error: unknown) => void } {
  let fail: (error: unknown) => void = () => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  return { promise, fail };
}

function createParser({ contentType, limit, uploads }: MultipartOptions): BusboyInstance {
  try {
    const { Busboy } = library();
    return new Busboy({
      headers: { 'content-type': contentType },
      // Name validation needs the whole name.
      preservePath: true,
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
      limits: {
        fieldSize: limit,
        fileSize: uploads.maxFileSize,
        headerPairs: MAX_HEADERS,
        headerSize: MAX_HEADER_SIZE,
      },
    });
  } catch (error) {
    throw invalidMultipart(error);
  }
}

/** Feeds the parser. Rejects with errors of the chunks; the parser reports its own through events. */
async function feed(parser: BusboyInstance, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const finished = once(parser, 'finish');
  finished.catch(() => undefined);
  for await (const chunk of chunks) {
    if (!parser.write(chunk)) await once(parser, 'drain');
  }
  parser.end();
  await finished;
}

function isUsable(name: string | undefined): name is string {
  return name !== undefined && name !== '' && name.length <= MAX_NAME_LENGTH;
}

function invalidMultipart(reason: unknown): HostError {
  return new HostError(
    'rest_invalid_multipart',
    'The body is not valid multipart/form-data. Let your client generate both the body and its boundary.',
    { status: 400, reason: reason instanceof Error ? reason.message : reason },
  );
}
