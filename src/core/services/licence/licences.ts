import type { SecretBox } from '../../crypto/secret-box.js';
import { secretDigest } from '../../crypto/secret-digest.js';
import { utc } from '../../database/codec.js';
import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import { LICENCE_KEY_LENGTH } from './key-format.js';
import { isProduct } from './payload.js';
import type { LicenceCode, LicenceContext, LicenceProvider, ProviderVerdict } from './provider.js';
import {
  EMPTY_LICENCE,
  FRESH_FOR,
  type LicenceRecord,
  type LicenceRow,
  outcomeOf,
  recordOf,
  standingOf,
} from './record.js';
import { changedMeanwhile, createLicenceStore } from './store.js';

/** Whether a key counts; a bad one is an answer, not an error. */
export interface LicenceVerdict {
  readonly valid: boolean;
  /** Why not; null for a valid key. */
  readonly code: LicenceCode | null;
  readonly message: string | null;
  /** Null unless the key is valid; `info` tells of a stored one that is not. */
  readonly license: LicenceRecord | null;
}

/** The licences of all products: one key each. Nothing here is asked by the host itself; plugins decide what it means. */
export interface Licences {
  /**
   * @param key the key to look at; absent: the stored one
   * @throws HostError 503 `license_server_unavailable` when a remote provider is needed, away, and no grace is left
   */
  verify(product: string, key?: string): Promise<LicenceVerdict>;
  /**
   * Stores a key that the provider accepts. May be repeated, and completes what was cut off half-way.
   * @throws HostError 400 `license_missing`; 422 with the code of the verdict; 409 `license_conflict`, `license_changed`;
   *   503 `license_server_unavailable`, with everything as it was
   */
  activate(product: string, key: string): Promise<LicenceRecord>;
  /** Gives the place back and forgets the key. @throws HostError 409 `license_changed`, 503 `license_server_unavailable` */
  deactivate(product: string): Promise<LicenceRecord>;
  /** What is known, without asking anybody. */
  info(product: string): Promise<LicenceRecord>;
  /** Seals keys that lie open in the database, or were sealed with a previous secret of the site. */
  sealStored(): Promise<void>;
}

export interface LicencesOptions {
  readonly db: Database;
  readonly secretBox: SecretBox;
  readonly provider: LicenceProvider;
  /** Public address of the site. */
  readonly siteUrl: string;
  readonly now?: () => number;
}

/** After a provider did not answer, nobody waits for it again for this long, in milliseconds. */
const RETRY_AFTER = 5 * 60 * 1000;
const DEACTIVATE_ATTEMPTS = 3;

/**
 * Keeps one licence per product. A provider may be far away, so it is asked outside of every transaction, and what it
 * says is written only on what was read before. An activation is noted before the provider is asked: a kill between its
 * answer and the record leaves the note, and running `activate` again (or `deactivate`) completes it.
 */
export function createLicences({ db, secretBox, provider, siteUrl, now = Date.now }: LicencesOptions): Licences {
  const store = createLicenceStore(db, secretBox);
  const { source } = provider;
  const checks = new Map<string, Promise<LicenceRow | null>>();
  const contextOf = (product: string): LicenceContext => ({ product, siteUrl });
  const show = (product: string, row: LicenceRow | null): LicenceRecord =>
    recordOf(product, row, { source, now: now() });

  /** A day, or five minutes after the provider was asked in vain. */
  function isFresh({ checked_at, failed_at }: LicenceRow): boolean {
    const [since, life] = failed_at === null ? [checked_at, FRESH_FOR] : [failed_at, RETRY_AFTER];
    return since !== null && now() < utc.decode(since).getTime() + life;
  }

  /** Asks the provider about the stored key and records what it says; its absence is recorded too. */
  async function check(row: LicenceRow, key: string): Promise<LicenceRow | null> {
    const { product } = row;
    const keep = (changes: Partial<LicenceRow>) =>
      store.change(product, (stored) => (stored?.key_hash === row.key_hash ? changes : null));
    let verdict: ProviderVerdict;
    try {
      verdict = await provider.verify(key, contextOf(product));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return keep({ failed_at: utc.encode(new Date(now())) });
    }
    const outcome = outcomeOf(verdict, now());
    // Offline every request may ask: what stays as it was is not written again.
    const isSame = source === 'offline' && row.status === outcome.status && row.code === outcome.code;
    return isSame ? row : keep(outcome);
  }

  /** The stored licence, checked where that is due. Several who ask at once wait for one answer. */
  async function current(product: string): Promise<LicenceRow | null> {
    const row = await store.read(product);
    if (!row || row.license_key === null) return row;
    if (source === 'remote' && isFresh(row)) return row;
    assertOutsideTransaction();
    // Without a network there is nothing to share, and a transaction's reading is its own.
    if (source === 'offline') return check(row, row.license_key);
    const running = checks.get(product);
    if (running) return running;
    const checking = check(row, row.license_key).finally(() => checks.delete(product));
    checks.set(product, checking);
    return checking;
  }

  /** A provider may take seconds, and a transaction would hold its locks for that long. */
  function assertOutsideTransaction(): void {
    if (source === 'offline' || !db.query.isTransaction) return;
    throw new HostError(
      'license_in_transaction',
      'Licences are asked over the network, so ask for them before the transaction begins.',
    );
  }

  function verdictOf(product: string, row: LicenceRow | null): LicenceVerdict {
    const { status, code, message, isUnknown } = standingOf(row, source, now());
    if (isUnknown) throw unavailable();
    const valid = status === 'valid' || status === 'grace';
    return { valid, code, message, license: valid ? show(product, row) : null };
  }

  /** A key that is entered, not stored; one that is stored too has its time of grace. */
  async function lookAt(product: string, key: string): Promise<LicenceVerdict> {
    const key_hash = secretDigest(key);
    let verdict: ProviderVerdict;
    try {
      verdict = await provider.verify(key, contextOf(product));
    } catch (error) {
      const stored = isUnavailable(error) ? await store.read(product) : null;
      if (stored?.key_hash !== key_hash) throw error;
      return verdictOf(product, { ...stored, failed_at: utc.encode(new Date(now())) });
    }
    if (!verdict.valid) return { valid: false, code: verdict.code, message: verdict.message, license: null };
    const row = { ...EMPTY_LICENCE, product, version: 0, license_key: key, key_hash, ...outcomeOf(verdict, now()) };
    return { valid: true, code: null, message: null, license: show(product, row) };
  }

  async function begin(product: string, key: string, hash: string): Promise<void> {
    await store.change(product, (row) => {
      const { status } = standingOf(row, source, now());
      const isOther = row?.key_hash !== hash && (status === 'valid' || status === 'grace');
      if (isOther) throw conflict('Another licence key is active. Deactivate it first.');
      if (row?.pending_hash && row.pending_hash !== hash) {
        throw conflict('The activation of another key was begun and not completed. Deactivate it first.');
      }
      return row?.pending_hash === hash ? null : { pending_key: key, pending_hash: hash };
    });
  }

  async function complete(product: string, key: string, hash: string, verdict: ProviderVerdict) {
    const changes = { ...outcomeOf(verdict, now()), license_key: key, key_hash: hash };
    const row = await store.change(product, (stored) => {
      if (stored?.pending_hash !== hash) return null;
      const activated_at = (stored.key_hash === hash && stored.activated_at) || changes.checked_at;
      return { ...changes, activated_at, pending_key: null, pending_hash: null };
    });
    if (row?.key_hash === hash) return row;
    // It was deactivated meanwhile: the place that the provider has just given must not stay taken.
    await provider.deactivate(key, contextOf(product));
    throw changedMeanwhile();
  }

  async function giveUp(product: string, hash: string, verdict: ProviderVerdict): Promise<void> {
    await store.change(product, (row) => {
      if (row?.pending_hash !== hash) return null;
      if (row.key_hash === null) return 'delete';
      return { ...(row.key_hash === hash ? outcomeOf(verdict, now()) : {}), pending_key: null, pending_hash: null };
    });
  }

  return {
    async verify(product, key) {
      assertProduct(product);
      if (key === undefined) return verdictOf(product, await current(product));
      assertOutsideTransaction();
      if (key.length > LICENCE_KEY_LENGTH) return { valid: false, ...TOO_LONG, license: null };
      return lookAt(product, key.trim());
    },
    async activate(product, text) {
      assertProduct(product);
      const key = text.trim();
      if (key === '') throw new HostError('license_missing', 'Enter the licence key.', { status: 400 });
      if (key.length > LICENCE_KEY_LENGTH) throw refused(TOO_LONG.code, TOO_LONG.message);
      assertOutsideTransaction();
      const hash = secretDigest(key);
      await begin(product, key, hash);
      const verdict = await provider.activate(key, contextOf(product));
      if (verdict.valid) return show(product, await complete(product, key, hash, verdict));
      await giveUp(product, hash, verdict);
      throw refused(verdict.code, verdict.message);
    },
    async deactivate(product) {
      assertProduct(product);
      assertOutsideTransaction();
      for (let attempt = 0; attempt < DEACTIVATE_ATTEMPTS; attempt += 1) {
        const row = await store.read(product);
        if (!row) return show(product, null);
        for (const key of new Set([row.license_key, row.pending_key])) {
          if (key !== null) await provider.deactivate(key, contextOf(product));
        }
        if (await store.remove(row)) return show(product, null);
      }
      throw changedMeanwhile();
    },
    sealStored: store.sealStored,
    async info(product) {
      assertProduct(product);
      return show(product, source === 'offline' ? await current(product) : await store.read(product));
    },
  };
}

/** The one error by which a provider says that it could not ask. */
export function unavailable(cause?: unknown): HostError {
  return new HostError(
    'license_server_unavailable',
    'The licence server does not answer. Try again later; what was known before stays as it is.',
    { status: 503 },
    cause === undefined ? undefined : { cause },
  );
}

const TOO_LONG = {
  code: 'license_malformed',
  message: `A licence key has at most ${LICENCE_KEY_LENGTH} characters.`,
} as const;

function isUnavailable(error: unknown): boolean {
  return error instanceof HostError && error.code === 'license_server_unavailable';
}

function refused(code: LicenceCode, message: string): HostError {
  return new HostError(code, message, { status: 422 });
}

function conflict(message: string): HostError {
  return new HostError('license_conflict', message, { status: 409 });
}

/** @throws HostError 400 `license_product_invalid` */
function assertProduct(product: string): void {
  if (isProduct(product)) return;
  throw new HostError(
    'license_product_invalid',
    'A product is named like the plugin, e.g. "watermark", or like an edition of it, e.g. "watermark/pro".',
    { status: 400 },
  );
}
