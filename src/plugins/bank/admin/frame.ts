import { type AdminHeading, type AdminRequest, hiddenFields, type Site, type Strings } from '../../../index.js';
import { adminCatalogues } from '../strings/admin/catalogues.js';
import { textsFor } from '../words.js';
import { tabsFor } from './paths.js';
import type { BankPage, Fact, PageSection, StepButton, Steps } from './template-data.js';

/** What the pages have in common. */
export const BANK_PAGE = {
  capability: 'manage_bank',
  template: 'bank/admin/page',
  stylesheets: ['bank/admin.css'],
} as const;

/** The texts of the pages. */
export function adminTexts(site: Pick<Site, 'locale' | 'timezone'>): Strings {
  return textsFor(site, adminCatalogues);
}

/** The title of a page, in the language of whoever reads the menu. */
export function titleOf(site: Pick<Site, 'timezone'>, key: string): (locale: string) => string {
  return (locale) => adminTexts({ locale, timezone: site.timezone }).text(key);
}

/** What all pages have, with what this one has. @param tab path of the tab that it belongs to */
export function pageOf(request: AdminRequest, texts: Strings, tab: string, given: Partial<BankPage>): BankPage {
  return {
    strings: request.strings,
    title: null,
    tabs: tabsFor(request, texts, tab),
    tabsLabel: texts.text('admin.tabs'),
    isLive: false,
    notices: [],
    cards: [],
    badges: [],
    steps: null,
    sections: [],
    forms: [],
    isSplit: false,
    wide: [],
    links: [],
    ...given,
  };
}

/** What stands above a page about one thing. */
export function headingOf({ title }: BankPage): AdminHeading {
  return title === null ? {} : { title };
}

export function sectionOf(given: Partial<PageSection>): PageSection {
  return { title: null, text: null, facts: [], table: null, links: [], ...given };
}

/** Facts with something to say. */
export function factsOf(facts: readonly (readonly [term: string, text: string | null, link?: string])[]): Fact[] {
  return facts.flatMap(([term, text, link = null]) => (text === null || text === '' ? [] : [{ term, text, link }]));
}

/** A form of buttons alone; null without any. */
export function stepsOf(
  request: AdminRequest,
  { label, action, buttons }: { readonly label: string; readonly action: string; readonly buttons: StepButton[] },
): Steps | null {
  if (buttons.length === 0) return null;
  const { link, path, query } = request;
  return { label, action: link(path, query), hidden: hiddenFields(request, action), name: 'step', buttons };
}
