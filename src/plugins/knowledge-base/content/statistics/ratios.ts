/**
 * Share from 0 to 1 with four decimals; null if the whole is 0. Capped at 1, because one search can have several
 * clicks.
 */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(1, Math.round((part / whole) * 10_000) / 10_000);
}

/** Average with two decimals; null without values. */
export function average(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * 100) / 100;
}

/** Whole percent; null without values. */
export function percent(part: number, rest: number): number | null {
  return part + rest === 0 ? null : Math.round((part / (part + rest)) * 100);
}

/** Growth in percent with one decimal; null if the previous value is unknown or 0. */
export function change(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;
}
