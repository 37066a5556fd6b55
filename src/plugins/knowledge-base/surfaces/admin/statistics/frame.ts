import type { AdminDetailData, BarChart } from '../../../../../admin.js';

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

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/statistics': KbStatisticsPage;
  }
}

/** Path of the usage statistics, relative to the admin area. */
export const KB_STATISTICS_PATH = '/kb/statistics';
