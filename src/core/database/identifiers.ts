import { createHash } from 'node:crypto';
import { HostError } from '../errors.js';

/** Maximum length of a table name. Leaves room for an index name's suffix within {@link IDENTIFIER_LENGTH}. */
export const TABLE_NAME_LENGTH = 38;

/** Maximum length of a generated name. Servers allow 64; the rest is left to tools that add their own affixes. */
export const IDENTIFIER_LENGTH = 55;

/** Maximum length of a plugin's table prefix, including the underscore. */
const TABLE_PREFIX_LENGTH = 12;

const IDENTIFIER = /^[a-z][a-z0-9_]*$/;

/**
 * Rejects names that a server would reject, fold or need special quoting for.
 * @throws HostError `database_name_invalid`
 */
export function assertIdentifier(what: string, name: string, maximum = IDENTIFIER_LENGTH): void {
  if (IDENTIFIER.test(name) && name.length <= maximum) return;
  throw new HostError(
    'database_name_invalid',
    `The ${what} "${name}" needs a name of 1 to ${maximum} characters (a-z, 0-9 and _) that starts with a letter.`,
    { name, maximum },
  );
}

/**
 * Validates a plugin's table prefix, such as `kb_`.
 * @throws HostError `database_name_invalid`
 */
export function assertTablePrefix(prefix: string): void {
  assertIdentifier('table prefix', prefix, TABLE_PREFIX_LENGTH);
}

/**
 * Generates the name of an index on `columns`. It is the same on every server and in every version, so that later
 * migrations can find the index. Long column lists are replaced by a digest.
 */
export function indexName(table: string, columns: readonly string[], kind: 'index' | 'unique'): string {
  const spoken = `${table}_${columns.join('_')}_${kind}`;
  if (spoken.length <= IDENTIFIER_LENGTH) return spoken;
  const digest = createHash('sha256').update(columns.join(',')).digest('hex').slice(0, 8);
  const name = `${table}_${digest}_${kind}`;
  assertIdentifier('index', name);
  return name;
}
