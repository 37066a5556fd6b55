import type { PluginContext, User } from '../../../../index.js';
import type { MailMessage } from '../../../../services.js';
import { createStrings, type Strings } from '../../../../text.js';
import { type KbKey, kbCatalogues } from '../../catalogues.js';
import type { DigestPeriod } from './period.js';
import type { DigestSection } from './section.js';
import type { DigestMailData } from './template-data.js';

/** Creates the strings of digests and their pages. */
export function digestTexts(locale: string, timeZone: string): Strings<KbKey> {
  return createStrings(locale, kbCatalogues, { timeZone });
}

interface Writing {
  readonly user: User;
  readonly strings: Strings;
  readonly siteName: string;
  readonly period: DigestPeriod;
  readonly sections: readonly DigestSection[];
  readonly work: string;
  readonly stop: string;
}

/** Renders the email for one user. */
export async function composeDigest(
  { templates }: { readonly templates: Pick<PluginContext['templates'], 'render'> },
  { user, strings, siteName, period, sections, work, stop }: Writing,
): Promise<MailMessage> {
  const count = sections.reduce((sum, { total }) => sum + total, 0);
  const subject = strings.text('digest.subject', { site: siteName, count });
  const data: DigestMailData = {
    strings,
    subject,
    sections,
    work,
    stop,
    site: { name: siteName },
    since: period.since,
  };
  const { locale } = strings;
  const [text, html] = await Promise.all([
    templates.render('kb/mail/digest-text', data, { locale }),
    templates.render('kb/mail/digest', data, { locale }),
  ]);
  return { to: user.email, subject, text: text.trim(), html, unsubscribe: stop };
}
