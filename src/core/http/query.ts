import { parse as parseSimple, stringify } from 'node:querystring';
import qs from 'qs';

/** Parameters of a query string or form: text, or nested lists and objects of text. */
export type Query = Record<string, unknown>;

const LIMITS = {
  depth: 5,
  parameterLimit: 1000,
  arrayLimit: 1000,
  plainObjects: false,
  allowPrototypes: false,
} as const;

/**
 * Parses `a=1&b[]=2&c[d]=3`. Brackets are rare, so the built-in parser handles the rest; `qs` limits depth and count.
 */
export function parseQuery(text: string): Query {
  if (text === '') return {};
  if (/\[|%5b/i.test(text)) return qs.parse(text, LIMITS);
  return parseSimple(text);
}

/** Formats a query as text, with `changes` applied; nested values keep their brackets. */
export function formatQuery(query: Query, changes: Query): string {
  const merged = { ...query, ...changes };
  const nested = Object.values(merged).some((value) => typeof value === 'object' && value !== null);
  return nested
    ? qs.stringify(merged, { arrayFormat: 'brackets' })
    : stringify(merged as Record<string, string | number>);
}

/** Whether a flag parameter is set: `?_envelope`, `=1`, `=true`; not `=0` or `=false`. */
export function isFlagSet(value: unknown): boolean {
  return value !== undefined && value !== '0' && value !== 'false' && value !== false;
}
