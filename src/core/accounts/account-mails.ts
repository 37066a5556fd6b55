import type { Mail } from '../services/mail/mail.js';
import type { Site } from '../site.js';
import { coreCatalogues } from '../templates/strings/catalogues.js';
import { createStrings, type Strings } from '../templates/strings.js';
import type { AccountMailData } from '../templates/template-data.js';
import type { Templates } from '../templates/templates.js';

/** Whom a mail is about and goes to. */
export interface MailReader {
  readonly email: string;
  readonly login: string;
  readonly name: string;
}

/** The mails that accounts cause, in the language of the site. @throws HostError `mail_failed` from each */
export interface AccountMails {
  /** The link by which a new password is chosen. */
  passwordReset(reader: MailReader, link: string): Promise<void>;
  /** To people of the site's own login, who have no password here. */
  noPasswordHere(reader: MailReader): Promise<void>;
  /** @param link where to ask for a new password if it was not them; null when no address can be named */
  passwordChanged(reader: MailReader, link: string | null): Promise<void>;
}

type MailName = 'password-reset' | 'no-password-here' | 'password-changed';

export function createAccountMails(parts: { site: Site; templates: Templates; mail: Mail }): AccountMails {
  const { site, templates, mail } = parts;

  async function send(name: MailName, reader: MailReader, link: string | null): Promise<void> {
    const strings: Strings = createStrings(site.locale, coreCatalogues);
    const subject = strings.text(`mail.${name}.subject`, { site: site.name });
    const data: AccountMailData = {
      strings,
      subject,
      site: { name: site.name },
      name: reader.name,
      login: reader.login,
      link,
    };
    const [text, html] = await Promise.all([
      templates.render(`mail/${name}-text`, data),
      templates.render(`mail/${name}`, data),
    ]);
    await mail.send({ to: reader.email, subject, text: text.trim(), html });
  }

  return {
    passwordReset: (reader, link) => send('password-reset', reader, link),
    noPasswordHere: (reader) => send('no-password-here', reader, null),
    passwordChanged: (reader, link) => send('password-changed', reader, link),
  };
}
