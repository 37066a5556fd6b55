import type { AdminDetailData, BarChart } from '../../../../../../admin.js';

/** Data of the search statistics page: figures, a chart and one report for a period. */
export interface SearchStatisticsPage extends AdminDetailData {
  period: {
    action: string;
    /** Query parameters that the form preserves. */
    hiddenFields: { name: string; value: string }[];
    options: { value: string; label: string; selected: boolean }[];
    from: string;
    to: string;
    texts: { period: string; from: string; to: string; show: string };
  };
  chart: BarChart;
  reports: { label: string; tabs: AdminDetailData['tabs']; text: string };
}

declare module '../../../../../../index.js' {
  interface TemplateData {
    'kb/admin/search-statistics': SearchStatisticsPage;
  }
}
