import type { Config } from '../config.js';
import { mayLink } from '../identity/password-services.js';
import type { Strings } from '../pages/strings.js';
import type { AdminHomeData } from '../pages/template-data.js';
import type { Mail } from '../services/mail/mail.js';
import { outboxFolder } from '../services/mail/outbox.js';

export interface MailFacts {
  readonly mail: Pick<Mail, 'leaves'>;
  readonly config: Pick<Config, 'mail' | 'isUrlKnown' | 'debug'>;
}

/** What the people who run the site should know about its mails. */
export function mailNotices({ mail, config }: MailFacts, strings: Strings): AdminHomeData['notices'] {
  const notices: AdminHomeData['notices'] = [];
  if (!mail.leaves) {
    const text = strings.text('admin.mail-stays', { folder: outboxFolder(config.mail) });
    notices.push({ kind: 'warning', text, link: null });
  }
  if (!mayLink(config)) notices.push({ kind: 'error', text: strings.text('admin.url-unknown'), link: null });
  return notices;
}
