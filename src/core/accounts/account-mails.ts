import type { Logger } from 'pino';
import type { SecretBox } from '../crypto/secret-box.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { Jobs } from '../services/jobs/jobs.js';
import type { PendingEmails } from './email-confirmations.js';
import type { ResetAccount, ResetTokens } from './reset-tokens.js';
import '../identity/tables.js';
import type { Mail } from '../services/mail/mail.js';
import { coreCatalogues } from '../templates/strings/catalogues.js';
import type { Strings } from '../templates/strings.js';
import type { AccountMailData } from '../templates/template-data.js';
import type { Templates } from '../templates/templates.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { User } from '../user.js';

/**
 * The mails that accounts cause, in the language of the site. Each is a job, inside a transaction as part of it, and is
 * tried again while no mail server takes it. A waiting job holds no token, and an address only sealed. Mails to
 * addresses that nobody has proven contain no text of the account's: its name could be an advertisement.
 */
export interface AccountMails {
  /** The link by which a new password is chosen; it is made when the mail is. */
  passwordReset(account: Pick<User, 'id'>): Promise<void>;
  /** To people of the site's own login, who have no password here. */
  noPasswordHere(account: Pick<User, 'id'>): Promise<void>;
  /** To the address that the account has now. */
  passwordChanged(account: MailedAccount): Promise<void>;
  /** The link that confirms the pending address, to that address. */
  confirmAddress(account: Pick<User, 'id'>): Promise<void>;
  /** To the present address: another one was asked for. */
  changeRequested(account: MailedAccount): Promise<void>;
  /** @param former the account as it was: a person who did not want the change reads that address */
  addressChanged(former: MailedAccount): Promise<void>;
}

/** An account and the address that a mail goes to. */
export type MailedAccount = Pick<User, 'id' | 'email' | 'emailVerified'>;

export interface AccountMailsParts {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly secretBox: SecretBox;
  readonly tokens: Pick<ResetTokens, 'issue'>;
  /** Pending addresses of accounts. */
  readonly pendingEmails: Pick<PendingEmails, 'issue'>;
  readonly site: LocalizedSite;
  readonly templates: Templates;
  readonly mail: Mail;
  readonly log: Logger;
  /** The address of a page of the host; null when the site was never told its own. */
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
  /** Sealed; null for the address that the account has, or has pending, when the mail is made. */
  readonly to: string | null;
  /** Whether the sealed address was proven. */
  readonly isVerified?: boolean;
}

/** What a mail is made of. */
interface MailParts {
  readonly account: MailAccount;
  readonly to: string;
  readonly isVerified: boolean;
  readonly link: string | null;
}

interface MailAccount extends ResetAccount {
  readonly verifiedAt: string | null;
}

/** With doubling from a minute, the last attempt comes about half an hour after the first: links live for an hour. */
const ATTEMPTS = 6;
const BACKOFF = 60_000;
/** What addresses are sealed as. */
const ABOUT = 'account mail';

export function createAccountMails(parts: AccountMailsParts): AccountMails {
  const { db, jobs, secretBox, tokens, pendingEmails, site, templates, mail, log, links } = parts;
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
    const made = account && (await partsOf(job, account));
    // The account or the change is gone, or the site's secret was replaced: nobody is left to write to.
    if (!made) return;
    try {
      await send(job.mail, made);
    } catch (error) {
      log.error({ err: error, mail: job.mail }, 'A mail about an account could not be sent');
      // What cannot be a mail would be refused at every further attempt, too.
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
