import type { AdminDetailData, BarChart } from '../../../../../index.js';

/** What was searched for in a period: figures, a chart, and one of the reports as a list. */
export interface SearchStatisticsPage extends AdminDetailData {
  period: {
    action: string;
    /** What the form keeps of the address. */
    kept: { name: string; value: string }[];
    options: { value: string; label: string; selected: boolean }[];
    from: string;
    to: string;
    words: { period: string; from: string; to: string; show: string };
  };
  chart: BarChart;
  reports: { label: string; tabs: AdminDetailData['tabs']; text: string };
}

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/search-statistics': SearchStatisticsPage;
  }
}
