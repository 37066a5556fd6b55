import { type AdminDetailData, type BarChart, createStrings, type Site, type Strings } from '../../../../index.js';
import { figuresCatalogues } from '../../strings/figures/catalogues.js';

/** A choice of the form above the figures. */
interface Choice {
  name: string;
  label: string;
  options: { value: string; label: string; selected: boolean }[];
}

/** How the knowledge base was used: figures and charts of a period, and what of it stands in lists. */
export interface KbStatisticsPage extends AdminDetailData {
  filter: {
    action: string;
    choices: Choice[];
    days: { name: string; label: string; value: string }[];
    hidden: { name: string; value: string }[];
    submit: string;
    note: string;
  };
  charts: BarChart[];
  lists: { label: string; tabs: AdminDetailData['tabs'] };
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/admin/statistics': KbStatisticsPage;
  }
}

/** The texts of the page. */
export function figuresTexts({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>): Strings {
  return createStrings(locale, figuresCatalogues, { timeZone: timezone });
}
