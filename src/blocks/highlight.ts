import type { HLJSApi, LanguageFn } from 'highlight.js';
import { onDemand } from '../core/on-demand.js';
import { once } from '../core/once.js';
import { escapeHtml } from './escape.js';

/** Above this many characters a sample is shown plain: colouring a generated dump helps nobody and costs seconds. */
const MAX_HIGHLIGHTED = 100_000;

const FURTHER = ['dockerfile', 'http', 'nginx', 'powershell', 'properties'];

const highlighter = once(createHighlighter);

/**
 * Renders one code sample as `<pre><code>` with highlight.js classes.
 * @param info the text after the opening fence; its first word names the language. A language that highlight.js
 *   does not know is escaped and keeps its `language-*` class for the reader's own scripts; nothing is guessed.
 */
export function highlightCode(code: string, info = ''): string {
  const language = /^[\w+#.-]{1,40}/.exec(info.trim())?.[0].toLowerCase() ?? '';
  if (language === '') return `<pre><code>${escapeHtml(code)}</code></pre>\n`;
  const known = code.length <= MAX_HIGHLIGHTED && highlighter().getLanguage(language) !== undefined;
  const body = known ? highlighter().highlight(code, { language, ignoreIllegals: true }).value : escapeHtml(code);
  return `<pre><code class="${known ? 'hljs ' : ''}language-${escapeHtml(language)}">${body}</code></pre>\n`;
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
