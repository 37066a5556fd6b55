import type { AdminLink, AdminTabbedData, BarChart, ListTableData } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import type { FigureSize } from '../../charts/figure-size.js';
import type { Shares } from '../../charts/shares.js';

export interface OverviewCard {
  title: string;
  value: string;
  size: FigureSize;
  text: string;
  link: AdminLink | null;
  /** Whether any item needs a decision. */
  isWaiting: boolean;
}

/** Data of the program's overview page. */
export interface OverviewPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  cards: OverviewCard[];
  /** Age of the statistics, as text. */
  asOf: string;
  month: { title: string; chart: BarChart; shares: Shares[] };
  best: { title: string; table: ListTableData };
}

declare module '../../../../index.js' {
  interface TemplateData {
    'affiliate/admin/overview': OverviewPage;
  }
}
