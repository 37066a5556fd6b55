import type { PluginContext } from '../../../index.js';
import type { JobQueue } from '../../../services.js';
import type { Outbox } from '../../../webhooks.js';
import type { CurrentSettings } from '../settings/current.js';
import { createAnnouncements } from './announcements.js';
import { createDelivery, type DeliveryParts } from './deliver.js';
import type { MailJob } from './mail-job.js';

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
