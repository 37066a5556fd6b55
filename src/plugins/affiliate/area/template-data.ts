import type { AdminTabbedData, BarChart, FormData, ListTableData } from '../../../admin.js';
import type { Strings } from '../../../text.js';
import type { FigureSize } from '../charts/figure-size.js';
import type { Shares } from '../charts/shares.js';

export interface OwnNotice {
  kind: 'info' | 'warning';
  text: string;
}

/** Text field with a copy button if scripts are available. */
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

/** Data of the affiliate's overview page. */
export interface OwnOverviewData extends OwnPage {
  /** Null for an affiliate who is not active, because no clicks would be counted. */
  link: CopyField | null;
  cards: { title: string; value: string; size: FigureSize; text: string }[];
  chart: BarChart;
  shares: Shares[];
  conversions: ListTableData;
  clicks: ListTableData;
}

/** Data of the links page: the affiliate's links and the form that creates one. */
export interface OwnLinksData extends OwnPage {
  /** Null for an affiliate who is not active. */
  form: FormData | null;
  links: { leadsTo: string; campaign: string | null; createdAt: string; fields: CopyField[] }[];
  older: string | null;
  newer: string | null;
}

/** Data of the profile page. */
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
