import type { Users } from '../../../access.js';
import type { Database } from '../../../database.js';
import type { Actions } from '../../../index.js';
import type { JobQueue, OwnedSecrets } from '../../../services.js';
import type { Outbox } from '../../../webhooks.js';
import { readPayments } from '../payouts/payments.js';
import type { CurrentSettings } from '../settings/current.js';
import { type MailJob, SEALED_AS } from './mail-job.js';

export interface AnnouncementParts {
  readonly db: Database;
  readonly outbox: Outbox;
  readonly queue: Pick<JobQueue<MailJob>, 'add'>;
  readonly secrets: Pick<OwnedSecrets, 'seal'>;
  readonly settings: Pick<CurrentSettings, 'get'>;
  readonly users: Pick<Users, 'list'>;
}

type MailedAction =
  | 'vendor_affiliate_registered'
  | 'vendor_affiliate_status_changed'
  | 'vendor_affiliate_payment_details_changed'
  | 'vendor_affiliate_email_pending'
  | 'vendor_affiliate_commission_approved'
  | 'vendor_affiliate_commission_rejected'
  | 'vendor_affiliate_commission_paid'
  | 'vendor_affiliate_payout_completed'
  | 'vendor_affiliate_fraud_flagged';

type MailedActions = { readonly [Name in MailedAction]: (...args: Parameters<Actions[Name]>) => Promise<void> };

/** Maximum number of administrators notified if no addresses are configured. */
const MAX_ADMINISTRATORS = 20;

/** Milliseconds between fraud notifications about one affiliate. A fraud can flag thousands of commissions. */
const SUSPICION_AGAIN = 60 * 60 * 1000;

/** Creates an outbox that also queues the mails about each event, in the same transaction. */
export function createAnnouncements(parts: AnnouncementParts): Outbox {
  const { db, outbox: announcements, queue, secrets, settings, users } = parts;
  const suspected = createLately(SUSPICION_AGAIN);

  async function add(job: Partial<MailJob> & Pick<MailJob, 'affiliate' | 'type'>, key?: string): Promise<void> {
    await queue.add(
      { commission: null, payout: null, to: null, change: null, ...job },
      key === undefined ? {} : { key },
    );
  }

  const sealed = (address: string): string => secrets.seal(address, SEALED_AS);

  /** Returns the configured addresses, or those of the administrators if none are configured. */
  async function administrators(): Promise<readonly string[]> {
    const { notifyAddresses } = await settings.get();
    if (notifyAddresses.length > 0) return [...new Set(notifyAddresses)];
    const { users: found } = await users.list({ role: 'administrator', perPage: MAX_ADMINISTRATORS });
    return found.map(({ email }) => email).filter((email) => email !== '');
  }

  /** @param key only one mail with this key is queued per recipient */
  async function addForAdministrators(
    job: Partial<MailJob> & Pick<MailJob, 'affiliate' | 'type'>,
    key?: string,
  ): Promise<void> {
    for (const [index, address] of (await administrators()).entries()) {
      await add({ ...job, to: sealed(address) }, key && `${key} ${index}`);
    }
  }

  const mailActions: MailedActions = {
    async vendor_affiliate_registered({ id: affiliate, status }) {
      if (status === 'active') await add({ type: 'approved', affiliate });
      if (status !== 'pending') return;
      await add({ type: 'registered', affiliate });
      await addForAdministrators({ type: 'application', affiliate });
    },
    async vendor_affiliate_status_changed({ id: affiliate }, _from, to) {
      if (to === 'active') await add({ type: 'approved', affiliate });
      if (to === 'rejected') await add({ type: 'rejected', affiliate });
    },
    async vendor_affiliate_email_pending({ id: affiliate }) {
      await add({ type: 'confirm-email', affiliate });
    },
    async vendor_affiliate_payment_details_changed({ id: affiliate }, { addresses, fields, held_until }) {
      for (const address of addresses) {
        await add({ type: 'payment-details-changed', affiliate, to: sealed(address), change: { fields, held_until } });
      }
    },
    async vendor_affiliate_commission_approved({ id, affiliate_id, type }) {
      // Refund rows start approved and are no earnings to announce.
      if (type !== 'refund') await add({ type: 'commission-approved', affiliate: affiliate_id, commission: id });
    },
    async vendor_affiliate_commission_rejected({ id, affiliate_id }) {
      await add({ type: 'commission-rejected', affiliate: affiliate_id, commission: id });
    },
    async vendor_affiliate_commission_paid({ id, affiliate_id, payout_id, type }) {
      // A payout sends one mail for all its commissions. Settled refunds are not payments.
      if (payout_id === null && type !== 'refund')
        await add({ type: 'commission-paid', affiliate: affiliate_id, commission: id });
    },
    async vendor_affiliate_payout_completed({ id }) {
      for (const { affiliateId } of await readPayments(db, id)) {
        await add({ type: 'payout-completed', affiliate: affiliateId, payout: id });
      }
    },
    async vendor_affiliate_fraud_flagged({ id, affiliate_id }, flags) {
      // External forms often know no click. The commission waits for a decision, but sends no mail.
      if (flags.every((flag) => flag === 'no_click') || suspected.has(affiliate_id)) return;
      await addForAdministrators(
        { type: 'commission-flagged', affiliate: affiliate_id, commission: id },
        `suspicion ${affiliate_id}`,
      );
      db.afterCommit(() => suspected.add(affiliate_id));
    },
  };

  const withMails: Outbox = {
    current: announcements.current,
    async announceAll(name, events) {
      if (!isMailed(name)) return announcements.announceAll(name, events);
      await db.join(async () => {
        for (const args of events()) await withMails.announce(name, ...args);
      });
    },
    async announce(name, ...args) {
      if (!isMailed(name)) return announcements.announce(name, ...args);
      // The arguments match the name, which the compiler cannot infer across both.
      const send: (...args: never) => Promise<void> = mailActions[name];
      await db.join(async () => {
        await announcements.announce(name, ...args);
        await send(...(args as never));
      });
    },
  };
  return withMails;

  function isMailed(name: string): name is MailedAction {
    return Object.hasOwn(mailActions, name);
  }
}

/** Ids seen within a recent period. */
interface Lately {
  has(id: number): boolean;
  add(id: number): void;
}

/** @param duration milliseconds each id is kept in the memory of this process */
function createLately(duration: number): Lately {
  /** Times by id, oldest first. */
  const added = new Map<number, number>();

  function forget(): void {
    for (const [id, at] of added) {
      if (performance.now() - at < duration) return;
      added.delete(id);
    }
  }

  return {
    has(id) {
      forget();
      return added.has(id);
    },
    add(id) {
      added.delete(id);
      added.set(id, performance.now());
    },
  };
}
