import type { Strings } from '../../../../text.js';
import type { DigestSection } from './section.js';

/** Template data of the email. */
export interface DigestMailData {
  strings: Strings;
  subject: string;
  site: { name: string };
  since: Date;
  sections: readonly DigestSection[];
  /** URL of the work list. */
  work: string;
  /** URL that unsubscribes the reader. */
  stop: string;
}

/** Template data of the unsubscribe page. */
export interface StopDigestPage {
  strings: Strings;
  /** `invalid` for an incomplete link. */
  state: 'asked' | 'stopped' | 'invalid';
  /** URL the form is sent to. */
  action: string;
  /** URL of the unsubscribe page that turns digests back on. */
  profile: string;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/mail/digest': DigestMailData;
    'kb/mail/digest-text': DigestMailData;
    'kb/stop-digest': StopDigestPage;
  }
}
