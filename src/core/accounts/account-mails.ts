import type { Logger } from 'pino';
import type { SecretBox } from '../crypto/secret-box.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { Jobs } from '../services/jobs/jobs.js';
import type { PendingEmails } from './email-confirmations.js';
import type { ResetAccount, ResetTokens } from './reset-tokens.js';
import '../identity/tables.js';
import type { Mail } from '../services/mail/mail.js';
import type { Strings } from '../templates/strings.js';
import type { AccountMailData } from '../templates/template-data.js';
import type { Templates } from '../templates/templates.js';
import { coreCatalogues } from '../texts/core-catalogues.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { User } from '../user.js';

/**
 * Sends account emails, in the language of the site.
 * Each is a job, added in the current transaction and retried until a mail server accepts it. A queued job holds no
 * token, and email addresses only encrypted. Emails to unverified addresses contain no text from the account, because
 * its name could be spam.
 */
export interface AccountMails {
  /** Sends a password reset link. The token is created with the email. */
  passwordReset(account: Pick<User, 'id'>): Promise<void>;
  /** Notifies a user of the site's own login, who has no password here. */
  noPasswordHere(account: Pick<User, 'id'>): Promise<void>;
  /** Notifies the account's current address. */
  passwordChanged(account: MailedAccount): Promise<void>;
  /** Sends a confirmation link to the pending address. */
  confirmAddress(account: Pick<User, 'id'>): Promise<void>;
  /** Notifies the current address that a change was requested. */
  changeRequested(account: MailedAccount): Promise<void>;
  /**
   * Notifies the former address, in case the user did not intend the change.
   * @param former the account before the change
   */
  addressChanged(former: MailedAccount): Promise<void>;
}

/** Account and the address to send an email to. */
export type MailedAccount = Pick<User, 'id' | 'email' | 'emailVerified'>;

export interface AccountMailsParts {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly secretBox: SecretBox;
  readonly tokens: Pick<ResetTokens, 'issue'>;
  /** Pending email addresses of accounts. */
  readonly pendingEmails: Pick<PendingEmails, 'issue'>;
  readonly site: LocalizedSite;
  readonly templates: Templates;
  readonly mail: Mail;
  readonly log: Logger;
  /** URLs of pages of the host. Null if the site's URL is not configured. */
  readonly links: { resetPage(token: string): string | null; lostPage(): string | null };
}

type MailName =
  | 'password-reset'
  | 'no-password-here'
  | 'password-changed'
  | 'confirm-address'
  | 'change-requested'
  | 'address-changed';

interface AccountMailJob {
  readonly mail: MailName;
  readonly user: number;
  /** Encrypted recipient. Null for the account's current or pending address at the time of sending. */
  readonly to: string | null;
  /** Whether the encrypted address is verified. */
  readonly isVerified?: boolean;
}

/** Content of an email. */
interface MailParts {
  readonly account: MailAccount;
  readonly to: string;
  readonly isVerified: boolean;
  readonly link: string | null;
}

interface MailAccount extends ResetAccount {
  readonly verifiedAt: string | null;
}

/** Maximum attempts. With delays doubling from a minute, they span half an hour. Links live for an hour. */
const ATTEMPTS = 6;
const BACKOFF = 60_000;
/** Purpose that addresses are encrypted for. */
const ABOUT = 'account mail';

export function createAccountMails(parts: AccountMailsParts): AccountMails {
  const { db, jobs, secretBox, tokens, pendingEmails, site, templates, mail, log, links } = parts;
  const queue = jobs.define<AccountMailJob, void>(
    {
      name: 'core_account_mail',
      title: 'Account emails',
      attempts: ATTEMPTS,
      backoff: BACKOFF,
      run: ({ payload }) => deliver(payload),
    },
    'core',
  );

  async function accountOf(id: number): Promise<MailAccount | null> {
    const row = await db.query
      .selectFrom('users')
      .select(['id', 'login', 'email', 'name', 'provider', 'password_hash as passwordHash'])
      .select('email_verified_at as verifiedAt')
      .where('id', '=', id)
      .executeTakeFirst();
    return row ?? null;
  }

  async function deliver(job: AccountMailJob): Promise<void> {
    const account = await accountOf(job.user);
    const mailParts = account && (await partsOf(job, account));
    // The account or the change was deleted, or the site's secret was replaced: there is no recipient.
    if (!mailParts) return;
    try {
      await send(job.mail, mailParts);
    } catch (error) {
      log.error({ err: error, mail: job.mail }, 'An account email could not be sent');
      // An invalid email would fail on every retry too.
      if (!(error instanceof HostError) || error.code !== 'mail_invalid') throw error;
    }
  }

  async function partsOf({ mail: name, to: sealed, ...job }: AccountMailJob, account: MailAccount) {
    if (name === 'confirm-address') {
      const issued = await pendingEmails.issue(account.id);
      return issued && { account, to: issued.email, isVerified: false, link: issued.link };
    }
    const to = sealed === null ? account.email : secretBox.open(sealed, ABOUT);
    if (!to) return null;
    const isVerified = sealed === null ? account.verifiedAt !== null : job.isVerified === true;
    const link = name === 'password-reset' ? links.resetPage(await tokens.issue(account)) : linkOf(name);
    return { account, to, isVerified, link };
  }

  function linkOf(name: MailName): string | null {
    return name === 'password-changed' || name === 'change-requested' ? links.lostPage() : null;
  }

  async function send(name: MailName, { account, to, isVerified, link }: MailParts): Promise<void> {
    const strings: Strings = site.strings(site.locale, coreCatalogues);
    const subject = strings.text(`mail.${name}.subject`, { site: site.name });
    const data: AccountMailData = {
      strings,
      subject,
      site: { name: site.name },
      greeting: isVerified ? strings.text('mail.hello', { name: account.name }) : strings.text('mail.hello-plain'),
      login: account.login,
      link,
    };
    const [text, html] = await Promise.all([
      templates.render(`mail/${name}-text`, data),
      templates.render(`mail/${name}`, data),
    ]);
    await mail.send({ to, subject, text: text.trim(), html, isUnverified: !isVerified });
  }

  async function add(name: MailName, user: number, to: MailedAccount | null = null): Promise<void> {
    if (to?.email === '') return;
    const sealed = to && secretBox.seal(to.email, ABOUT);
    await queue.add({ mail: name, user, to: sealed, isVerified: to?.emailVerified ?? false });
  }

  return {
    passwordReset: ({ id }) => add('password-reset', id),
    noPasswordHere: ({ id }) => add('no-password-here', id),
    passwordChanged: (account) => add('password-changed', account.id, account),
    confirmAddress: ({ id }) => add('confirm-address', id),
    changeRequested: (account) => add('change-requested', account.id, account),
    addressChanged: (former) => add('address-changed', former.id, former),
  };
}
