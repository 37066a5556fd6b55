import type { HLJSApi, LanguageFn } from 'highlight.js';
import { onDemand } from '../core/on-demand.js';
import { once } from '../core/once.js';
import { escapeHtml } from './escape.js';

/**
 * Above this many characters a sample is shown plain, and all after it once so many of one document were coloured: the
 * patterns of some languages take a time that grows with the square of the sample or of a line, so a prepared text would
 * take minutes. Colouring a generated dump helps nobody.
 */
const MAX_HIGHLIGHTED = 20_000;
const MAX_IN_ALL = 200_000;
const MAX_LINE = 1_000;

const FURTHER = ['dockerfile', 'http', 'nginx', 'powershell', 'properties'];

const highlighter = once(createHighlighter);

/** What was coloured of one document. */
export interface HighlightBudget {
  spent: number;
}

/**
 * Renders one code sample as `<pre><code>` with highlight.js classes.
 * @param info the text after the opening fence; its first word names the language. A language that highlight.js
 *   does not know is escaped and keeps its `language-*` class for the reader's own scripts; nothing is guessed.
 */
export function highlightCode(code: string, info = '', budget: HighlightBudget = { spent: 0 }): string {
  const language = /^[\w+#.-]{1,40}/.exec(info.trim())?.[0].toLowerCase() ?? '';
  if (language === '') return `<pre><code>${escapeHtml(code)}</code></pre>\n`;
  // Asked first: the highlighter is large, and not loaded for what is shown plain anyway.
  const known = isAffordable(code, budget) && highlighter().getLanguage(language) !== undefined;
  if (known) budget.spent += code.length;
  const body = known ? highlighter().highlight(code, { language, ignoreIllegals: true }).value : escapeHtml(code);
  return `<pre><code class="${known ? 'hljs ' : ''}language-${escapeHtml(language)}">${body}</code></pre>\n`;
}

function isAffordable(code: string, { spent }: HighlightBudget): boolean {
  if (code.length > MAX_HIGHLIGHTED || spent + code.length > MAX_IN_ALL) return false;
  return code.split('\n').every((line) => line.length <= MAX_LINE);
}

function createHighlighter(): HLJSApi {
  const common = onDemand<HLJSApi>('highlight.js/lib/common')();
  const instance = common.newInstance();
  // newInstance() starts empty, and the shared default must not change under other users of the library.
  for (const name of common.listLanguages()) {
    const language = common.getLanguage(name)?.rawDefinition;
    if (language) instance.registerLanguage(name, language);
  }
  for (const name of FURTHER) {
    instance.registerLanguage(name, onDemand<LanguageFn>(`highlight.js/lib/languages/${name}`)());
  }
  return instance;
}
