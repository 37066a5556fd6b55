import { type AdminDetailData, type AdminRequest, createStrings, type Site, type Strings } from '../../../../index.js';
import { accessingCatalogues } from '../../strings/accessing/catalogues.js';
import { kbCatalogues } from '../../strings/catalogues.js';

/** Where rules on who reads what are looked at, below the admin area. */
export const ACCESS_PATH = '/kb/access';

/** Where pages are opened as another reader finds them; `path` says which one, below the knowledge base. */
export const VIEW_PATH = '/kb/access/view';

export const ACCESS_TABS = ['rules', 'warnings', 'view'] as const;
export type AccessTab = (typeof ACCESS_TABS)[number];

/** The report on rules: lists of one of its tabs, and on one of them whom it is about. */
export interface AccessReportPage extends AdminDetailData {
  /** Null but where somebody can be chosen. */
  viewer: {
    action: string;
    as: { label: string; options: { value: string; label: string; selected: boolean }[] };
    user: { label: string; hint: string; value: string };
    submit: string;
  } | null;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/admin/access': AccessReportPage;
  }
}

export function accessTexts({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>): Strings {
  return createStrings(locale, [kbCatalogues, accessingCatalogues], { timeZone: timezone });
}

export function tabOf({ query }: Pick<AdminRequest, 'query'>): AccessTab {
  return ACCESS_TABS.find((tab) => tab === query.tab) ?? ACCESS_TABS[0];
}
