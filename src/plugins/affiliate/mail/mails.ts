import type { PendingEmails, Users } from '../../../access.js';
import type { Database } from '../../../database.js';
import type { PluginContext, Site } from '../../../index.js';
import type { JobQueue, OwnedSecrets } from '../../../services.js';
import type { Outbox } from '../../../webhooks.js';
import type { Affiliate } from '../affiliates/affiliate.js';
import { affiliateRecord } from '../affiliates/records.js';
import { affiliateCatalogues } from '../catalogues.js';
import { commissionList } from '../commissions/commission.js';
import { paymentRecord } from '../payouts/payout.js';
import type { CurrentSettings } from '../settings/current.js';
import { createAnnouncements } from './announcements.js';
import { composeMail } from './compose.js';
import { isForAdministrators, type MailJob, type MailType, SEALED_AS } from './mail-job.js';
import { readSubject } from './read-subject.js';

export type MailParts = DeliveryParts &
  Pick<PluginContext, 'jobs' | 'outbox'> & { readonly settings: Pick<CurrentSettings, 'get'> };

const ATTEMPTS = 6;

const BACKOFF = 60_000;

/**
 * Creates the mails of the program. Each is a job added in the transaction that announces its event: the mail is
 * queued exactly if the change is committed, independently of other listeners. Jobs are retried while no mail server
 * accepts the mail.
 * @returns the outbox that the program announces with
 */
export function createMails(parts: MailParts): Outbox {
  const queue: JobQueue<MailJob> = parts.jobs.define<MailJob, void>({
    name: 'affiliate_mail',
    title: 'Affiliate emails',
    attempts: ATTEMPTS,
    backoff: BACKOFF,
    run: ({ payload }) => deliver(payload),
  });
  const deliver = createDelivery(parts);
  return createAnnouncements({ ...parts, queue });
}

type DeliveryParts = Pick<PluginContext, 'hooks' | 'log' | 'mail' | 'templates'> & {
  readonly db: Database;
  readonly secrets: Pick<OwnedSecrets, 'open' | 'seal'>;
  readonly site: Site;
  readonly users: Pick<Users, 'get' | 'list'>;
  /** Emails of affiliates that await confirmation. */
  readonly pendingEmails: Pick<PendingEmails, 'issue'>;
};

/** Creates a function that sends the mail of a job, if its subject and recipient still exist. */
function createDelivery(parts: DeliveryParts): (job: MailJob) => Promise<void> {
  const { db, hooks, log, mail, secrets, site, users, pendingEmails } = parts;

  /** Returns the link that verifies an email, sent in its own mail or in the mail about an application. */
  async function confirmationOf(type: MailType, { id, emailVerified, userId }: Affiliate) {
    const isApplication = (type === 'registered' || type === 'approved') && userId === null && !emailVerified;
    return type === 'confirm-email' || isApplication ? pendingEmails.issue(id) : null;
  }

  return async (job) => {
    const { type, change } = job;
    const subject = await readSubject(db, job);
    if (!subject) return;
    const { affiliate, commission, payment } = subject;
    const issued = await confirmationOf(type, affiliate);
    // The change has since been cancelled or confirmed.
    if (type === 'confirm-email' && issued === null) return;
    const to = issued?.email ?? (job.to === null ? affiliate.email : secrets.open(job.to, SEALED_AS));
    // A recipient sealed with a former secret cannot be decrypted.
    if (to === null) return log.warn({ mail: type }, 'An email was addressed with a secret that no longer exists');
    const locale = !isForAdministrators(type) && isSpoken(affiliate.locale) ? affiliate.locale : site.locale;
    const login = affiliate.userId === null ? null : ((await users.get(affiliate.userId))?.login ?? null);
    const isVerified = isForAdministrators(type) || (affiliate.emailVerified && to === affiliate.email);
    const confirmation = issued?.link ?? null;
    const written = await composeMail(parts, { ...subject, type, change, login, to, locale, isVerified, confirmation });
    const message = await hooks.applyFiltersAsync('vendor_affiliate_email', written, type, {
      affiliate: affiliateRecord(affiliate),
      commission: commission && commissionList.record(commission),
      payment: payment && paymentRecord(payment),
      locale,
    });
    if (message === null) return;
    try {
      await mail.send(message);
    } catch (error) {
      log.warn({ err: error, mail: type }, 'An affiliate email could not be sent');
      throw error;
    }
  };
}

/** Whether the plugin has mails in this language. Others get the language of the site. */
function isSpoken(locale: string): boolean {
  const [language = ''] = locale.toLowerCase().split('-');
  return Object.hasOwn(affiliateCatalogues, language);
}
