import { parse, TomlDate } from 'smol-toml';

/**
 * Reads TOML. Dates become text in ISO 8601, as YAML has them.
 * @throws Error whose message has the position
 */
export function readToml(text: string): Record<string, unknown> {
  return plain(parse(text, { maxDepth: 100, integersAsBigInt: 'asNeeded' })) as Record<string, unknown>;
}

function plain(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
