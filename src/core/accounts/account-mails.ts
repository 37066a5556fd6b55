import type { Logger } from 'pino';
import type { SecretBox } from '../crypto/secret-box.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { Jobs } from '../services/jobs/jobs.js';
import type { ResetAccount, ResetTokens } from './reset-tokens.js';
import '../identity/tables.js';
import type { Mail } from '../services/mail/mail.js';
import { coreCatalogues } from '../templates/strings/catalogues.js';
import type { Strings } from '../templates/strings.js';
import type { AccountMailData } from '../templates/template-data.js';
import type { Templates } from '../templates/templates.js';
import type { LocalizedSite } from '../texts/localized-site.js';

/**
 * The mails that accounts cause, in the language of the site. Each is a job, inside a transaction as part of it, and is
 * tried again while no mail server takes it. What waits holds no token, and an address only sealed.
 */
export interface AccountMails {
  /** The link by which a new password is chosen; it is made when the mail is. */
  passwordReset(account: { readonly id: number }): Promise<void>;
  /** To people of the site's own login, who have no password here. */
  noPasswordHere(account: { readonly id: number }): Promise<void>;
  /** To the address that the account has now. */
  passwordChanged(account: { readonly id: number; readonly email: string }): Promise<void>;
  /** @param former where the mail goes: who did not want the change reads that one */
  addressChanged(account: { readonly id: number }, former: string): Promise<void>;
}

export interface AccountMailsParts {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly secretBox: SecretBox;
  readonly tokens: Pick<ResetTokens, 'issue'>;
  readonly site: LocalizedSite;
  readonly templates: Templates;
  readonly mail: Mail;
  readonly log: Logger;
  /** The address of a page of the host; null when the site was never told its own. */
  readonly links: { resetPage(token: string): string | null; lostPage(): string | null };
}

type MailName = 'password-reset' | 'no-password-here' | 'password-changed' | 'address-changed';

interface AccountMailJob {
  readonly mail: MailName;
  readonly user: number;
  /** Sealed; null for the address that the account has when the mail is made. */
  readonly to: string | null;
}

/** With doubling from a minute, the last attempt comes about half an hour after the first: links live for an hour. */
const ATTEMPTS = 6;
const BACKOFF = 60_000;
/** What addresses are sealed as. */
const ABOUT = 'account mail';

export function createAccountMails(parts: AccountMailsParts): AccountMails {
  const { db, jobs, secretBox, tokens, site, templates, mail, log, links } = parts;
  const queue = jobs.define<AccountMailJob, void>(
    {
      name: 'core_account_mail',
      title: 'Mails about accounts',
      attempts: ATTEMPTS,
      backoff: BACKOFF,
      run: ({ payload }) => deliver(payload),
    },
    'core',
  );

  async function accountOf(id: number): Promise<ResetAccount | null> {
    const row = await db.query
      .selectFrom('users')
      .select(['id', 'login', 'email', 'name', 'provider', 'password_hash as passwordHash'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row ?? null;
  }

  async function deliver({ mail: name, user, to: sealed }: AccountMailJob): Promise<void> {
    const account = await accountOf(user);
    const to = sealed === null ? account?.email : secretBox.open(sealed, ABOUT);
    // The account went meanwhile, or the site's secret was replaced: nobody is left to write to.
    if (!account || !to) return;
    const link = name === 'password-reset' ? links.resetPage(await tokens.issue(account)) : linkOf(name);
    try {
      await send(name, account, to, link);
    } catch (error) {
      log.error({ err: error, mail: name }, 'A mail about an account could not be sent');
      // What cannot be a mail would be refused at every further attempt, too.
      if (!(error instanceof HostError) || error.code !== 'mail_invalid') throw error;
    }
  }

  function linkOf(name: MailName): string | null {
    return name === 'password-changed' ? links.lostPage() : null;
  }

  async function send(name: MailName, account: ResetAccount, to: string, link: string | null): Promise<void> {
    const strings: Strings = site.strings(site.locale, coreCatalogues);
    const subject = strings.text(`mail.${name}.subject`, { site: site.name });
    const data: AccountMailData = {
      strings,
      subject,
      site: { name: site.name },
      name: account.name,
      login: account.login,
      link,
    };
    const [text, html] = await Promise.all([
      templates.render(`mail/${name}-text`, data),
      templates.render(`mail/${name}`, data),
    ]);
    await mail.send({ to, subject, text: text.trim(), html });
  }

  async function add(name: MailName, user: number, to: string | null): Promise<void> {
    await queue.add({ mail: name, user, to: to === null ? null : secretBox.seal(to, ABOUT) });
  }

  return {
    passwordReset: ({ id }) => add('password-reset', id, null),
    noPasswordHere: ({ id }) => add('no-password-here', id, null),
    passwordChanged: async ({ id, email }) => (email === '' ? undefined : add('password-changed', id, email)),
    addressChanged: async ({ id }, former) => (former === '' ? undefined : add('address-changed', id, former)),
  };
}
