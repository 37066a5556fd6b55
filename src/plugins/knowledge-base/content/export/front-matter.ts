import { isDeepStrictEqual } from 'node:util';
import { stringify as stringifyToml } from 'smol-toml';
import { isMap, isScalar, type Pair, parseDocument, stringify } from 'yaml';
import { type MatterLanguage, parseFrontMatter, splitFrontMatter } from '../import/front-matter.js';

/** Front matter key and its new value; undefined removes the key. */
export type Change = readonly [key: string, value: unknown];

/**
 * Changes keys in the front matter of a text. Everything else keeps its bytes: order, comments, quotes and line
 * endings.
 * @param head front matter as read by an import, empty for none
 */
export function changeFrontMatter(head: string, changes: readonly Change[]): string {
  if (changes.length === 0) return head;
  const parts = splitFrontMatter(head);
  if (!parts) return `${head}---\n${changes.map(line).join('')}---\n`;
  const { language, opening, content, closing } = parts;
  const rest = head.slice(opening.length + content.length + closing.length);
  const before = parseFrontMatter(head).data;
  const updated = withChanges(before, changes);
  const whole = (changed: string): string => opening + inLinesOf(head, changed) + closing + rest;
  const changed = whole(IN_PLACE[language](content, changes));
  return says(changed, updated) ? changed : whole(WHOLE[language](updated));
}

type InPlace = (content: string, changes: readonly Change[]) => string;

/** Change the pairs in place. The result may be wrong, and is checked. */
const IN_PLACE: Readonly<Record<MatterLanguage, InPlace>> = {
  yaml: changeYaml,
  toml: changeToml,
  json: (content) => content,
};

/** Write a mapping as a whole, for pairs that cannot be changed one by one. */
const WHOLE: Readonly<Record<MatterLanguage, (data: Record<string, unknown>) => string>> = {
  yaml: (data) => stringify(data, { lineWidth: 0 }),
  toml: (data) => `${stringifyToml(data).trimEnd()}\n`,
  json: (data) => JSON.stringify(data, null, 2),
};

/** Replaces and removes pairs in place and appends new ones. */
function changeYaml(yaml: string, changes: readonly Change[]): string {
  const { contents } = parseDocument(yaml);
  const pairs = isMap(contents) && !contents.flow ? contents.items : [];
  let text = yaml;
  const edits = changes.flatMap((change) => {
    const pair = pairs.find(({ key }) => isScalar(key) && key.value === change[0]);
    const range = pair && rangeOf(pair, yaml);
    return range ? [{ ...range, text: line(change) }] : [];
  });
  for (const edit of edits.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  }
  const present = new Set(pairs.map(({ key }) => (isScalar(key) ? key.value : undefined)));
  const added = changes.filter(([key]) => !present.has(key)).map(line);
  return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${added.join('')}`;
}

/** Range from the key to the end of the value's last line, or of the value if something follows it. */
function rangeOf({ key, value }: Pair, yaml: string): { start: number; end: number } | undefined {
  const from = (key as { range?: readonly number[] | null } | null)?.range;
  const to = (value as { range?: readonly number[] | null } | null)?.range ?? from;
  if (!from || !to) return undefined;
  const start = from[0] ?? 0;
  const valueEnd = to[1] ?? start;
  const rest = /^[^\n]*\n?/.exec(yaml.slice(valueEnd))?.[0] ?? '';
  return { start, end: valueEnd + (yaml[valueEnd - 1] === '\n' ? 0 : rest.length) };
}

function line([key, value]: Change): string {
  return value === undefined ? '' : stringify({ [key]: value }, { lineWidth: 0 });
}

/** Replaces and removes pairs on one line before the first table, and adds new ones there. */
function changeToml(toml: string, changes: readonly Change[]): string {
  const lines = toml.split(/(?<=\n)/);
  const table = lines.findIndex((line) => /^\s*\[/.test(line));
  const top = table === -1 ? lines : lines.slice(0, table);
  for (const [key, value] of changes) {
    const written = value === undefined ? '' : `${stringifyToml({ [key]: value }).trim()}\n`;
    const at = top.findIndex(
      (each) =>
        each
          .split('=', 1)[0]
          ?.trim()
          .replace(/^["']|["']$/g, '') === key,
    );
    if (at !== -1) top[at] = written;
    else top.push(written);
  }
  return [...top, ...(table === -1 ? [] : lines.slice(table))].join('');
}

function withChanges(data: Record<string, unknown>, changes: readonly Change[]): Record<string, unknown> {
  const next = Object.entries({ ...data, ...Object.fromEntries(changes) });
  return Object.fromEntries(next.filter(([, value]) => value !== undefined));
}

/** Whether an import would read exactly these values. */
function says(head: string, expected: Record<string, unknown>): boolean {
  try {
    return isDeepStrictEqual(parseFrontMatter(head).data, expected);
  } catch {
    return false;
  }
}

function inLinesOf(head: string, text: string): string {
  return head.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text;
}
