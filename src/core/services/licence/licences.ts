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
  statusOfRecord,
} from './record.js';
import { changedMeanwhile, createLicenceStore } from './store.js';

/** Result of checking a key. An invalid key is a result, not an error. */
export interface LicenceVerdict {
  readonly valid: boolean;
  /** Reason for rejection; null for a valid key. */
  readonly code: LicenceCode | null;
  readonly message: string | null;
  /** Null unless the key is valid. For an invalid stored key, use `info`. */
  readonly license: LicenceRecord | null;
}

/** Licences of all products, one key each. The host never enforces them; plugins decide what they mean. */
export interface Licences {
  /**
   * Checks a key.
   * @param key key to check; the stored one by default
   * @throws HostError 503 `license_server_unavailable` if a remote provider is needed but down and no grace period is
   *   left
   */
  verify(product: string, key?: string): Promise<LicenceVerdict>;
  /**
   * Activates and stores a key. Idempotent, and completes an interrupted activation.
   * @throws HostError 400 `license_missing`; 422 with the code of the verdict; 409 `license_conflict`,
   *   `license_changed`; 503 `license_server_unavailable`, with nothing changed
   */
  activate(product: string, key: string): Promise<LicenceRecord>;
  /**
   * Releases the activation and deletes the key.
   * @throws HostError 409 `license_changed`, 503 `license_server_unavailable`
   */
  deactivate(product: string): Promise<LicenceRecord>;
  /** Returns the stored licence without any network request. */
  info(product: string): Promise<LicenceRecord>;
  /** Encrypts stored keys that are in plain text, or that were encrypted with a previous secret of the site. */
  sealStored(): Promise<void>;
}

export interface LicencesOptions {
  readonly db: Database;
  readonly secretBox: SecretBox;
  readonly provider: LicenceProvider;
  /** Public URL of the site. */
  readonly siteUrl: string;
  readonly now?: () => number;
}

/** Milliseconds before a provider that did not respond is asked again. */
const RETRY_AFTER = 5 * 60 * 1000;

const DEACTIVATE_ATTEMPTS = 3;

/**
 * Manages one licence per product. A provider may be remote, so it is never called inside a transaction, and its
 * answer is written only if the row has not changed since. The key is stored as pending before the provider is
 * called. If the process is killed in between, another `activate` (or `deactivate`) completes the operation.
 */
export function createLicences({ db, secretBox, provider, siteUrl, now = Date.now }: LicencesOptions): Licences {
  const store = createLicenceStore(db, secretBox);
  const { source } = provider;
  const checks = new Map<string, Promise<LicenceRow | null>>();
  const contextOf = (product: string): LicenceContext => ({ product, siteUrl });
  const show = (product: string, row: LicenceRow | null): LicenceRecord =>
    recordOf(product, row, { source, now: now() });

  /** Whether the last check is recent: a day, or five minutes after a failed request. */
  function isFresh({ checked_at, failed_at }: LicenceRow): boolean {
    const [since, life] = failed_at === null ? [checked_at, FRESH_FOR] : [failed_at, RETRY_AFTER];
    return since !== null && now() < utc.decode(since).getTime() + life;
  }

  /** Checks the stored key with the provider and stores the result, or the failed request. */
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
    // Offline, every request may check the key, so do not rewrite an unchanged result.
    const isSame = source === 'offline' && row.status === outcome.status && row.code === outcome.code;
    return isSame ? row : keep(outcome);
  }

  /** Returns the stored licence, checking it if due. Concurrent calls share one request. */
  async function current(product: string): Promise<LicenceRow | null> {
    const row = await store.read(product);
    if (!row || row.license_key === null) return row;
    if (source === 'remote' && isFresh(row)) return row;
    assertOutsideTransaction();
    // Offline checks are cheap, and a transaction must use its own reads.
    if (source === 'offline') return check(row, row.license_key);
    const running = checks.get(product);
    if (running) return running;
    const checking = checkIfDue(product).finally(() => checks.delete(product));
    checks.set(product, checking);
    return checking;
  }

  /** Checks the stored licence, unless another call did so after this one had read it. */
  async function checkIfDue(product: string): Promise<LicenceRow | null> {
    const row = await store.read(product);
    return row === null || row.license_key === null || isFresh(row) ? row : check(row, row.license_key);
  }

  /** Remote checks are forbidden in transactions, which would hold their locks for seconds. */
  function assertOutsideTransaction(): void {
    if (source === 'offline' || !db.query.isTransaction) return;
    throw new HostError(
      'license_in_transaction',
      'Licenses are checked over the network. Request them before the transaction starts.',
    );
  }

  function verdictOf(product: string, row: LicenceRow | null): LicenceVerdict {
    const { status, code, message, isUnknown } = statusOfRecord(row, source, now());
    if (isUnknown) throw unavailable();
    const valid = status === 'valid' || status === 'grace';
    return { valid, code, message, license: valid ? show(product, row) : null };
  }

  /**
   * Checks a key that was passed in. If the provider is down and the key is the stored one, its grace period applies.
   */
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
      const { status } = statusOfRecord(row, source, now());
      const isOther = row?.key_hash !== hash && (status === 'valid' || status === 'grace');
      if (isOther) throw conflict('Another license key is active. Deactivate it first.');
      if (row?.pending_hash && row.pending_hash !== hash) {
        throw conflict('The activation of another key was not completed. Deactivate that key first.');
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
    // The licence was deactivated in the meantime, so release the new activation.
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
      if (key === '') throw new HostError('license_missing', 'Enter the license key.', { status: 400 });
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

/** Creates the only error with which a provider signals that it is unreachable. */
export function unavailable(cause?: unknown): HostError {
  return new HostError(
    'license_server_unavailable',
    'The license server does not respond. Try again later. The current license stays unchanged.',
    { status: 503 },
    cause === undefined ? undefined : { cause },
  );
}

const TOO_LONG = {
  code: 'license_malformed',
  message: `A license key has at most ${LICENCE_KEY_LENGTH} characters.`,
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
    'A product has the name of the plugin, e.g. "watermark", or of an edition, e.g. "watermark/pro".',
    { status: 400 },
  );
}

/**
 * Licences API for one plugin, limited to its own product and that product's editions (`watermark/pro`). Other
 * products are rejected with HostError 403 `license_foreign_product`.
 */
export type OwnedLicences = Omit<Licences, 'sealStored'>;

export function createOwnedLicences(owner: string, licences: Licences): OwnedLicences {
  async function own(product: string): Promise<void> {
    if (product === owner || product.startsWith(`${owner}/`)) return;
    throw new HostError(
      'license_foreign_product',
      `"${owner}" cannot use licenses of "${product}", only of "${owner}" and of editions such as "${owner}/pro".`,
      { status: 403 },
    );
  }
  return {
    verify: (product, key) => own(product).then(() => licences.verify(product, key)),
    activate: (product, key) => own(product).then(() => licences.activate(product, key)),
    deactivate: (product) => own(product).then(() => licences.deactivate(product)),
    info: (product) => own(product).then(() => licences.info(product)),
  };
}
