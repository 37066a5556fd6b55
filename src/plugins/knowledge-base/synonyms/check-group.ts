import { createHash } from 'node:crypto';
import { HostError } from '../../../index.js';
import type { Analyzer } from '../search/analyzer.js';
import { normalQuery } from '../search/normal-query.js';
import type { LocaleGroup } from './stored-group.js';

/** Entries on each side of a group. */
export const MOST_ENTRIES = 50;
/** Characters of an entry. */
export const LONGEST_ENTRY = 100;

/**
 * Trims the entries of a group, and looks whether it leads from something to something else.
 * @param analyzer of its locale
 * @throws HostError 400 `vendor_kb_invalid_synonym` with `params`
 */
export function checkGroup({ locale, words, also }: LocaleGroup, analyzer: Analyzer): LocaleGroup {
  const read = (name: 'words' | 'also', entries: readonly string[]): ReadonlyMap<string, string> => {
    if (entries.length > MOST_ENTRIES) throw invalid(name, `A group has at most ${MOST_ENTRIES} ${name}.`);
    return new Map(entries.map((entry) => readEntry(name, entry, analyzer)));
  };
  const from = read('words', words);
  const to = read('also', also);
  if (from.size === 0) throw invalid('words', 'Write at least one word.');
  const reached = new Set([...from.keys(), ...to.keys()]);
  if (reached.size < 2) {
    throw invalid('words', 'Write at least two different words, or one and in `also` what it leads to.');
  }
  const onlyTo = [...to].filter(([key]) => !from.has(key));
  return { locale, words: [...from.values()], also: onlyTo.map(([, entry]) => entry) };
}

/** The same for groups that say the same. */
export function keyOfGroup({ words, also }: LocaleGroup): string {
  const side = (entries: readonly string[]) => entries.map((entry) => entry.toLowerCase()).sort();
  return createHash('sha256')
    .update(JSON.stringify([side(words), side(also)]))
    .digest('hex');
}

/** With what it says to the index: entries that say the same are one. */
function readEntry(name: 'words' | 'also', entry: string, analyzer: Analyzer): [key: string, entry: string] {
  const text = entry.normalize('NFC').trim().replace(/\s+/gu, ' ');
  if ([...text].length > LONGEST_ENTRY) {
    throw invalid(name, `"${text.slice(0, 20)}..." is longer than ${LONGEST_ENTRY} characters.`);
  }
  const key = normalQuery(text, analyzer);
  if (key === '') throw invalid(name, `"${text}" has no letter or digit that a search could find.`);
  return [key, text];
}

function invalid(name: string, message: string): HostError {
  return new HostError('vendor_kb_invalid_synonym', message, { status: 400, params: { [name]: message } });
}
