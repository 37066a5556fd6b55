import { createCalendar } from '../../../calendar.js';
import type { PluginContext } from '../../../index.js';
import type { CurrentSettings } from '../settings/current.js';
import {
  type AffiliateStatistics,
  type AffiliateStatisticsParts,
  affiliateStatistics,
} from './affiliate-statistics.js';
import { createCachedStatistics, type Statistics } from './cached-statistics.js';
import { type MonthlyClicks, type MonthQuery, monthAt, monthlyClicks } from './monthly.js';
import { type ProgramOverview, type ProgramOverviewParts, programOverview } from './program-overview.js';
import { createStoredStatistics } from './stored-statistics.js';

/** Statistics of the program and its affiliates. */
export interface ProgramStatistics {
  /** Returns the overview, which may be some minutes old. */
  overview(): Promise<Statistics<ProgramOverview>>;
  ofAffiliate(affiliate: {
    readonly id: number;
    readonly code: string;
    readonly status: string;
  }): Promise<AffiliateStatistics>;
  monthly(query: MonthQuery): Promise<MonthlyClicks>;
  /** Returns the current month in the site's time zone. */
  thisMonth(): { readonly year: number; readonly month: number };
}

export interface StatisticsParts
  extends Pick<AffiliateStatisticsParts, 'convertedOf' | 'earningsOf' | 'recentConversions'> {
  readonly context: PluginContext;
  readonly settings: Pick<CurrentSettings, 'get'>;
  readonly programEarnings: ProgramOverviewParts['earnings'];
  readonly now: () => Date;
}

export function createStatistics(parts: StatisticsParts): ProgramStatistics {
  const { context, settings, programEarnings, now } = parts;
  const { db, hooks, cache, locks, log, site } = context;
  const calendar = createCalendar(site.timezone);
  const currency = async (): Promise<string> => (await settings.get()).currency;
  const overviews = createCachedStatistics<ProgramOverview>({
    name: 'overview',
    cache,
    stored: createStoredStatistics(db),
    locks,
    log,
    now,
    async compute() {
      const overview = await programOverview({ db, calendar, now, currency, earnings: programEarnings });
      return hooks.applyFiltersAsync('vendor_affiliate_stats_overview', overview);
    },
  });
  return {
    overview: overviews.read,
    ofAffiliate: (affiliate) => affiliateStatistics({ ...parts, db, calendar, currency }, affiliate),
    async monthly(query) {
      return hooks.applyFiltersAsync('vendor_affiliate_monthly_clicks', await monthlyClicks(db, query), query);
    },
    thisMonth: () => monthAt(calendar, now()),
  };
}
