import type { JobQueue, Outbox, PluginContext } from '../../../index.js';
import type { CurrentSettings } from '../settings/current.js';
import { createAnnouncements } from './announcements.js';
import { createDelivery, type DeliveryParts } from './deliver.js';
import type { MailJob } from './mail-job.js';

export type MailParts = DeliveryParts &
  Pick<PluginContext, 'jobs' | 'outbox'> & { readonly settings: Pick<CurrentSettings, 'get'> };

const ATTEMPTS = 6;
const BACKOFF = 60_000;

/**
 * The mails of the programme. Each is a job that is added in the transaction that announces what it is about: with the
 * change there is the mail, once, and without it there is none, whatever becomes of the listeners of the announcement.
 * A job is tried again while no mail server takes the mail.
 * @returns what the programme announces by in place of the outbox
 */
export function createMails(parts: MailParts): Outbox {
  const queue: JobQueue<MailJob> = parts.jobs.define<MailJob, void>({
    name: 'affiliate_mail',
    title: 'Mails of the affiliate programme',
    attempts: ATTEMPTS,
    backoff: BACKOFF,
    run: ({ payload }) => deliver(payload),
  });
  const deliver = createDelivery(parts);
  return createAnnouncements({ ...parts, queue });
}
