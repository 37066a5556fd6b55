import type { Database, OwnedSecrets, PluginContext, Site, Users } from '../../../index.js';
import { affiliateRecord } from '../affiliates/records.js';
import { commissionRecord } from '../commissions/commission.js';
import { paymentRecord } from '../payouts/payout.js';
import { mailCatalogues } from '../strings/mail/catalogues.js';
import { composeMail } from './compose.js';
import { type MailJob, SEALED_AS } from './mail-job.js';
import { isForAdministrators } from './mail-types.js';
import { readSubject } from './read-subject.js';

export type DeliveryParts = Pick<PluginContext, 'hooks' | 'log' | 'mail' | 'templates'> & {
  readonly db: Database;
  readonly secrets: Pick<OwnedSecrets, 'open' | 'seal'>;
  readonly site: Site;
  readonly users: Pick<Users, 'get' | 'list'>;
};

/** Sends the mail of a job, if there is still something to write about and somebody to write to. */
export function createDelivery(parts: DeliveryParts): (job: MailJob) => Promise<void> {
  const { db, hooks, log, mail, secrets, site, users } = parts;
  return async (job) => {
    const { type, change } = job;
    const subject = await readSubject(db, job);
    if (!subject) return;
    const { affiliate, commission, payment } = subject;
    // What was sealed by a secret that is gone is an address no more.
    const to = job.to === null ? affiliate.email : secrets.open(job.to, SEALED_AS);
    if (to === null) return log.warn({ mail: type }, 'A mail was addressed under a secret that is gone');
    const locale = !isForAdministrators(type) && isSpoken(affiliate.locale) ? affiliate.locale : site.locale;
    const login = affiliate.userId === null ? null : ((await users.get(affiliate.userId))?.login ?? null);
    const written = await composeMail(parts, { ...subject, type, change, login, to, locale });
    const message = await hooks.applyFiltersAsync('vendor_affiliate_email', written, type, {
      affiliate: affiliateRecord(affiliate),
      commission: commission && commissionRecord(commission),
      payment: payment && paymentRecord(payment),
      locale,
    });
    if (message === null) return;
    try {
      await mail.send(message);
    } catch (error) {
      log.warn({ err: error, mail: type }, 'A mail of the affiliate programme could not be sent');
      throw error;
    }
  };
}

/** Whether there are texts of this language. Who speaks another one is written to in that of the site. */
function isSpoken(locale: string): boolean {
  const [language = ''] = locale.toLowerCase().split('-');
  return Object.hasOwn(mailCatalogues, language);
}
