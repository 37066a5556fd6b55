import type { KbViewer } from '../../domain/access/viewer.js';
import type { Comparison, Granularity, PeriodQuery } from './period.js';

/** Query of a report. */
export interface ReportQuery extends PeriodQuery {
  readonly granularity?: Granularity | 'auto' | undefined;
  /**
   * IANA time zone of the days.
   * @default the site's time zone
   */
  readonly tz?: string | undefined;
  readonly compare?: Comparison | undefined;
}

/** Query of a report list. */
export interface ListQuery<OrderBy extends string> extends ReportQuery {
  /** Viewer of the report. Content closed to them is not listed. */
  readonly viewer: KbViewer;
  readonly limit: number;
  readonly offset: number;
  readonly orderby?: OrderBy | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** Category id, including its subcategories. */
  readonly category?: number | undefined;
  readonly locale?: string | undefined;
}
