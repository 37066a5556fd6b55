import { escapeHtml } from '../escape.js';
import { type HtmlElement, type HtmlNode, isTag, isText, onlyElements, parseHtml, textOf } from './html-tree.js';
import { createLineWriter, isOnLine, type LineWriter } from './markdown-lines.js';

/** Options of {@link htmlToMarkdown}. */
export interface HtmlToMarkdownOptions {
  /** URL of the page, which makes relative links and images absolute. Default: they stay as they are. */
  readonly url?: string;
}

/** Elements that a page does not show as text. */
const INVISIBLE = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'textarea', 'select', 'button']);
/** Elements without a meaning in Markdown. Only their content is written. */
const WRAPPERS = new Set([
  ...['div', 'section', 'article', 'main', 'header', 'footer', 'nav', 'center', 'address', 'body', 'html', 'form'],
  ...['figure', 'figcaption', 'hgroup', 'search', 'label', 'fieldset'],
]);
const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr', 'col', 'source', 'track', 'embed']);
const LANGUAGE = /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,40})(?:\s|$)/;
const RULES: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' };
/** Maximum nesting of elements. Deeper ones are written as HTML. */
const MAX_DEPTH = 40;

/**
 * Writes what a page shows as Markdown (GitHub's dialect with footnotes). It sees only the HTML of the page, so nothing
 * of the source that rendering or sanitizing removed can appear in it. Elements that Markdown lacks stay HTML. Linear in
 * the length of the HTML.
 * @param html sanitized
 * @example
 * htmlToMarkdown(renderMarkdown(recipe.text).html, { url: 'https://example.com/recipes/7' });
 */
export function htmlToMarkdown(html: string, { url }: HtmlToMarkdownOptions = {}): string {
  const pieces = new Writer(url).blocks(parseHtml(html), 0);
  return pieces.length === 0 ? '' : `${pieces.join('\n\n')}\n`;
}

class Writer {
  readonly #line: LineWriter;
  readonly #absolute: (address: string) => string;

  constructor(url: string | undefined) {
    this.#absolute = (address) => absolute(address, url);
    this.#line = createLineWriter(this.#absolute);
  }

  /** Writes the blocks of a container, each without line breaks at its ends. */
  blocks(nodes: readonly HtmlNode[], depth: number): string[] {
    const written: string[] = [];
    let line: HtmlNode[] = [];
    let before = '';
    const add = (markdown: string, name: string): void => {
      if (markdown === '') return;
      written.push(markdown);
      before = name;
    };
    const endLine = (): void => {
      add(this.#line.paragraph(line), 'p');
      line = [];
    };
    for (const node of nodes) {
      if (isOnLine(node)) {
        line.push(node);
        continue;
      }
      endLine();
      if (!isTag(node) || INVISIBLE.has(node.name)) continue;
      if (isWrapper(node) && depth < MAX_DEPTH) {
        for (const block of this.blocks(node.children, depth + 1)) add(block, node.name);
      } else add(this.#block(node, depth, before), node.name);
    }
    endLine();
    return written;
  }

  /** @param before name of the element above; two adjacent lists of the same type would merge */
  #block(element: HtmlElement, depth: number, before: string): string {
    const { name, children, attribs } = element;
    if (depth >= MAX_DEPTH) return this.#html(element);
    switch (name) {
      case 'p':
        return this.#paragraph(element, depth);
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.#heading(element, depth);
      case 'pre':
        return this.#sample(element);
      case 'hr':
        return '***';
      case 'ul':
      case 'ol':
        return this.#list(element, depth, before === name);
      case 'blockquote':
      case 'aside':
        return quoted(this.blocks(children, depth + 1));
      case 'table':
        return this.#table(element) ?? this.#html(element);
      case 'details':
        return this.#details(element, depth);
      case 'section':
        return this.#footnotes(element, depth);
      case 'input':
        return '';
      default:
        return attribs.hidden === undefined ? this.#html(element) : '';
    }
  }

  #paragraph({ attribs, children }: HtmlElement, depth: number): string {
    if (!children.every(isOnLine)) return this.blocks(children, depth + 1).join('\n\n');
    const line = this.#line.paragraph(children);
    const isLabel = (attribs.class ?? '').split(/\s+/).includes('callout-label');
    return isLabel && line !== '' ? `**${line}**` : line;
  }

  #heading({ name, children }: HtmlElement, depth: number): string {
    if (!children.every(isOnLine)) return this.blocks(children, depth + 1).join('\n\n');
    const text = this.#line.heading(children);
    return text === '' ? '' : `${'#'.repeat(Number(name.slice(1)))} ${text}`;
  }

  #sample(element: HtmlElement): string {
    const { children, attribs } = element;
    const [code, ...others] = onlyElements(children) ?? [];
    const isCode = code?.name === 'code' && others.length === 0;
    // A Markdown code block cannot contain links or images.
    if (holds(children, new Set(['a', 'img']))) return this.#html(element);
    const text = textOf(isCode ? code.children : children);
    const language = LANGUAGE.exec((isCode && code.attribs.class) || '') ?? LANGUAGE.exec(attribs.class ?? '');
    const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
    return `${fence}${language?.[1] ?? ''}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${fence}`;
  }

  #list({ name, attribs, children }: HtmlElement, depth: number, isSecond: boolean): string {
    const items = children.filter(isTag).filter((item) => !INVISIBLE.has(item.name));
    const start = /^\d{1,8}$/.test(attribs.start ?? '') ? Number(attribs.start) : 1;
    const written = items.map((item, index) => {
      const marker = name === 'ol' ? `${start + index}${isSecond ? ')' : '.'} ` : `${isSecond ? '+' : '-'} `;
      const parts = this.blocks(item.name === 'li' ? item.children : [item], depth + 1);
      const isTight = parts.length < 2 || isTightItem(item);
      return { markdown: indented(parts.join(isTight ? '\n' : '\n\n'), marker), isTight };
    });
    const isTight = written.every((item) => item.isTight);
    return written.map(({ markdown }) => markdown).join(isTight ? '\n' : '\n\n');
  }

  /** Writes a table with one head row and single-line cells; null for any other table. */
  #table({ children }: HtmlElement): string | null {
    const rows = rowsOf(children);
    const [head] = rows ?? [];
    if (!rows || !head?.every(({ name }) => name === 'th')) return null;
    const width = head.length;
    const isPlain = rows.every(
      (row) =>
        row.length === width &&
        row.every(
          ({ attribs, children: cell }) =>
            attribs.colspan === undefined && attribs.rowspan === undefined && cell.every(isOnLine),
        ),
    );
    if (!isPlain) return null;
    const lines = rows.map((row) => `| ${row.map((cell) => this.#line.cell(cell.children)).join(' | ')} |`);
    const rules = head.map(({ attribs }) => RULES[attribs.align ?? ''] ?? '---');
    return [lines[0], `| ${rules.join(' | ')} |`, ...lines.slice(1)].join('\n');
  }

  #details({ children, attribs }: HtmlElement, depth: number): string {
    const at = children.findIndex((child) => isTag(child) && child.name === 'summary');
    const summary = children[at];
    const rest = children.filter((_, index) => index !== at);
    const head = summary && isTag(summary) ? `\n<summary>${this.#inside(summary)}</summary>` : '';
    const tag = attribs.open === undefined ? '<details>' : '<details open>';
    return [`${tag}${head}`, ...this.blocks(rest, depth + 1), '</details>'].join('\n\n');
  }

  /** Writes the footnotes at the end of a page as definitions. */
  #footnotes({ children }: HtmlElement, depth: number): string {
    const notes = children.flatMap((list) => (isTag(list) ? list.children.filter(isTag) : []));
    return notes
      .map((note) => {
        const number = /^h-fn-(\d{1,9})$/.exec(note.attribs.id ?? '')?.[1];
        const text = note.children.filter((child) => !isTag(child) || child.attribs.role !== 'doc-backlink');
        const written = this.blocks(text, depth + 1).join('\n\n');
        return number === undefined ? written : indented(written, `[^${number}]: `, '    ');
      })
      .join('\n\n');
  }

  /**
   * Writes an element as HTML without blank lines, which would end it.
   * @param isSample inside `pre`, where white space counts
   */
  #html(element: HtmlElement, isSample = element.name === 'pre'): string {
    const { name, attribs } = element;
    if (INVISIBLE.has(name)) return '';
    const attributes = Object.entries(attribs).map(([attribute, value]) => {
      const text = attribute === 'href' || attribute === 'src' ? this.#absolute(value) : value;
      return ` ${attribute}="${escapeHtml(text.replace(/\s+/g, ' '))}"`;
    });
    const tag = `<${name}${attributes.join('')}>`;
    return VOID.has(name) ? tag : `${tag}${this.#inside(element, isSample)}</${name}>`;
  }

  #inside({ children }: HtmlElement, isSample = false): string {
    return children
      .map((child) => {
        if (isTag(child)) return this.#html(child, isSample || child.name === 'pre');
        if (!isText(child)) return '';
        const text = escapeHtml(child.data);
        return isSample ? text.replace(/\n/g, '&#10;') : text.replace(/\s+/g, ' ');
      })
      .join('');
  }
}

/** @param url URL of the page, the base of relative URLs */
function absolute(address: string, url: string | undefined): string {
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(address);
  return url !== undefined && isRelative && URL.canParse(address, url) ? new URL(address, url).href : address;
}

function isWrapper({ name, attribs }: HtmlElement): boolean {
  return WRAPPERS.has(name) && !(name === 'section' && attribs.role === 'doc-endnotes');
}

/** Whether the item is a line of text with nothing but lists below it. */
function isTightItem({ children }: HtmlElement): boolean {
  return children.every((child) => isOnLine(child) || (isTag(child) && (child.name === 'ul' || child.name === 'ol')));
}

function rowsOf(nodes: readonly HtmlNode[]): HtmlElement[][] | null {
  const rows: HtmlElement[][] = [];
  for (const element of onlyElements(nodes) ?? []) {
    if (element.name === 'colgroup') continue;
    const inside = element.name === 'tr' ? [element] : onlyElements(element.children);
    if (element.name === 'caption' || !inside?.every(({ name }) => name === 'tr')) return null;
    for (const row of inside) rows.push([...(onlyElements(row.children) ?? [])]);
  }
  return rows;
}

function holds(nodes: readonly HtmlNode[], names: ReadonlySet<string>): boolean {
  return nodes.some((node) => isTag(node) && (names.has(node.name) || holds(node.children, names)));
}

function quoted(blocks: readonly string[]): string {
  return blocks
    .join('\n\n')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** @param indent prefix of all lines but the first. Default: spaces as wide as the marker */
function indented(markdown: string, marker: string, indent = ' '.repeat(marker.length)): string {
  const lines = markdown.split('\n').map((line, index) => (index === 0 ? marker : line === '' ? '' : indent) + line);
  return lines.join('\n').trimEnd();
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
