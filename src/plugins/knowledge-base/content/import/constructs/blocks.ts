import { escapeHtml } from '../../../../../pages.js';
import { codeLines } from '../links/code-lines.js';
import type { Insertion } from '../links/rewrite-links.js';
import { type Conversion, headingLevels, linesOf, type PlacedLine } from './conversion.js';

/** MkDocs: `!!! note "Title"`, collapsible `??? note` and `???+ note`. The content is indented by four spaces. */
const ADMONITION = /^( *)(!!!|\?\?\?\+?)[ \t]+([\w-]{1,40})(?:[ \t]+[\w-]{1,40}){0,5}(?:[ \t]+"([^"]{0,300})")?[ \t]*$/;
/** MkDocs: tabs, `=== "Label"`. */
const TAB = /^( *)===[!+]{0,2}[ \t]+"([^"]{1,300})"[ \t]*$/;
/** VitePress: `::: details Title` up to `:::`. */
const CONTAINER = /^( {0,3}):{3,8}[ \t]{0,9}([\w-]{0,40})((?:[^\w-].{0,300})?)$/;
/** Obsidian: `> [!faq]- Title`. */
const CALLOUT = /^((?: {0,3}>){1,9} ?\[!)([\w-]{1,40})(\][-+]?)(.{0,300})$/;
const FENCE = /^ *(`{3,}|~{3,})/;

/** Types of callouts that rendering knows, with their aliases (`src/blocks/callouts.ts`). */
const TYPES: ReadonlySet<string> = new Set(
  'note tip important warning caution info hint success attention danger error'.split(' '),
);
/** The nearest of them for other types. */
const NEAREST: Readonly<Record<string, string>> = {
  bug: 'danger',
  fail: 'danger',
  failure: 'danger',
  missing: 'danger',
  check: 'tip',
  done: 'tip',
};

/** Block whose content is indented, with the text that closes it. */
interface OpenBlock {
  readonly indent: number;
  readonly close: string;
}

/**
 * Converts blocks that frame or fold a text: admonitions of MkDocs and callouts of Obsidian become our callouts,
 * collapsible ones `<details>`, and tabs headings. Indentation that belongs to a block goes away with it.
 */
export function convertBlocks(text: string): Conversion {
  if (!/^[ >]*(?:!!! |\?\?\?\+? |===[!+]* "|:{3,8} *details\b|\[![\w-]+\])/m.test(text)) return NONE;
  const edits: Insertion[] = [];
  const masked = codeLines(text);
  const levelAt = headingLevels(masked.map(({ line, isCode }) => (isCode ? line.replace(/#/g, ' ') : line)).join(''));
  const open: OpenBlock[] = [];
  const containers: string[] = [];
  let fence = '';
  let last: PlacedLine | null = null;

  function close(): void {
    const block = open.pop();
    if (!block || !last) return;
    const isLastLine = last.length === last.text.length;
    edits.push({ offset: last.offset + last.length, text: `${isLastLine ? '\n' : ''}${block.close}` });
  }

  function begin(line: PlacedLine, length: number, written: string, closing: string): void {
    const indent = ' '.repeat(Math.max(0, length - 4 * open.length));
    const gap = last && last.offset + last.length === line.offset ? '\n' : '';
    const lines = written.split('\n').map((each) => (each === '' ? '' : indent + each));
    edits.push({ offset: line.offset, length: line.text.length, text: gap + lines.join('\n') });
    open.push({ indent: length, close: closing.replace(/^(?=.)/gm, indent) });
  }

  for (const [index, line] of linesOf(text).entries()) {
    if (line.text.trim() === '') continue;
    const indent = line.text.search(/\S/);
    while (open.length > 0 && indent < (open.at(-1)?.indent ?? 0) + 4) {
      close();
      fence = '';
    }
    const run = FENCE.exec(line.text)?.[1] ?? '';
    const isSample = open.length === 0 ? masked[index]?.isCode === true : fence !== '' || run !== '';
    if (open.length > 0 && run !== '') fence = fence === '' ? run : run.startsWith(fence) ? '' : fence;
    const admonition = isSample ? null : ADMONITION.exec(line.text);
    const tab = isSample ? null : TAB.exec(line.text);
    const container = isSample || open.length > 0 ? null : CONTAINER.exec(line.text);
    const callout = isSample || open.length > 0 ? null : CALLOUT.exec(line.text);
    if (admonition) {
      const [, before = '', sign = '', type = '', title] = admonition;
      if (sign === '!!!') begin(line, before.length, `:::${typed(type, title)}`, ':::\n');
      else begin(line, before.length, details(title ?? capitalized(type), sign.endsWith('+')), '\n</details>\n');
    } else if (tab) {
      const level = Math.min(6, levelAt(line.offset) + 1);
      begin(line, tab[1]?.length ?? 0, `${'#'.repeat(level)} ${tab[2]}\n`, '\n');
    } else if (container) {
      const [, , type = '', title = ''] = container;
      const closed = type === '' ? containers.pop() : undefined;
      if (type !== '') containers.push(type);
      const written =
        type === 'details' ? details(title.trim() || 'Details', false) : closed === 'details' ? '\n</details>' : '';
      if (written !== '') edits.push({ offset: line.offset, length: line.text.length, text: written });
    } else if (callout && !TYPES.has(callout[2]?.toLowerCase() ?? '')) {
      const [, before = '', type = '', sign = '', title = ''] = callout;
      const written = `${before}${nearest(type)}${sign} ${title.trim() || capitalized(type)}`;
      edits.push({ offset: line.offset, length: line.text.length, text: written });
    } else if (open.length > 0) {
      edits.push({ offset: line.offset, length: Math.min(indent, 4 * open.length), text: '' });
    }
    last = line;
  }
  while (open.length > 0) close();
  return { edits, constructs: [] };
}

const NONE: Conversion = { edits: [], constructs: [] };

/** Type and title of a callout; a type that rendering does not know becomes the title. */
function typed(type: string, title: string | undefined): string {
  const isKnown = TYPES.has(type.toLowerCase());
  const heading = title ?? (isKnown ? '' : capitalized(type));
  return `${isKnown ? type.toLowerCase() : nearest(type)}${heading === '' ? '' : ` ${heading}`}`;
}

function nearest(type: string): string {
  return NEAREST[type.toLowerCase()] ?? 'note';
}

function details(title: string, isOpen: boolean): string {
  return `<details${isOpen ? ' open' : ''}>\n<summary>${escapeHtml(title)}</summary>\n`;
}

function capitalized(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');
}
