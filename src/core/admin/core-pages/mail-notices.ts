import { mayLink } from '../../accounts/password-services.js';
import { outboxFolder } from '../../services/mail/outbox.js';
import type { OwnedAdmin } from '../registry.js';
import type { CorePagesParts } from './core-pages.js';

/** Registers dashboard notices about problems with email. */
export function registerMailNotices(own: OwnedAdmin, { mail, config }: Pick<CorePagesParts, 'mail' | 'config'>): void {
  own.notice({
    capability: 'manage_options',
    load: ({ strings }) =>
      mail.leaves
        ? null
        : { kind: 'warning', text: strings.text('admin.mail-stays', { folder: outboxFolder(config.mail) }) },
  });
  own.notice({
    capability: 'manage_options',
    load: ({ strings }) => (mayLink(config) ? null : { kind: 'error', text: strings.text('admin.url-unknown') }),
  });
}
