import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Logger } from 'pino';
import { secretDigest } from '../crypto/secret-digest.js';
import { json } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { callerKey } from './caller-key.js';
import {
  type Claim,
  createIdempotencyStore,
  type IdempotencyRow,
  isClaim,
  type StoredResponse,
} from './idempotency-store.js';
import { encode } from './json-text.js';
import { isFile } from './respond-file.js';
import { errorResponse, type RestResponse, respond } from './response.js';
import type { Endpoint, RestRequest } from './route.js';

/**
 * Makes retries of a POST safe. The first request with a key runs, the others get its response
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * The writes of `work` and the record of its response are one transaction, so a crash leaves either both or neither; in
 * the latter case the key counts as running until its lease ends, and then the next request runs. A response of `work`
 * with a status below 500 is stored, and so is a thrown 4xx, although its writes are rolled back. After a 5xx, or a
 * status that asks to try again later (408, 425, 429), nothing is stored and a retry runs.
 *
 * Keys are scoped to the caller and the route, so a caller cannot read another caller's answer. Answers are stored for a
 * day. Files and responses beyond 1 MiB are not: retries get 409 `rest_idempotency_answer_not_kept`, which says that
 * the request was carried out.
 */
export interface Idempotency {
  /**
   * Runs `work` once per key, or directly if the route, the method or the request has no key. Call it after
   * permission and validation, so that their rejections are not stored. `work` may run again after a deadlock.
   * @throws HostError 400 `rest_idempotency_key_missing`, `rest_idempotency_key_invalid`; 409
   *   `rest_idempotency_in_flight` while the first request runs; 422 `rest_idempotency_key_reused` for another
   *   request with this key; errors of `work`
   */
  run(endpoint: Endpoint, request: RestRequest, work: () => Promise<RestResponse>): Promise<RestResponse>;
}

export interface IdempotencyOptions {
  readonly db: Database;
  readonly log: Logger;
  /** Milliseconds after its last renewal until a run counts as dead; it renews three times per lease. */
  readonly leaseMs?: number;
  /** Milliseconds a response is stored. */
  readonly keepMs?: number;
  /** Clock shared by all processes. @default the database's clock */
  readonly now?: () => Promise<Date>;
}

const LEASE = 60_000;

const DAY = 86_400_000;

const MAX_BODY_BYTES = 1024 * 1024;

const SWEEP_INTERVAL = 5 * 60_000;

/** Answers that say "later" must not be replayed for a day. */
const TRANSIENT = [408, 425, 429];

/** Headers that belong to one exchange or one client, not to the response. */
const UNKEPT_HEADERS =
  /^(?:set-cookie|date|age|connection|keep-alive|transfer-encoding|content-length|retry-after|ratelimit.*|x-request-id|x-(?:cms|wp)-nonce|idempotency-replayed)$/i;

export function createIdempotency({ db, log, leaseMs = LEASE, keepMs = DAY, now }: IdempotencyOptions): Idempotency {
  const store = createIdempotencyStore({ db, leaseMs, keepMs, ...(now ? { now } : {}) });
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function execute(claim: Claim, request: RestRequest, work: () => Promise<RestResponse>): Promise<RestResponse> {
    const stopHeartbeat = startHeartbeat(claim);
    try {
      return await db.transaction(async () => {
        const response = await work();
        if (!isKept(response.status)) throw new Undone(response);
        await store.finish(claim, toKept(response));
        return response;
      });
    } catch (error) {
      await settle(claim, request, error);
      if (error instanceof Undone) return error.response;
      throw error;
    } finally {
      await stopHeartbeat();
    }
  }

  /** After a rollback, stores the rejection or releases the key. A failure here must not hide the original error. */
  async function settle(claim: Claim, request: RestRequest, error: unknown): Promise<void> {
    const isRefusal = error instanceof HostError && error.status < 500 && isKept(error.status);
    try {
      if (isRefusal) await store.finish(claim, toKept(errorResponse(error, request.id, false)));
      else await store.release(claim);
    } catch (failure) {
      log.warn({ err: failure, request_id: request.id }, 'An Idempotency-Key stays taken until its lease ends');
    }
  }

  /** @returns a function that stops the heartbeat and waits for a pending renewal */
  function startHeartbeat(claim: Claim): () => Promise<void> {
    let speaking = Promise.resolve();
    const timer = setInterval(() => {
      speaking = store.renew(claim).catch((error: unknown) => {
        // On an embedded database the work itself blocks the renewal, but then no other process can write either.
        log.debug({ err: error }, 'The lease of an Idempotency-Key could not be renewed');
      });
    }, leaseMs / 3).unref();
    return () => {
      clearInterval(timer);
      return speaking;
    };
  }

  async function sweep(): Promise<void> {
    const time = performance.now();
    if (time - sweptAt < SWEEP_INTERVAL) return;
    sweptAt = time;
    try {
      if (await store.sweep()) sweptAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      log.warn({ err: error }, 'Old Idempotency-Keys could not be removed');
    }
  }

  return {
    async run(endpoint, request, work) {
      const key = idempotencyKey(endpoint, request);
      if (key === null) return work();
      await sweep();
      const keyHash = secretDigest(JSON.stringify([callerKey(request, 'user'), request.route, key]));
      const fingerprint = await requestFingerprint(request);
      const outcome = await store.claim(keyHash, fingerprint);
      return isClaim(outcome) ? execute(outcome, request, work) : responseOf(outcome, fingerprint);
    },
  };
}

/** Carries a response out of the transaction that it rolls back. */
class Undone extends Error {
  readonly response: RestResponse;

  constructor(response: RestResponse) {
    super(`The response has the status ${response.status}.`);
    this.response = response;
  }
}

function isKept(status: number): boolean {
  return status < 500 && !TRANSIENT.includes(status);
}

function toKept({ status, headers, data }: RestResponse): StoredResponse {
  const body = status === 204 || data === undefined || isFile(data) ? null : encode(data);
  const storedHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !UNKEPT_HEADERS.test(name)));
  const isTooLarge = isFile(data) || (body !== null && Buffer.byteLength(body) > MAX_BODY_BYTES);
  return {
    state: isTooLarge ? 'unkept' : 'finished',
    status,
    headers: json.encode(storedHeaders),
    body: isTooLarge ? null : body,
  };
}

/** Answers a request whose key is already in use. */
function responseOf(row: IdempotencyRow, fingerprint: string): RestResponse {
  if (row.fingerprint !== fingerprint) {
    throw new HostError(
      'rest_idempotency_key_reused',
      'This Idempotency-Key was used for a different request. Use a new key for a new request.',
      { status: 422 },
    );
  }
  if (row.state === 'running') {
    throw new HostError(
      'rest_idempotency_in_flight',
      'The first request with this Idempotency-Key is still running. Retry in a moment to get its response.',
      { status: 409, headers: { 'Retry-After': '1' } },
    );
  }
  const status = Number(row.status);
  const headers = { ...(json.decode(row.headers) as Record<string, string>), 'Idempotency-Replayed': 'true' };
  if (row.state === 'unkept') {
    throw new HostError(
      'rest_idempotency_answer_not_kept',
      'This request was processed before, but its response was too large to store. Read the result from its resource.',
      { status: 409, original_status: status, headers },
    );
  }
  return respond(row.body === null ? null : JSON.parse(row.body), { status, headers });
}

/** Visible ASCII (VCHAR), no longer than the column, without quotes at the ends. */
const BARE = /^[\x21-\x7e]{1,255}$/;

/** RFC 9651 string: printable ASCII in quotes, with `\"` and `\\` as escapes. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/**
 * Returns the `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header). The draft requires a quoted
 * string; the bare tokens and UUIDs that most clients send are treated the same. Null if the route or method does not
 * support keys, or an optional key is missing.
 * @throws HostError 400 `rest_idempotency_key_missing`, `rest_idempotency_key_invalid`
 */
function idempotencyKey(endpoint: Endpoint, request: Pick<RestRequest, 'method' | 'headers'>): string | null {
  if (endpoint.idempotency === undefined || request.method !== 'POST') return null;
  const header = request.headers['idempotency-key'];
  if (header === undefined) {
    if (endpoint.idempotency === 'accepted') return null;
    throw new HostError(
      'rest_idempotency_key_missing',
      'Send an Idempotency-Key header such as a new UUID. Use the same key to retry the request.',
      { status: 400 },
    );
  }
  const key = typeof header === 'string' ? unquote(header.trim()) : null;
  if (key !== null && BARE.test(key)) return key;
  throw new HostError(
    'rest_idempotency_key_invalid',
    'The Idempotency-Key must be one value of 1 to 255 visible ASCII characters, such as a UUID.',
    { status: 400 },
  );
}

function unquote(value: string): string | null {
  if (!value.startsWith('"')) return value;
  return QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? null;
}

/**
 * Computes the SHA-256 of a request's method, path, arguments, body and files. Equal fingerprints mean the same
 * request. Member order is ignored. Headers and other query parameters are excluded, because a retry may carry a
 * newer nonce.
 * @returns 64 hex digits
 */
async function requestFingerprint(
  request: Pick<RestRequest, 'method' | 'path' | 'args' | 'body' | 'files'>,
): Promise<string> {
  const { method, path, args, body, files } = request;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([method, path, canonical(args), canonical(body ?? null)]));
  for (const { field, name, size, path: file } of files) {
    hash.update(JSON.stringify([field, name, size]));
    await addFile(hash, file);
  }
  return hash.digest('hex');
}

/** Returns the value with the members of every object in a fixed order, as JSON sees it. */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonical(value.toJSON());
  // Pairs, because objects list number-like keys first; wrapped, so that no list can produce the same text.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([name, member]) => [name, canonical(member)]) };
}

async function addFile(hash: Hash, file: string): Promise<void> {
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
}
