import type { AdminLink, AdminTabbedData, BarChart, ListTableData, Strings } from '../../../../index.js';
import type { FigureSize } from '../../charts/figure-size.js';
import type { Shares } from '../../charts/shares.js';

export interface OverviewCard {
  title: string;
  value: string;
  size: FigureSize;
  text: string;
  link: AdminLink | null;
  /** Whether somebody waits for an answer. */
  isWaiting: boolean;
}

/** The first page of the programme. */
export interface OverviewPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  cards: OverviewCard[];
  /** How old the figures are. */
  asOf: string;
  month: { title: string; chart: BarChart; shares: Shares[] };
  best: { title: string; table: ListTableData };
}

declare module '../../../../index.js' {
  interface TemplateData {
    'affiliate/admin/overview': OverviewPage;
  }
}
