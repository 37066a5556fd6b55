import { type AdminLink, createStrings, type FormData, type Site, type Strings } from '../../../../index.js';
import { beginningCatalogues } from '../../strings/beginning/catalogues.js';

/** Where one begins, below the admin area. */
export const START_PATH = '/kb/start';

/** One way to begin: it leads somewhere, or does something at once. */
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

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/admin/start': StartPage;
    'kb/parts/first-visit': { text: string; link: AdminLink | null };
  }
}

/** The texts of the first visit. */
export function beginningTexts({ locale }: Pick<Site, 'locale'>): Strings {
  return createStrings(locale, beginningCatalogues);
}
