import type { KbViewer } from '../access/viewer.js';
import type { Comparison, Granularity, PeriodQuery } from './period.js';

/** What a report is asked for. */
export interface ReportQuery extends PeriodQuery {
  readonly granularity?: Granularity | 'auto' | undefined;
  /** IANA name of the zone whose days count; default the site's. */
  readonly tz?: string | undefined;
  readonly compare?: Comparison | undefined;
}

/** The same of a list. */
export interface ListQuery<OrderBy extends string> extends ReportQuery {
  /** Who looks: what is closed to them is not named. */
  readonly viewer: KbViewer;
  readonly limit: number;
  readonly offset: number;
  readonly orderby?: OrderBy | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** With what is below it. */
  readonly category?: number | undefined;
  readonly locale?: string | undefined;
}
