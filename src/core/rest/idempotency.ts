import type { Logger } from 'pino';
import { secretDigest } from '../crypto/secret-digest.js';
import { json } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { callerKey } from './caller-key.js';
import { idempotencyKey } from './idempotency-key.js';
import {
  type Claim,
  createIdempotencyStore,
  type IdempotencyRow,
  isClaim,
  type KeptAnswer,
} from './idempotency-store.js';
import { encode } from './json-text.js';
import { requestFingerprint } from './request-fingerprint.js';
import { isFile } from './respond-file.js';
import { errorResponse, type RestResponse, respond } from './response.js';
import type { Endpoint, RestRequest } from './route.js';

/**
 * Makes repeats of a POST harmless (draft-ietf-httpapi-idempotency-key-header): the first request with a key runs, the
 * others get its answer.
 *
 * What `work` writes and the record of its answer are one transaction, so a kill at any moment leaves either both or
 * neither; in the latter case the key counts as running until its lease ends, and then the next request runs. What
 * `work` answers with a status below 500 is kept, a 4xx that it throws as well, although what it wrote before is undone.
 * After a 5xx, or a status that asks to come back later (408, 425, 429), nothing is kept and a repeat runs.
 *
 * Keys belong to the caller and the route: nobody can get at another's answer. Answers are kept for a day. Files, and one
 * beyond 1 MiB, are not: repeats are then told that the request was carried out (409 `rest_idempotency_answer_not_kept`).
 */
export interface Idempotency {
  /**
   * Runs `work` once per key; as it is where the route, the method or the request knows no key. To be called after
   * permission and validation, so that neither refusal is kept. `work` may run again after a deadlock.
   * @throws HostError 400 `rest_idempotency_key_missing`, `rest_idempotency_key_invalid`; 409
   *   `rest_idempotency_in_flight` while the first request runs; 422 `rest_idempotency_key_reused` for another request
   *   with this key; what `work` throws
   */
  run(endpoint: Endpoint, request: RestRequest, work: () => Promise<RestResponse>): Promise<RestResponse>;
}

export interface IdempotencyOptions {
  readonly db: Database;
  readonly log: Logger;
  /** Milliseconds for which a run is taken to be alive after its last word; it speaks three times as often. */
  readonly leaseMs?: number;
  /** Milliseconds for which an answer is kept. */
  readonly keepMs?: number;
  /** The clock that all processes share; default the database's. */
  readonly now?: () => Promise<Date>;
}

const LEASE = 60_000;
const DAY = 86_400_000;
const LARGEST_BODY = 1024 * 1024;
const SWEEP_INTERVAL = 5 * 60_000;

/** Answers that say "later" must not be replayed for a day. */
const TRANSIENT = [408, 425, 429];

/** Headers that belong to one exchange or one client, not to the answer. */
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

  /** After a rollback: keeps the refusal, or gives the key back. Neither failing may hide why the work failed. */
  async function settle(claim: Claim, request: RestRequest, error: unknown): Promise<void> {
    const isRefusal = error instanceof HostError && error.status < 500 && isKept(error.status);
    try {
      if (isRefusal) await store.finish(claim, toKept(errorResponse(error, request.id, false)));
      else await store.release(claim);
    } catch (failure) {
      log.warn({ err: failure, request_id: request.id }, 'An Idempotency-Key stays taken until its lease ends');
    }
  }

  /** @returns a function that ends it and waits for the word that is under way */
  function startHeartbeat(claim: Claim): () => Promise<void> {
    let speaking = Promise.resolve();
    const timer = setInterval(() => {
      speaking = store.renew(claim).catch((error: unknown) => {
        // On an embedded database the work itself is in the way; nobody else can write then either.
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
      return isClaim(outcome) ? execute(outcome, request, work) : answerOf(outcome, fingerprint);
    },
  };
}

/** Carries an answer out of the transaction that it must undo. */
class Undone extends Error {
  readonly response: RestResponse;

  constructor(response: RestResponse) {
    super(`The answer has the status ${response.status}.`);
    this.response = response;
  }
}

function isKept(status: number): boolean {
  return status < 500 && !TRANSIENT.includes(status);
}

function toKept({ status, headers, data }: RestResponse): KeptAnswer {
  const body = status === 204 || data === undefined || isFile(data) ? null : encode(data);
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !UNKEPT_HEADERS.test(name)));
  const isTooLarge = isFile(data) || (body !== null && Buffer.byteLength(body) > LARGEST_BODY);
  return {
    state: isTooLarge ? 'unkept' : 'finished',
    status,
    headers: json.encode(kept),
    body: isTooLarge ? null : body,
  };
}

/** What a request gets whose key another one has used. */
function answerOf(row: IdempotencyRow, fingerprint: string): RestResponse {
  if (row.fingerprint !== fingerprint) {
    throw new HostError(
      'rest_idempotency_key_reused',
      'This Idempotency-Key was used for another request. Send a new key with a new request.',
      { status: 422 },
    );
  }
  if (row.state === 'running') {
    throw new HostError(
      'rest_idempotency_in_flight',
      'The first request with this Idempotency-Key is still running. Repeat it in a moment for its answer.',
      { status: 409, headers: { 'Retry-After': '1' } },
    );
  }
  const status = Number(row.status);
  const headers = { ...(json.decode(row.headers) as Record<string, string>), 'Idempotency-Replayed': 'true' };
  if (row.state === 'unkept') {
    throw new HostError(
      'rest_idempotency_answer_not_kept',
      'This request was carried out before, but its answer was too large to keep. Read the result where it is now.',
      { status: 409, original_status: status, headers },
    );
  }
  return respond(row.body === null ? null : JSON.parse(row.body), { status, headers });
}
