import type { AdminLink, FormData } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';

/** Path of the start page, relative to the admin area. */
export const START_PATH = '/kb/start';

/** One way to get started: a link or an immediate action. */
export interface WayToBegin {
  title: string;
  text: string;
  link: AdminLink | null;
  form: FormData | null;
}

export interface StartPage {
  strings: Strings;
  heading: string;
  lead: string;
  ways: WayToBegin[];
}

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/start': StartPage;
    'kb/parts/first-visit': { text: string; link: AdminLink | null };
  }
}
