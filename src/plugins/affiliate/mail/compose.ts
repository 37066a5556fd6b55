import type { PluginContext, Site } from '../../../index.js';
import { moneyText } from '../../../money.js';
import type { MailMessage } from '../../../services.js';
import type { Strings } from '../../../text.js';
import { nameOf } from '../affiliates/affiliate.js';
import { affiliateCatalogues } from '../catalogues.js';
import { type FactSource, factsOf } from './facts.js';
import { isForAdministrators, type MailType } from './mail-job.js';
import type { CurrentSubject } from './read-subject.js';
import { greetedName, oneLine } from './safe-names.js';
import type { ProgramMailData } from './template-data.js';

export interface Writing extends CurrentSubject, Omit<FactSource, 'strings'> {
  readonly type: MailType;
  readonly to: string;
  /** Whether the email has been verified. */
  readonly isVerified: boolean;
  /** Link that verifies the email; null if there is nothing to verify. */
  readonly confirmation: string | null;
  /** BCP 47. */
  readonly locale: string;
}

/** Returns the page a mail links to: the affiliate area, or the item an administrator has to review. */
function placeOf({ type, affiliate, commission }: Writing, site: Site): string {
  const { admin } = site;
  if (type === 'application') return site.url(`${admin}/affiliates/people/${affiliate.id}`);
  if (type === 'commission-flagged') return site.url(`${admin}/affiliates/commissions/${commission?.id ?? ''}`);
  // Affiliates without an account cannot open the affiliate area.
  return site.url(affiliate.userId === null || type === 'rejected' ? '/' : `${admin}/affiliate`);
}

/** Composes a mail in the language of the recipient. */
export async function composeMail(
  { templates, site }: { readonly templates: Pick<PluginContext['templates'], 'render'>; readonly site: Site },
  writing: Writing,
): Promise<MailMessage> {
  const { type, to, locale, affiliate, commission, payment, isVerified, confirmation } = writing;
  const strings: Strings = site.strings(locale, affiliateCatalogues);
  const { text } = strings;
  const money = payment ?? commission;
  const values = {
    site: oneLine(site.name),
    name: oneLine(nameOf(affiliate)),
    amount: money === null ? '' : moneyText(money.amount, money.currency, locale),
  };
  const subject = text(`mail.${type}.subject`, values);
  const link = confirmation ?? placeOf(writing, site);
  const data: ProgramMailData = {
    strings,
    subject,
    type,
    site: { name: values.site },
    greeting: isForAdministrators(type) ? text('mail.hello') : greeting(),
    text: text(`mail.${type}.text`, values),
    facts: factsOf(type, { ...writing, strings }),
    next: nextStep(),
    action: { label: text(actionKey()), link },
  };
  const variants = { slug: type, locale };
  const [plain, html] = await Promise.all([
    templates.render('affiliate/mail/notice-text', data, variants),
    templates.render('affiliate/mail/notice', data, variants),
  ]);
  return { to, subject, text: plain.trim(), html, isUnverified: !isVerified };

  function nextStep(): string | null {
    const key = confirmation === null ? `mail.${type}.next` : 'mail.confirm-email.next';
    return strings.has(key) ? text(key, values) : null;
  }

  function greeting(): string {
    // A name entered by a stranger may be an advertisement.
    const name = isVerified ? greetedName(nameOf(affiliate)) : null;
    return name === null ? text('mail.hello') : text('mail.hello-name', { name });
  }

  function actionKey(): string {
    if (confirmation !== null) return 'mail.confirm-email.action';
    if (isForAdministrators(type)) return `mail.${type}.action`;
    return link === site.url('/') ? 'mail.to-site' : 'mail.to-page';
  }
}
