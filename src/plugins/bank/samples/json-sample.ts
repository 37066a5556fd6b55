import { openText } from '../formats/encoding/statement-text.js';
import { parseExactly } from '../formats/json/json-record.js';
import type { StatementFile } from '../formats/statement-format.js';
import { isObject } from '../profiles/checks.js';
import { type SampleTable, SHOWN_ROWS } from './sample-table.js';

/** Maximum nesting of an entry, deeper than any bank uses. */
const MAX_DEPTH = 6;

/**
 * Reads the first entries of a JSON file, with one column per path.
 * @param path of the list, as in a profile; undefined to search for the first list of objects
 */
export async function readJsonSample(file: StatementFile, path: string | undefined): Promise<SampleTable> {
  const opened = await openText(file);
  let text = '';
  for await (const piece of opened.pieces()) text += piece;
  const whole = parseExactly(text);
  const entries = path ?? pathOfList(whole) ?? '';
  const list = memberAt(whole, entries);
  const records = (Array.isArray(list) ? list : []).slice(0, SHOWN_ROWS).map((entry) => new Map(leavesOf(entry, '')));
  const columns = [...new Set(records.flatMap((record) => [...record.keys()]))];
  const rows = records.map((record) => columns.map((column) => record.get(column) ?? ''));
  return { encoding: opened.encoding, columns, isNamed: true, rows, entries };
}

function memberAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path === '' ? [] : path.split('.')) found = isObject(found) ? found[name] : undefined;
  return found;
}

/** Returns the path of the first list of objects, searching breadth-first. */
function pathOfList(value: unknown): string | null {
  let level: [path: string, value: unknown][] = [['', value]];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const found = level.find(([, one]) => Array.isArray(one) && one.length > 0 && one.every(isObject));
    if (found) return found[0];
    level = level.flatMap(([path, one]) => (isObject(one) ? Object.entries(one).map(below(path)) : []));
  }
  return null;
}

/** Returns the texts of an entry with their paths. */
function leavesOf(value: unknown, path: string, depth = 0): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return [];
  return Object.entries(value)
    .map(below(path))
    .flatMap(([inner, one]) => leavesOf(one, inner, depth + 1));
}

const below =
  (path: string) =>
  ([name, value]: [string, unknown]): [string, unknown] => [path === '' ? name : `${path}.${name}`, value];
