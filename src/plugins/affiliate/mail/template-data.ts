import type { Strings } from '../../../text.js';
import type { MailFact } from './facts.js';
import type { MailType } from './mail-job.js';

/**
 * Data of the program's mail templates. All mails share one template. A site overrides a single mail by a file with
 * its type as suffix: `notice-commission-paid.eta`, `notice-text-commission-paid.eta`.
 */
export interface ProgramMailData {
  strings: Strings;
  subject: string;
  site: { name: string };
  type: MailType;
  greeting: string;
  /** Description of the event. */
  text: string;
  facts: readonly MailFact[];
  /** Next step; null for none. */
  next: string | null;
  action: { label: string; link: string };
}

declare module '../../../index.js' {
  interface TemplateData {
    'affiliate/mail/notice': ProgramMailData;
    'affiliate/mail/notice-text': ProgramMailData;
  }
}
