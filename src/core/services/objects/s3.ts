import { addAbortSignal, Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { allEnded } from '../../concurrency/all-ended.js';
import { createSlots } from '../../concurrency/slots.js';
import { HostError } from '../../errors.js';
import { isRecord } from '../../record.js';
import { keyInvalid, rangeInvalid, storageFull, storageMissing, storageUnavailable } from './object-errors.js';
import { assertKey, assertPrefix } from './object-key.js';
import type { ByteRange, ObjectStoreService, PutOptions, StoredObject } from './object-store.js';
import {
  createS3Client,
  loadS3Packages,
  parseS3Address,
  S3_TIMES,
  type S3Packages,
  type S3Times,
} from './s3-client.js';

/** Size of an upload part in bytes; a file of up to one part is sent in a single request. */
const PART = 8 * 1024 * 1024;

/** Number of parts sent concurrently. Together with the one being read, three are in memory. */
const PARTS_AT_ONCE = 2;

/** Number of files deleted concurrently: not every server supports bulk deletion. */
const DELETED_AT_ONCE = 8;

/**
 * Creates a store in a bucket of Amazon S3 or a compatible server. Streams are uploaded in parts, so a file needs no
 * more memory than three of them. It becomes visible when its last part has arrived.
 * @param url see `parseS3Address`
 * @throws HostError `storage_package_missing`, `config_invalid`
 */
export async function createS3Store(url: string, times: S3Times = S3_TIMES): Promise<ObjectStoreService> {
  const address = parseS3Address(url);
  const packages = await loadS3Packages();
  const client = createS3Client(packages, address, times);
  const { bucket: Bucket, folder } = address;

  async function send<T>(key: string, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw s3Error(key, error);
    }
  }

  async function stat(key: string): Promise<StoredObject | null> {
    try {
      const response = await client.send(new packages.HeadObjectCommand({ Bucket, Key: folder + key }));
      return { key, bytes: response.ContentLength ?? 0, modifiedAt: response.LastModified ?? new Date(0) };
    } catch (error) {
      if (isS3Missing(error)) return null;
      throw s3Error(key, error);
    }
  }

  async function deleteOne(key: string): Promise<void> {
    await send(key, () => client.send(new packages.DeleteObjectCommand({ Bucket, Key: folder + key })));
  }

  async function* list(prefix = ''): AsyncGenerator<StoredObject> {
    assertPrefix(prefix);
    let ContinuationToken: string | undefined;
    do {
      const request = { Bucket, Prefix: folder + prefix, ...(ContinuationToken ? { ContinuationToken } : {}) };
      const page = await send(prefix, () => client.send(new packages.ListObjectsV2Command(request)));
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        yield { key: Key.slice(folder.length), bytes: Size, modifiedAt: LastModified };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  return {
    async put(key, content, options = {}) {
      assertKey(key);
      const bytes = await upload({ packages, client, Bucket, Key: folder + key }, key, content, options);
      return { key, bytes, modifiedAt: new Date() };
    },
    async read(key, range) {
      assertKey(key);
      const Range = range ? { Range: rangeHeader(key, range) } : {};
      return send(key, async () => {
        const { Body } = await client.send(new packages.GetObjectCommand({ Bucket, Key: folder + key, ...Range }));
        if (!(Body instanceof Readable)) throw storageUnavailable(new Error('The bucket responded without a body.'));
        return Body;
      });
    },
    async readAll(key) {
      assertKey(key);
      return send(key, async () => {
        const { Body } = await client.send(new packages.GetObjectCommand({ Bucket, Key: folder + key }));
        if (!Body) throw storageUnavailable(new Error('The bucket responded without a body.'));
        return Buffer.from(await Body.transformToByteArray());
      });
    },
    async stat(key) {
      assertKey(key);
      return stat(key);
    },
    async copy(from, to) {
      assertKey(from);
      assertKey(to);
      // The header is URL-encoded, except for the slashes.
      const CopySource = `${Bucket}/${folder}${from}`.split('/').map(encodeURIComponent).join('/');
      await send(from, () => client.send(new packages.CopyObjectCommand({ Bucket, Key: folder + to, CopySource })));
      const copied = await stat(to);
      if (!copied) throw storageMissing(to);
      return copied;
    },
    async delete(key) {
      assertKey(key);
      await deleteOne(key);
    },
    async deleteAll(prefix) {
      const deleted: Promise<void>[] = [];
      const remove = createSlots(DELETED_AT_ONCE);
      for await (const { key } of list(prefix)) deleted.push(remove(() => deleteOne(key)));
      return (await allEnded(deleted)).length;
    },
    list,
    async sweep(before) {
      return send('', () => abortUploads({ packages, client, Bucket, Prefix: folder }, before));
    },
    async possibleAddresses(key) {
      assertKey(key);
      const { bucket, endpoint, region } = address;
      const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
      const file = (folder + key).split('/').map(encodeURIComponent).join('/');
      const addresses = [`${protocol}//${host}/${bucket}/${file}`, `${protocol}//${bucket}.${host}/${file}`];
      // A bucket cannot be a subdomain of an IP address.
      return addresses.filter((address) => URL.canParse(address));
    },
    close: () => client.destroy(),
  };
}

interface Target {
  readonly packages: S3Packages;
  readonly client: S3Client;
  readonly Bucket: string;
}

/** @returns number of bytes sent */
async function upload(
  { packages, client, Bucket, Key }: Target & { readonly Key: string },
  key: string,
  content: Uint8Array | Readable,
  { type, signal }: PutOptions,
): Promise<number> {
  const params = { Bucket, Key, ...(type ? { ContentType: type } : {}) };
  signal?.throwIfAborted();
  if (content instanceof Uint8Array) {
    try {
      await client.send(new packages.PutObjectCommand({ ...params, Body: content }));
    } catch (error) {
      throw s3Error(key, error);
    }
    return content.byteLength;
  }
  const source = watched(content, signal);
  try {
    // Do not use the upload's own abort: pending requests could still store the file. A failing source makes it clean
    // up.
    const options = { client, queueSize: PARTS_AT_ONCE, partSize: PART, leavePartsOnError: false };
    await new packages.Upload({ ...options, params: { ...params, Body: source.stream } }).done();
  } catch (error) {
    content.destroy();
    throw source.error() ?? s3Error(key, error);
  }
  return source.bytes();
}

/** Wraps a source to count its bytes and to tell its errors from those of the bucket. */
function watched(content: Readable, signal: AbortSignal | undefined) {
  let bytes = 0;
  let failure: unknown;
  async function* read(): AsyncGenerator<Uint8Array> {
    const chunks: AsyncIterable<Uint8Array | string> = signal ? addAbortSignal(signal, content) : content;
    try {
      for await (const chunk of chunks) {
        const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        bytes += buffer.byteLength;
        yield buffer;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { stream: Readable.from(read(), { objectMode: true }), bytes: () => bytes, error: () => failure };
}

function rangeHeader(key: string, { start, end }: ByteRange): string {
  if (!(Number.isSafeInteger(start) && start >= 0 && start <= end)) throw rangeInvalid(key);
  return `bytes=${start}-${end}`;
}

/** Aborts unfinished uploads, whose parts are stored and billed until then. */
async function abortUploads(
  { packages, client, Bucket, Prefix }: Target & { readonly Prefix: string },
  before: Date,
): Promise<number> {
  let removed = 0;
  let markers: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const page = await client.send(new packages.ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= before) continue;
      await client.send(new packages.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      removed += 1;
    }
    const { NextKeyMarker, NextUploadIdMarker } = page;
    if (!page.IsTruncated || !NextKeyMarker) return removed;
    markers = { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker ? { UploadIdMarker: NextUploadIdMarker } : {}) };
  }
}

const MISSING = new Set(['NoSuchKey', 'NotFound']);

const FULL = /quota|storage ?full|insufficient ?storage|EntityTooLarge/i;

/**
 * Translates an S3 error to an error of the object store. The client's errors contain the whole request with its
 * signature, which must not get into logs, so only the message is kept.
 */
function s3Error(key: string, error: unknown): HostError {
  if (error instanceof HostError) return error;
  const name = error instanceof Error ? error.name : '';
  const status = isRecord(error) && isRecord(error.$metadata) ? error.$metadata.httpStatusCode : undefined;
  const cause = new Error(error instanceof Error ? `${name}: ${error.message}` : String(error));
  // Check the name: a missing bucket also returns 404, but says nothing about a file.
  if (MISSING.has(name)) return storageMissing(key, cause);
  if (name === 'InvalidRange' || status === 416) return rangeInvalid(key, cause);
  if (name === 'KeyTooLongError') return keyInvalid(key, 'the bucket does not accept keys of this length', cause);
  if (status === 507 || FULL.test(name)) return storageFull(cause);
  return storageUnavailable(cause);
}

function isS3Missing(error: unknown): boolean {
  return error instanceof Error && MISSING.has(error.name);
}
