import type { Strings } from '../../../text.js';
import type { MonthlyClicks } from '../statistics/monthly.js';

/** Shares of a month's clicks, as shown by the part `affiliate/parts/shares`. */
export interface Shares {
  title: string;
  /** Text shown when there are no rows. */
  none: string;
  rows: { label: string; count: string /** Percent of all clicks. */; percent: number; share: string }[];
}

/** Returns the sources of visitors, most frequent first. */
export function sourceShares({ top_sources: sources }: Pick<MonthlyClicks, 'top_sources'>, strings: Strings): Shares {
  const names: Readonly<Record<string, string>> = { direct: 'source-direct', other: 'source-rest' };
  return sharesOf(
    'chart.sources',
    sources.map(({ source, clicks, share }) => {
      const key = names[source];
      return { label: key === undefined ? source : strings.text(key), count: clicks, percent: share };
    }),
    strings,
  );
}

/** Returns the devices of visitors, most frequent first. */
export function deviceShares(
  { device_breakdown: devices }: Pick<MonthlyClicks, 'device_breakdown'>,
  strings: Strings,
): Shares {
  const total = Object.values(devices).reduce((sum, clicks) => sum + clicks, 0);
  return sharesOf(
    'chart.devices',
    Object.entries(devices)
      .filter(([, clicks]) => clicks > 0)
      .map(([device, count]) => ({
        label: strings.text(device === 'other' ? 'device-unknown' : `device-${device}`),
        count,
        percent: (count / total) * 100,
      }))
      .toSorted((a, b) => b.count - a.count),
    strings,
  );
}

function sharesOf(
  title: string,
  rows: readonly { readonly label: string; readonly count: number; readonly percent: number }[],
  { text, number, locale }: Strings,
): Shares {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return {
    title: text(title),
    none: text('chart.none'),
    rows: rows.map(({ label, count, percent }) => ({
      label,
      count: number(count),
      percent: Math.round(percent * 10) / 10,
      share: format.format(percent / 100),
    })),
  };
}
