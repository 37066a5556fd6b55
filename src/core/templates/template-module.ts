import { createRequire } from 'node:module';
import { escapeHtml, type SafeHtml, safeHtml } from '../html/safe-html.js';
import type { TemplateData } from './names.js';

/** Functions passed to JavaScript templates, so that they need no imports. */
export interface TemplateTools {
  /** Marks HTML as safe. Escape or sanitize everything it contains. */
  safeHtml(html: string): SafeHtml;
  /** Escapes text for HTML. */
  escapeHtml(value: unknown): string;
  /** Renders another template, found in the usual order. */
  include<K extends keyof TemplateData & string>(name: K, data: TemplateData[K]): SafeHtml;
}

/**
 * A template in JavaScript, `article.js` in place of `article.eta`:
 *
 * ```js
 * export default (article, { safeHtml, escapeHtml }) => safeHtml(`<h1>${escapeHtml(article.title)}</h1>`);
 * ```
 *
 * Templates whose name ends in `-text` return a string.
 */
export type TemplateModule<K extends keyof TemplateData & string> = (
  data: TemplateData[K],
  tools: TemplateTools,
) => SafeHtml | string;

const MODULE_ENDINGS = ['.js', '.mjs'] as const;

/** File extensions of templates, in the order they are searched. */
export const TEMPLATE_ENDINGS: readonly string[] = ['.eta', ...MODULE_ENDINGS];

export function isTemplateModule(file: string): boolean {
  return MODULE_ENDINGS.some((ending) => file.endsWith(ending));
}

const require = createRequire(import.meta.url);

/**
 * Renders a JavaScript template. The module is loaded once per process, because Node caches it.
 * @returns the result of its function, unchecked
 * @throws TypeError if the module has no default function, and whatever it throws
 */
export function renderModule(
  file: string,
  data: object,
  include: (name: string, data: object) => string,
): SafeHtml | string {
  const { default: render } = require(file) as { default?: (data: object, tools: TemplateTools) => SafeHtml | string };
  if (typeof render !== 'function') {
    throw new TypeError('Export a function by default: export default (data, { safeHtml }) => safeHtml(…)');
  }
  return render(data, { safeHtml, escapeHtml, include: (name, part) => safeHtml(include(name, part)) });
}
