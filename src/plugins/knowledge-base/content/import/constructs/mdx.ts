import { maskCode } from '../links/mask-code.js';
import type { Insertion } from '../links/rewrite-links.js';
import { type Conversion, headingLevels, linesOf, unindent } from './conversion.js';

/** Beginning of an ES module statement. */
const STATEMENT =
  /^(?:import\s+(?:["'{*]|[\w$]+\s*,|[\w$]+\s+from\s)|import\{|export\s+(?:const|let|var|function|default|class|async|\{|\*)|export\{)/;
const TAG = /<(\/?)(Tabs|TabItem)\b/g;
/** `src={require('./x.png').default}` and `src={useBaseUrl('/x.png')}`. */
const SOURCE =
  /\b(src|href)=\{\s{0,9}(?:require|useBaseUrl)\(\s{0,9}["']([^"'\n]{1,500})["']\s{0,9}\)(?:\.default)?\s{0,9}\}/g;
/** Id of a heading in the syntax of Docusaurus 4. */
const HEADING_ID = /\{\s{0,9}\/\*\s{0,9}#([\w-]{1,200})\s{0,9}\*\/\s{0,9}\}/g;

/** Removes the statements of MDX: imports and exports at the top level, up to the next blank line. */
export function removeStatements(text: string): Conversion {
  const edits: Insertion[] = [];
  const constructs: string[] = [];
  let isStatement = false;
  let mayBegin = true;
  for (const { offset, length, text: line } of linesOf(maskCode(text, { hasIndentedCode: false }))) {
    const isBlank = line.trim() === '';
    const begins: boolean = mayBegin && STATEMENT.test(line);
    if (begins) constructs.push(`${line.startsWith('import') ? 'import' : 'export'} (removed)`);
    isStatement = !isBlank && (isStatement || begins);
    if (isStatement) edits.push({ offset, length, text: '' });
    mayBegin = isBlank || isStatement;
  }
  return { edits, constructs };
}

/**
 * Converts the components of Docusaurus that Markdown can express: tabs become headings, required images become
 * plain ones, and ids of headings get our syntax.
 */
export function convertComponents(text: string): Conversion {
  const masked = maskCode(text, { hasIndentedCode: false });
  const edits: Insertion[] = [];
  for (const { 0: whole, 1: name, 2: path, index } of masked.matchAll(SOURCE)) {
    edits.push({ offset: index, length: whole.length, text: `${name}="${path}"` });
  }
  for (const { 0: whole, 1: id, index } of masked.matchAll(HEADING_ID)) {
    edits.push({ offset: index, length: whole.length, text: `{#${id}}` });
  }
  return { edits: [...edits, ...convertTabs(text, masked)], constructs: [] };
}

function convertTabs(text: string, masked: string): Insertion[] {
  const edits: Insertion[] = [];
  const levelAt = headingLevels(masked);
  const levels: number[] = [];
  const items: number[] = [];
  for (const { 0: begin, 1: slash, 2: name, index } of masked.matchAll(TAG)) {
    const end = endOfTag(masked, index + begin.length);
    if (end === -1) continue;
    const isEnd = slash === '/';
    if (name === 'Tabs') {
      if (isEnd) levels.pop();
      else levels.push(levelAt(index) + 1);
    } else if (isEnd) {
      const from = items.pop();
      if (from !== undefined) edits.push(...unindent(text, from, index));
    } else items.push(end);
    const heading = '#'.repeat(Math.min(6, levels.at(-1) ?? levelAt(index) + 1));
    const written = name === 'TabItem' && !isEnd ? `\n${heading} ${labelOf(masked.slice(index, end))}\n\n` : '\n';
    edits.push({ offset: index, length: end - index, text: written });
  }
  return edits;
}

/** Offset after the `>` of a tag, outside strings and expressions; -1 if it is not closed. */
function endOfTag(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === '>' && depth <= 0) return at + 1;
    else if (character === '<' && depth <= 0) return -1;
    else if (character === '"' || character === "'") {
      at = text.indexOf(character, at + 1);
      if (at === -1) return -1;
    }
  }
  return -1;
}

function labelOf(tag: string): string {
  return attributeOf(tag, 'label') ?? attributeOf(tag, 'value') ?? 'Tab';
}

/** Value of an attribute that is a text, also as an expression. */
function attributeOf(tag: string, name: string): string | undefined {
  const at = tag.search(name === 'label' ? /\blabel=/ : /\bvalue=/);
  if (at === -1) return undefined;
  const rest = tag.slice(at + name.length + 1);
  const [opening, quote = ''] = /^(?:\{\s{0,9})?(["'`])/.exec(rest) ?? [];
  const end = opening === undefined ? -1 : rest.indexOf(quote, opening.length);
  return opening === undefined || end === -1 ? undefined : rest.slice(opening.length, end).replace(/\s+/g, ' ');
}
