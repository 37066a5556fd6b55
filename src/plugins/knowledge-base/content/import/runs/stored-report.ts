import type { ImportReport } from '../report.js';

/** Maximum number of entries per list of a stored report: a source can have hundreds of thousands of links. */
const MAX_ENTRIES = 1000;

/** Report as stored and returned over REST: names in snake case, long lists truncated. */
export interface StoredReport {
  readonly [member: string]: unknown;
  /** Number of omitted entries by list; other lists are complete. */
  readonly omitted: Readonly<Record<string, number>>;
}

export function storedReport(report: ImportReport): StoredReport {
  const omitted: Record<string, number> = {};
  const redact = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) {
      if (value.length > MAX_ENTRIES) omitted[path] = value.length - MAX_ENTRIES;
      return value.slice(0, MAX_ENTRIES).map((entry) => redact(entry, path));
    }
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [snakeCase(name), member] as const);
    return Object.fromEntries(
      members.map(([name, member]) => [name, redact(member, path === '' ? name : `${path}.${name}`)]),
    );
  };
  return { ...(redact(report, '') as Record<string, unknown>), omitted };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
