import { type MailMessage, moneyText, type PluginContext, type Site } from '../../../index.js';
import { nameOf } from '../affiliates/affiliate.js';
import { mailCatalogues } from '../strings/mail/catalogues.js';
import { type FactSource, factsOf } from './facts.js';
import { isForAdministrators, type MailType } from './mail-types.js';
import { greetedName, oneLine } from './mail-words.js';
import type { CurrentSubject } from './read-subject.js';
import type { ProgrammeMailData } from './template-data.js';

export interface Writing extends CurrentSubject, Omit<FactSource, 'strings'> {
  readonly type: MailType;
  readonly to: string;
  /** BCP 47. */
  readonly locale: string;
}

/** Where each mail leads: affiliates to their own page, administrators to what they have to look at. */
function placeOf({ type, affiliate, commission }: Writing, site: Site): string {
  const { admin } = site;
  if (type === 'application') return site.url(`${admin}/affiliates/people/${affiliate.id}`);
  if (type === 'commission-flagged') return site.url(`${admin}/affiliates/commissions/${commission?.id ?? ''}`);
  // Who has no account has no page of their own.
  return site.url(affiliate.userId === null || type === 'rejected' ? '/' : `${admin}/affiliate`);
}

/** Writes a mail in the language of who reads it. */
export async function composeMail(
  { templates, site }: { readonly templates: Pick<PluginContext['templates'], 'render'>; readonly site: Site },
  writing: Writing,
): Promise<MailMessage> {
  const { type, to, locale, affiliate, commission, payment } = writing;
  const strings = site.strings(locale, mailCatalogues);
  const { text } = strings;
  const money = payment ?? commission;
  const values = {
    site: oneLine(site.name),
    name: oneLine(nameOf(affiliate)),
    amount: money === null ? '' : moneyText(money.amount, money.currency, locale),
  };
  const subject = text(`mail.${type}.subject`, values);
  const link = placeOf(writing, site);
  const data: ProgrammeMailData = {
    ...{ strings, subject, type },
    site: { name: values.site },
    greeting: isForAdministrators(type) ? text('mail.hello') : greeting(),
    text: text(`mail.${type}.text`, values),
    facts: factsOf(type, { ...writing, strings }),
    next: strings.has(`mail.${type}.next`) ? text(`mail.${type}.next`, values) : null,
    action: { label: text(actionKey()), link },
  };
  const variants = { slug: type, locale };
  const [plain, html] = await Promise.all([
    templates.render('affiliate/mail/notice-text', data, variants),
    templates.render('affiliate/mail/notice', data, variants),
  ]);
  return { to, subject, text: plain.trim(), html };

  function greeting(): string {
    const name = greetedName(nameOf(affiliate));
    return name === null ? text('mail.hello') : text('mail.hello-name', { name });
  }

  function actionKey(): string {
    if (isForAdministrators(type)) return `mail.${type}.action`;
    return link === site.url('/') ? 'mail.to-site' : 'mail.to-page';
  }
}
