import type { AdminTabbedData, BarChart, FormData, ListTableData, Strings } from '../../../index.js';
import type { FigureSize } from '../charts/figure-size.js';
import type { Shares } from '../charts/shares.js';

export interface OwnNotice {
  kind: 'info' | 'warning';
  text: string;
}

/** Something to copy, with a button where a script can. */
export interface CopyField {
  id: string;
  label: string;
  value: string;
  hint: string | null;
}

interface OwnPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  notice: OwnNotice | null;
}

/** What an affiliate has brought and earned. */
export interface OwnOverviewData extends OwnPage {
  /** Null for who is not active: nothing would be counted. */
  link: CopyField | null;
  cards: { title: string; value: string; size: FigureSize; text: string }[];
  chart: BarChart;
  shares: Shares[];
  conversions: ListTableData;
  clicks: ListTableData;
}

/** The links of an affiliate, and the form that makes one. */
export interface OwnLinksData extends OwnPage {
  /** Null for who is not active. */
  form: FormData | null;
  links: { leadsTo: string; campaign: string | null; made: string; fields: CopyField[] }[];
  older: string | null;
  newer: string | null;
}

/** What an affiliate tells of themselves. */
export interface OwnProfileData extends OwnPage {
  definitions: { term: string; text: string }[];
  forms: FormData[];
}

declare module '../../../index.js' {
  interface TemplateData {
    'affiliate/area/overview': OwnOverviewData;
    'affiliate/area/links': OwnLinksData;
    'affiliate/area/profile': OwnProfileData;
  }
}
