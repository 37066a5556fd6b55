import type { HLJSApi, LanguageFn } from 'highlight.js';
import { onDemand } from '../core/on-demand.js';
import { once } from '../core/once.js';
import { escapeHtml } from './escape.js';

/**
 * Maximum characters of a highlighted sample, of all samples of a document, and of a line. Longer code stays plain:
 * the patterns of some languages take time quadratic in the sample or the line, so crafted text would take minutes.
 */
const MAX_HIGHLIGHTED = 20_000;
const MAX_IN_ALL = 200_000;
const MAX_LINE = 1_000;

const FURTHER = ['dockerfile', 'http', 'nginx', 'powershell', 'properties'];

const highlighter = once(createHighlighter);

/** Characters that were highlighted in one document. */
export interface HighlightBudget {
  spent: number;
}

/**
 * Renders one code sample as `<pre><code>` with highlight.js classes.
 * @param info text after the opening fence; its first word names the language. Code in a language unknown to
 * highlight.js is escaped and keeps its `language-*` class for other scripts. The language is never guessed.
 */
export function highlightCode(code: string, info = '', budget: HighlightBudget = { spent: 0 }): string {
  const language = /^[\w+#.-]{1,40}/.exec(info.trim())?.[0].toLowerCase() ?? '';
  if (language === '') return `<pre><code>${escapeHtml(code)}</code></pre>\n`;
  // Checked first, because the highlighter is large and not needed for code that stays plain.
  const canHighlight = isAffordable(code, budget) && highlighter().getLanguage(language) !== undefined;
  if (canHighlight) budget.spent += code.length;
  const body = canHighlight
    ? highlighter().highlight(code, { language, ignoreIllegals: true }).value
    : escapeHtml(code);
  return `<pre><code class="${canHighlight ? 'hljs ' : ''}language-${escapeHtml(language)}">${body}</code></pre>\n`;
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
