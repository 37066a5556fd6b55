import type { Access } from '../../../access/capabilities.js';
import type { Strings } from '../../../templates/strings.js';
import type { ListCell } from '../../list-table.js';

interface Limits {
  readonly scopes: readonly string[] | null;
  readonly allowedAddresses: readonly string[] | null;
  readonly expiresAt: Date | null;
}

interface Use {
  readonly lastUsedAt: Date | null;
  readonly lastIp: string | null;
}

/** Describes the limits of a credential. */
export function limitsText(
  { scopes, allowedAddresses, expiresAt }: Limits,
  strings: Strings,
  access: Pick<Access, 'scopes'>,
): { term: string; text: string }[] {
  const { text, dateTime } = strings;
  return [
    { term: text('credentials.scopes'), text: scopesText(scopes, strings, access) },
    { term: text('credentials.addresses'), text: allowedAddresses?.join('\n') ?? text('credentials.anywhere') },
    { term: text('credentials.expires'), text: expiresAt ? dateTime(expiresAt) : text('credentials.no-expiry') },
  ];
}

/** Lists the labels of scopes. Scopes of inactive plugins are shown by name. */
export function scopesText(
  scopes: readonly string[] | null,
  { text }: Pick<Strings, 'text'>,
  access: Pick<Access, 'scopes'>,
): string {
  if (scopes === null) return text('credentials.everything');
  const scopeRows = access.scopes();
  return scopes.map((scope) => scopeRows.find(({ name }) => name === scope)?.label ?? scope).join('\n');
}

export function lastUseText({ lastUsedAt, lastIp }: Use, { text, dateTime }: Strings): string {
  if (!lastUsedAt) return text('credentials.never');
  return lastIp === null
    ? dateTime(lastUsedAt)
    : text('credentials.used-from', { when: dateTime(lastUsedAt), address: lastIp });
}

/** Cells shared by the lists of credentials: scopes, expiry and last use. */
export function credentialCells(
  record: Limits & Use,
  { text, dateTime }: Strings,
  now = Date.now(),
): Record<'expires' | 'scopes' | 'used', ListCell> {
  const { scopes, expiresAt, lastUsedAt, lastIp } = record;
  const hasEnded = expiresAt !== null && expiresAt.getTime() <= now;
  return {
    scopes: {
      text:
        scopes === null ? text('credentials.everything') : text('credentials.scope-count', { count: scopes.length }),
    },
    expires: {
      text: expiresAt ? dateTime(expiresAt) : '–',
      badges: hasEnded ? [{ text: text('credentials.ended'), kind: 'warning' }] : [],
    },
    used: {
      text: lastUsedAt ? dateTime(lastUsedAt) : text('credentials.never'),
      ...(lastIp === null ? {} : { note: lastIp }),
    },
  };
}
