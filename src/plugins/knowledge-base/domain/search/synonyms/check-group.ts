import { createHash } from 'node:crypto';
import { HostError } from '../../../../../index.js';
import { isLocale, noLocale } from '../../locale.js';
import type { Analyzer } from '../analyzer.js';
import { normalQuery } from '../parse-query.js';
import type { LocaleGroup } from './read-groups.js';

/** Maximum entries on each side of a group. */
export const MAX_ENTRIES = 50;
/** Maximum characters of an entry. */
export const MAX_ENTRY_LENGTH = 100;

/** Machine-readable error of a group, for translation. */
export type GroupFault = 'alone' | 'no-locale' | 'no-word' | 'nothing' | 'too-long' | 'too-many';

/**
 * Trims the entries of a group and checks that it maps words to other words.
 * @throws HostError 400 `vendor_kb_invalid_synonym` with `params`, the `fault` and the invalid `entry`
 */
export function checkGroup(
  { locale, words, also }: LocaleGroup,
  analyzerOf: (locale: string) => Analyzer,
): LocaleGroup {
  if (!isLocale(locale)) throw invalid('locale', noLocale(locale), 'no-locale', locale);
  const analyzer = analyzerOf(locale);
  const read = (name: 'words' | 'also', entries: readonly string[]): ReadonlyMap<string, string> => {
    if (entries.length > MAX_ENTRIES) {
      throw invalid(name, `A group can have at most ${MAX_ENTRIES} ${name}.`, 'too-many');
    }
    return new Map(entries.map((entry) => readEntry(name, entry, analyzer)));
  };
  const from = read('words', words);
  const to = read('also', also);
  if (from.size === 0) throw invalid('words', 'Enter at least one word.', 'nothing');
  const reached = new Set([...from.keys(), ...to.keys()]);
  if (reached.size < 2) {
    const message = 'Enter at least two different words, or one word and its target in `also`.';
    throw invalid('words', message, 'alone');
  }
  const onlyTo = [...to].filter(([key]) => !from.has(key));
  return { locale, words: [...from.values()], also: onlyTo.map(([, entry]) => entry) };
}

/** Returns a key that is the same for equivalent groups. */
export function keyOfGroup({ words, also }: LocaleGroup): string {
  const side = (entries: readonly string[]) => entries.map((entry) => entry.toLowerCase()).sort();
  return createHash('sha256')
    .update(JSON.stringify([side(words), side(also)]))
    .digest('hex');
}

/** Reads an entry with its analyzed key: entries with the same key are duplicates. */
function readEntry(name: 'words' | 'also', entry: string, analyzer: Analyzer): [key: string, entry: string] {
  const text = entry.normalize('NFC').trim().replace(/\s+/gu, ' ');
  if ([...text].length > MAX_ENTRY_LENGTH) {
    const excerpt = `${text.slice(0, 20)}...`;
    throw invalid(name, `"${excerpt}" exceeds ${MAX_ENTRY_LENGTH} characters.`, 'too-long', excerpt);
  }
  const key = normalQuery(text, analyzer);
  if (key === '') throw invalid(name, `"${text}" has no searchable letter or digit.`, 'no-word', text);
  return [key, text];
}

function invalid(name: keyof LocaleGroup, message: string, fault: GroupFault, entry = ''): HostError {
  const params = { [name]: message };
  return new HostError('vendor_kb_invalid_synonym', message, { status: 400, params, fault, entry });
}
