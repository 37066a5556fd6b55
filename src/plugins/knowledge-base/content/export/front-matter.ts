import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, type Pair, parseDocument, stringify } from 'yaml';
import { parseFrontMatter } from '../import/front-matter.js';

/** Front matter key and its new value; undefined removes the key. */
export type Change = readonly [key: string, value: unknown];

const OPENING = /^\uFEFF?(?:[ \t]*\r?\n)*---[^\r\n]*\r?\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;

/**
 * Changes keys in the front matter of a text. Everything else keeps its bytes: order, comments, quotes and line
 * endings.
 * @param head front matter as read by an import, empty for none
 */
export function changeFrontMatter(head: string, changes: readonly Change[]): string {
  if (changes.length === 0) return head;
  const open = OPENING.exec(head)?.[0];
  const rest = head.slice(open?.length);
  const end = rest.search(CLOSING);
  if (open === undefined || end === -1) return `${head}---\n${changes.map(line).join('')}---\n`;
  const [yaml, close] = [rest.slice(0, end), rest.slice(end)];
  const changed = `${open}${inLinesOf(head, changeYaml(yaml, changes))}${close}`;
  return says(changed, withChanges(parseFrontMatter(head).data, changes))
    ? changed
    : `${open}${inLinesOf(head, rewritten(yaml, changes))}${close}`;
}

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

/** Rewrites the document as a whole, for pairs connected by anchors or on a single line. */
function rewritten(yaml: string, changes: readonly Change[]): string {
  const data = (parseDocument(yaml).toJS() ?? {}) as Record<string, unknown>;
  return stringify(withChanges(data, changes), { lineWidth: 0 });
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

function inLinesOf(head: string, yaml: string): string {
  return head.includes('\r\n') ? yaml.replace(/\r?\n/g, '\r\n') : yaml;
}
