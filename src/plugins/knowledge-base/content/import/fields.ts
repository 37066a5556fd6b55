import { ACCESS_MODES, type AccessRuleInput, TEASERS } from '../../domain/access/rule.js';
import { parseDate } from './dates.js';

/** Creates a reader for front matter that ignores case and tracks which keys were used. */
export function readFields(data: Record<string, unknown>) {
  const keys = new Map(Object.keys(data).map((key) => [key.toLowerCase(), key]));
  const understood = new Set<string>();
  const value = (names: readonly string[]): unknown => {
    for (const name of names) {
      const key = keys.get(name);
      if (key === undefined || data[key] === null) continue;
      understood.add(key);
      return data[key];
    }
    return undefined;
  };
  /** Reads a value if it is valid; otherwise the key stays unused. */
  const meant = <T>(names: readonly string[], meaningOf: (value: unknown) => T | undefined): T | undefined => {
    const key = names.map((name) => keys.get(name)).find((name) => name !== undefined);
    const meaning = key === undefined ? undefined : meaningOf(data[key]);
    if (key !== undefined && meaning !== undefined) understood.add(key);
    return meaning;
  };
  return {
    value,
    meant,
    text(names: readonly string[]): string {
      const found = value(names);
      return typeof found === 'string' ? found : isScalar(found) ? String(found) : '';
    },
    number(names: readonly string[]): number | null {
      const found = value(names);
      const isNumber = typeof found === 'number' || (typeof found === 'string' && found.trim() !== '');
      return isNumber && Number.isFinite(Number(found)) ? Number(found) : null;
    },
    flag: (names: readonly string[]): boolean | undefined => flagOf(value(names)),
    list(names: readonly string[]): string[] {
      const found = value(names);
      const values = Array.isArray(found) ? found : found === undefined ? [] : [found];
      return values
        .filter(isScalar)
        .map((item) => String(item).trim())
        .filter(Boolean);
    },
    /** Reads a list that may be written as a text, with commas or, if `bySpaces` and without commas, spaces. */
    splitList(names: readonly string[], bySpaces: boolean): string[] {
      const found = value(names);
      if (typeof found !== 'string') return this.list(names);
      const words = found.includes(',') ? found.split(',') : bySpaces ? found.split(/\s+/) : [found];
      return words.map((word) => word.trim()).filter(Boolean);
    },
    /** Reads a valid text. */
    oneOf<T>(names: readonly string[], meaningOf: (text: string) => T | undefined): T | undefined {
      return meant(names, (found) => (typeof found === 'string' ? meaningOf(found) : undefined));
    },
    /** Reads an access rule, given as a mapping or as the name of its mode. */
    rule(names: readonly string[]): AccessRuleInput | null {
      const found = value(names);
      return found === undefined ? null : accessRule(found);
    },
    /** Whether an invalid access rule closes the item. */
    isRuleUnclear(names: readonly string[]): boolean {
      const found = value(names);
      return found !== undefined && accessRule(found)?.mode === 'nobody' && !isNobody(found);
    },
    /** Reads a date; `isUnreadable` tells that there is a value that is none. */
    date(names: readonly string[]): { readonly date: Date | null; readonly isUnreadable: boolean } {
      const found = value(names);
      const date = parseDate(found);
      return { date, isUnreadable: date === null && found !== undefined && found !== '' };
    },
    rest(): Record<string, unknown> {
      return Object.fromEntries(Object.entries(data).filter(([key]) => !understood.has(key)));
    },
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

const TRUE: ReadonlySet<string> = new Set(['true', 'yes', 'on', 'y', '1']);
const FALSE: ReadonlySet<string> = new Set(['false', 'no', 'off', 'n', '0']);

/** Parses a boolean as generators do: YAML 1.1 words, quoted or not. */
export function flagOf(value: unknown): boolean | undefined {
  const word = String(value ?? '').toLowerCase();
  return TRUE.has(word) ? true : FALSE.has(word) ? false : undefined;
}

function isNobody(rule: unknown): boolean {
  return rule === 'nobody' || (typeof rule === 'object' && rule !== null && 'mode' in rule && rule.mode === 'nobody');
}

/** Parses an access rule. Fails closed: an invalid rule was meant to restrict access. */
export function accessRule(found: unknown): AccessRuleInput | null {
  const rule: Record<string, unknown> = typeof found === 'object' && found !== null ? { ...found } : { mode: found };
  if (rule.mode === 'inherit') return null;
  const mode = ACCESS_MODES.find((candidate) => candidate === rule.mode);
  const isText = (member: unknown): member is string => typeof member === 'string' && member !== '';
  const isComplete =
    (mode === 'roles' && Array.isArray(rule.roles) && rule.roles.length > 0 && rule.roles.every(isText)) ||
    (mode === 'users' &&
      Array.isArray(rule.users) &&
      rule.users.length > 0 &&
      rule.users.every(Number.isSafeInteger)) ||
    (mode === 'capability' && isText(rule.capability)) ||
    (mode === 'password' && isText(rule.password)) ||
    ['public', 'logged_in', 'nobody'].some((candidate) => candidate === mode);
  const teaser = TEASERS.find((candidate) => candidate === rule.teaser);
  return {
    ...(isComplete ? (rule as unknown as AccessRuleInput) : {}),
    mode: isComplete && mode ? mode : 'nobody',
    teaser: teaser ?? 'none',
    message: isText(rule.message) ? rule.message : null,
    listed: typeof rule.listed === 'boolean' ? rule.listed : undefined,
    redirect_to_login: rule.redirect_to_login === true,
    teaser_words: Number.isSafeInteger(rule.teaser_words) ? Number(rule.teaser_words) : undefined,
  };
}
