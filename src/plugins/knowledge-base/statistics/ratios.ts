/** A share of 1 with four decimals; null of nothing. Clicks may be more than searches and are still no more than all. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(1, Math.round((part / whole) * 10_000) / 10_000);
}

/** With two decimals; null of nothing. */
export function average(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * 100) / 100;
}

/** Whole percents; null of nothing. */
export function percent(part: number, rest: number): number | null {
  return part + rest === 0 ? null : Math.round((part / (part + rest)) * 100);
}

/** By how many percent something grew, with one decimal; null where there was nothing before. */
export function change(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;
}
