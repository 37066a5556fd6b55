import { type AdminDetailData, type BarChart, createStrings, type Site, type Strings } from '../../../../index.js';
import { figuresCatalogues } from '../../strings/figures/catalogues.js';

/** A select field of the filter form. */
interface Choice {
  name: string;
  label: string;
  options: { value: string; label: string; selected: boolean }[];
}

/** Data of the usage statistics page: figures, charts and lists for a period. */
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

/** Creates the strings of the page. */
export function figuresTexts({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>): Strings {
  return createStrings(locale, figuresCatalogues, { timeZone: timezone });
}
