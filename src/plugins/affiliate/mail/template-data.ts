import type { Strings } from '../../../index.js';
import type { MailFact } from './facts.js';
import type { MailType } from './mail-types.js';

/**
 * What mails of the programme are rendered with. All of them have one template; a site replaces that of a single one by
 * a file with its type behind the name: `notice-commission-paid.eta`, `notice-text-commission-paid.eta`.
 */
export interface ProgrammeMailData {
  strings: Strings;
  subject: string;
  site: { name: string };
  type: MailType;
  greeting: string;
  /** What happened. */
  text: string;
  facts: readonly MailFact[];
  /** What to do next; null for nothing. */
  next: string | null;
  action: { label: string; link: string };
}

declare module '../../../index.js' {
  interface TemplateData {
    'affiliate/mail/notice': ProgrammeMailData;
    'affiliate/mail/notice-text': ProgrammeMailData;
  }
}
