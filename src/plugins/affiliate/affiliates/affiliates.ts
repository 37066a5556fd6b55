import type { PendingEmails, Users } from '../../../access.js';
import { type Database, utc } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { User } from '../../../index.js';
import type { FiltersOf, ListOf, ListPage } from '../../../resource.js';
import type { OwnedSecrets, Versions } from '../../../services.js';
import type { Outbox } from '../../../webhooks.js';
import type { AffiliateDirectory } from '../clicks/directory.js';
import { affiliateNotFound, invalidParam } from '../commissions/errors.js';
import { paymentMethods } from '../payouts/payments.js';
import { provideAccount } from './account.js';
import { type Affiliate, EMPTY_AFFILIATE, NO_RATE, toAffiliate } from './affiliate.js';
import type { AffiliateList } from './affiliate-list.js';
import { type AffiliateChanges, type Columns, columnsOf, holdAfter, isChange, isPayment } from './changes.js';
import { parseCode, proposeCode } from './code.js';
import { createDirectory, DIRECTORY_VERSION } from './directory.js';
import { createEmailProof } from './email-proof.js';
import { changedMeanwhile, codeTaken, userTaken } from './errors.js';
import { type FieldName, OWNER_FIELDS } from './fields.js';
import { foldedNames } from './folded-names.js';
import { assertParent } from './parents.js';
import { createPaymentDetails, type PaymentDetails } from './payment-details.js';
import { affiliateRecord } from './records.js';
import { type AffiliateStatus, invalidStatus, STATUS_TRANSITIONS } from './statuses.js';

/** Input of a new affiliate. */
export type NewAffiliate = AffiliateChanges & {
  readonly email: string;
  readonly status: AffiliateStatus;
  /** Hash of the IP address they registered from; empty if another user added them. */
  readonly registrationIpHash?: string | undefined;
  /**
   * Whether the email is unverified, as when a stranger registers. The affiliate is then not linked to the account
   * with that email; its owner adopts them by `claim`.
   */
  readonly isUnproven?: boolean | undefined;
};

export interface UpdateOptions {
  /** Whether the affiliate makes the change: a change of payment details then puts payouts on hold. */
  readonly isOwn?: boolean;
  /** Version that the change is based on. */
  readonly version?: number | undefined;
  /** Status to set in the same transaction. */
  readonly status?: AffiliateStatus | undefined;
}

/** Affiliates of the program. */
export interface Affiliates extends AffiliateDirectory {
  readonly details: PaymentDetails;
  find(id: number): Promise<Affiliate | null>;
  /** @throws HostError 404 `vendor_affiliate_affiliate_not_found` */
  get(id: number): Promise<Affiliate>;
  ofUser(userId: number): Promise<Affiliate | null>;
  byEmail(email: string): Promise<Affiliate | null>;
  /**
   * Links an account that has verified its email to the active affiliate with that email and no account. Also marks
   * the email of the account's own affiliate as verified if it is the same.
   * @returns null if there is none, or if the account already has an affiliate
   */
  claim(user: Pick<User, 'id' | 'email' | 'emailVerified'>): Promise<Affiliate | null>;
  /** Stores an email that an affiliate has proven to own, in the running transaction. */
  confirmEmail(id: number, email: string): Promise<void>;
  /** Returns the email that replaces the affiliate's once its link is opened, or null if none is pending. */
  pendingEmail(id: number): Promise<string | null>;
  /** Cancels a pending change of an affiliate's email. @returns whether one was pending */
  cancelEmail(id: number): Promise<boolean>;
  list(query: ListOf<AffiliateList>): Promise<ListPage<Affiliate>>;
  /** Counts the affiliates that pass these filters. */
  count(values: FiltersOf<AffiliateList>): Promise<number>;
  /**
   * @throws HostError 400 `vendor_affiliate_invalid_param`, 409 `vendor_affiliate_code_taken`,
   *   `vendor_affiliate_user_taken`
   */
  create(affiliate: NewAffiliate): Promise<Affiliate>;
  /**
   * Applies all changes or none.
   * @throws HostError as `create` and `setStatus`, and 412 `vendor_affiliate_changed`
   */
  update(id: number, changes: AffiliateChanges, options?: UpdateOptions): Promise<Affiliate>;
  /**
   * Changes the status of an affiliate. An affiliate who becomes active without an account is given one.
   * @returns whether the status was different before
   * @throws HostError 409 `vendor_affiliate_invalid_transition`, 404 `vendor_affiliate_affiliate_not_found`
   */
  setStatus(id: number, status: AffiliateStatus): Promise<{ readonly affiliate: Affiliate; readonly changed: boolean }>;
  paymentMethods(): Promise<readonly string[]>;
  /** Returns the fields that affiliates may change themselves. */
  profileFields(): Promise<readonly FieldName[]>;
  /** Updates affiliates after a change of the program's currency. It can only change while no amounts exist. */
  adoptCurrency(): Promise<void>;
  /** Invalidates the caches after direct writes to the rows. Call it in the same transaction. */
  changed(): Promise<void>;
}

export interface AffiliatesParts {
  readonly db: Database;
  readonly list: AffiliateList;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly secrets: OwnedSecrets;
  readonly users: Pick<Users, 'byEmail' | 'byLogin' | 'create' | 'get'>;
  /** Affiliates' emails that await confirmation. */
  readonly emails: PendingEmails;
  readonly versions: Versions;
  readonly currency: () => Promise<string>;
  readonly now: () => Date;
}

/** Maximum attempts to find a free code for a name. Later attempts add random letters. */
const CODE_ATTEMPTS = 20;

export function createAffiliates(parts: AffiliatesParts): Affiliates {
  const { db, emails, hooks, outbox, users, versions, now } = parts;
  const details = createPaymentDetails(parts.secrets);
  const directory = createDirectory({ db, versions });
  const proof = createEmailProof(parts);
  const rows = () => db.query.selectFrom('affiliate_affiliates').selectAll();

  async function found(column: 'email' | 'id' | 'user_id', value: number | string): Promise<Affiliate | null> {
    const row = await rows().where(column, '=', value).orderBy('id').limit(1).executeTakeFirst();
    return row ? toAffiliate(row) : null;
  }

  async function get(id: number): Promise<Affiliate> {
    const affiliate = await found('id', id);
    if (!affiliate) throw affiliateNotFound(id);
    return affiliate;
  }

  /** Locks the row until the transaction ends. */
  async function requireAffiliate(id: number): Promise<Affiliate> {
    const row = await rows().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw affiliateNotFound(id);
    return toAffiliate(row);
  }

  async function read(changes: AffiliateChanges, before: Pick<Affiliate, 'rate' | 'rateType'>, currency: string) {
    return columnsOf(changes, before, { details, currency, methods: await paymentMethods(hooks) });
  }

  async function assertUser(userId: number | null | undefined, id: number): Promise<void> {
    if (userId === null || userId === undefined) return;
    if (!(await users.get(userId))) throw invalidParam('user_id', `Account ${userId} does not exist.`);
    const other = await found('user_id', userId);
    if (other && other.id !== id) throw userTaken(userId);
  }

  async function isTaken(code: string): Promise<boolean> {
    const row = await db.query
      .selectFrom('affiliate_affiliates')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirst();
    return row !== undefined;
  }

  function chosenCode(text: string): string {
    const code = parseCode(text);
    if (code === null)
      throw invalidParam('code', 'A code has 3 to 32 letters, digits, _ and -, and begins with a letter or digit.');
    return code;
  }

  async function freeCode(name: string): Promise<string> {
    for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt += 1) {
      const proposed = proposeCode(name, attempt);
      const candidate =
        attempt === 0 ? await hooks.applyFiltersAsync('vendor_affiliate_code', proposed, name) : proposed;
      const code = parseCode(candidate) ?? proposed;
      if (!(await isTaken(code))) return code;
    }
    throw codeTaken(proposeCode(name, 0));
  }

  /** Reports a violated unique index as the matching error. Concurrent requests can pass the checks. */
  async function written<T>(columns: Columns, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!db.isUniqueViolation(error)) throw error;
      if (columns.code !== undefined && (await isTaken(columns.code))) throw codeTaken(columns.code);
      if (columns.user_id) throw userTaken(columns.user_id);
      throw error;
    }
  }

  async function insert(affiliate: NewAffiliate, code: string, currency: string): Promise<Affiliate> {
    const moment = utc.encode(now());
    const userId = affiliate.user_id ?? null;
    const isVerified = affiliate.email_verified ?? (await proof.isEmailOf(userId, affiliate.email));
    const columns = { ...EMPTY_AFFILIATE, ...(await read(affiliate, NO_RATE, currency)) };
    const row = {
      ...columns,
      code,
      status: affiliate.status,
      currency,
      version: 1,
      email_verified_at: isVerified ? moment : null,
      registration_ip_hash: affiliate.registrationIpHash ?? '',
      ...foldedNames({ ...columns, code }),
      registered_at: moment,
      updated_at: moment,
      approved_at: affiliate.status === 'active' ? moment : null,
    };
    const created = await written(row, () =>
      db.transaction(async () => {
        await assertParent(db, 0, columns.parent_id);
        const id = await db.insert('affiliate_affiliates', row);
        const added = await requireAffiliate(id);
        if (!isVerified && added.email !== '') await emails.start(id, added.email);
        const account = affiliate.status === 'active' ? await withAccount(added, affiliate.isUnproven) : added;
        await versions.bump(DIRECTORY_VERSION);
        await outbox.announce('vendor_affiliate_registered', affiliateRecord(account));
        // Affiliates without an account get the link in the mail about their application.
        if (!isVerified && userId !== null) await proof.ask(account, added.email);
        return account;
      }),
    );
    return created;
  }

  /** Gives an affiliate the account they need to open the affiliate area. */
  async function withAccount(affiliate: Affiliate, isUnproven = false): Promise<Affiliate> {
    if (affiliate.userId !== null) return affiliate;
    const userId = await provideAccount(users, affiliate, isUnproven);
    // The account may belong to another affiliate: an administrator then decides.
    if (userId === null || (await found('user_id', userId))) return affiliate;
    await change(affiliate, { user_id: userId });
    return requireAffiliate(affiliate.id);
  }

  /** Runs in the transaction that uses up the link. A new email puts payouts on hold if it receives payments. */
  async function confirmEmail(id: number, email: string): Promise<void> {
    const before = await requireAffiliate(id);
    const isNew = email !== before.email;
    const hold = isNew && isPayment('email', before) ? { hold_payouts_until: holdAfter(before, now()) } : {};
    await change(before, { email, email_verified_at: utc.encode(now()), ...hold });
    const verified = await requireAffiliate(id);
    const after = verified.status === 'active' ? await withAccount(verified) : verified;
    await versions.bump(DIRECTORY_VERSION);
    await announceChange(before, after, isNew ? ['email', 'email_verified'] : ['email_verified']);
  }

  /** The second of two concurrent logins of one account finds the work done. */
  function claim(user: Pick<User, 'id' | 'email' | 'emailVerified'>): Promise<Affiliate | null> {
    const { id: userId, email } = user;
    if (!email || !user.emailVerified) return Promise.resolve(null);
    return db.transaction(async () => {
      const own = await found('user_id', userId);
      if (own) {
        if (own.email === email.toLowerCase() && !own.emailVerified) await confirmEmail(own.id, own.email);
        return null;
      }
      const row = await rows()
        .where('email', '=', email.toLowerCase())
        .where('user_id', 'is', null)
        .where('status', '=', 'active')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      await change(toAffiliate(row), {
        user_id: userId,
        email_verified_at: row.email_verified_at ?? utc.encode(now()),
      });
      const after = await requireAffiliate(row.id);
      await versions.bump(DIRECTORY_VERSION);
      await outbox.announce('vendor_affiliate_updated', affiliateRecord(after), ['user_id']);
      return after;
    });
  }

  async function change({ id, version, ...before }: Affiliate, columns: Columns): Promise<void> {
    const names = foldedNames({
      code: columns.code ?? before.code,
      display_name: columns.display_name ?? before.displayName,
      first_name: columns.first_name ?? before.firstName,
      last_name: columns.last_name ?? before.lastName,
    });
    await db.query
      .updateTable('affiliate_affiliates')
      .set({ ...columns, ...names, version: version + 1, updated_at: utc.encode(now()) })
      .where('id', '=', id)
      .execute();
  }

  /** Runs in the transaction that holds the lock. */
  async function moved(before: Affiliate, status: AffiliateStatus): Promise<Affiliate> {
    const { id } = before;
    if (before.status === status) return before;
    if (!STATUS_TRANSITIONS[before.status].includes(status)) throw invalidStatus(before.status, status);
    const approved = status === 'active' && before.approvedAt === null ? { approved_at: utc.encode(now()) } : {};
    await change(before, { status, ...approved });
    const after = status === 'active' ? await withAccount(await requireAffiliate(id)) : await requireAffiliate(id);
    await versions.bump(DIRECTORY_VERSION);
    await outbox.announce('vendor_affiliate_status_changed', affiliateRecord(after), before.status, status);
    return after;
  }

  async function announceChange(before: Affiliate, after: Affiliate, fields: readonly string[]): Promise<void> {
    const record = affiliateRecord(after);
    await outbox.announce('vendor_affiliate_updated', record, fields);
    const payment = fields.filter((field) => isPayment(field, before));
    if (payment.length === 0 || !after.holdPayoutsUntil) return;
    const addresses = [before.email, before.paymentEmail, after.email, after.paymentEmail].filter(
      (text) => text !== '',
    );
    await outbox.announce('vendor_affiliate_payment_details_changed', record, {
      fields: payment,
      addresses: [...new Set(addresses)],
      held_until: after.holdPayoutsUntil.toISOString(),
    });
  }

  return {
    ...directory,
    details,
    paymentMethods: () => paymentMethods(hooks),
    async profileFields() {
      const editable = await hooks.applyFiltersAsync('vendor_affiliate_profile_fields', OWNER_FIELDS);
      return OWNER_FIELDS.filter((name) => editable.includes(name));
    },
    async adoptCurrency() {
      const currency = await parts.currency();
      await db.transaction(async () => {
        await db.query
          .updateTable('affiliate_affiliates')
          .set(({ eb }) => ({ currency, version: eb('version', '+', 1), updated_at: utc.encode(now()) }))
          .where('currency', '!=', currency)
          .execute();
        await versions.bump(DIRECTORY_VERSION);
      });
    },
    changed: () => versions.bump(DIRECTORY_VERSION),
    get,
    find: (id) => found('id', id),
    ofUser: (userId) => found('user_id', userId),
    byEmail: (email) => found('email', email.toLowerCase()),
    claim,
    confirmEmail,
    pendingEmail: async (id) => {
      const waiting = await emails.pending(id);
      return waiting && waiting.email !== (await found('id', id))?.email ? waiting.email : null;
    },
    cancelEmail: emails.cancel,
    list: (query) => parts.list.list(db, query),
    count: (values) => parts.list.count(db, values),
    async create(affiliate) {
      const currency = await parts.currency();
      await assertUser(affiliate.user_id, 0);
      if (affiliate.code !== undefined) {
        const code = chosenCode(affiliate.code);
        if (await isTaken(code)) throw codeTaken(code);
        return insert(affiliate, code, currency);
      }
      const { display_name: displayName, first_name: first = '', last_name: last = '', email } = affiliate;
      return insert(
        affiliate,
        await freeCode(displayName || `${first} ${last}`.trim() || email.split('@', 1)[0] || ''),
        currency,
      );
    },
    async update(id, input, { isOwn = false, version, status } = {}) {
      const pending = isOwn ? await proof.ownChange(await get(id), input) : null;
      const changes = pending === null ? input : { ...input, email: undefined };
      const code = changes.code === undefined ? undefined : chosenCode(changes.code);
      await assertUser(changes.user_id, id);
      const columns: { code?: string } = code === undefined ? {} : { code };
      return written({ ...columns, ...(changes.user_id ? { user_id: changes.user_id } : {}) }, () =>
        db.transaction(async () => {
          const before = await requireAffiliate(id);
          if (version !== undefined && version !== before.version) throw changedMeanwhile(id);
          if (pending !== null) await proof.ask(before, pending);
          const verified = await proof.columns(before, changes);
          const updated = { ...(await read(changes, before, before.currency)), ...columns, ...verified };
          if (updated.parent_id !== undefined) await assertParent(db, id, updated.parent_id);
          const sent = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
          const fields = sent.filter((name) => isChange(name, changes, before, details));
          if (fields.length === 0) return status === undefined ? before : moved(before, status);
          const isHeld = isOwn && fields.some((field) => isPayment(field, before));
          const hold = isHeld ? { hold_payouts_until: holdAfter(before, now()) } : {};
          await change(before, { ...updated, ...hold });
          const after = await requireAffiliate(id);
          await versions.bump(DIRECTORY_VERSION);
          await announceChange(before, after, fields);
          return status === undefined ? after : moved(after, status);
        }),
      );
    },
    setStatus: (id, status) =>
      db.transaction(async () => {
        const before = await requireAffiliate(id);
        const affiliate = await moved(before, status);
        return { affiliate, changed: before.status !== status };
      }),
  };
}
