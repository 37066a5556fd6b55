import { createRequire } from 'node:module';
import { escapeHtml, type SafeHtml, safeHtml } from '../html/safe-html.js';
import type { TemplateData } from './names.js';

/** What a template in JavaScript works with, so that it need not import anything. */
export interface TemplateTools {
  /** Vouches for markup: what is put into it has to be escaped or sanitised. */
  safeHtml(html: string): SafeHtml;
  /** Text as HTML. */
  escapeHtml(value: unknown): string;
  /** Another template, found in the same order as from any other. */
  include<K extends keyof TemplateData & string>(name: K, data: TemplateData[K]): SafeHtml;
}

/**
 * A template in JavaScript, `article.js` in place of `article.eta`:
 *
 * ```js
 * export default (article, { safeHtml, escapeHtml }) => safeHtml(`<h1>${escapeHtml(article.title)}</h1>`);
 * ```
 *
 * One whose name ends in `-text` returns a string.
 */
export type TemplateModule<K extends keyof TemplateData & string> = (
  data: TemplateData[K],
  tools: TemplateTools,
) => SafeHtml | string;

const MODULE_ENDINGS = ['.js', '.mjs'] as const;

/** Of the files of templates, whatever they are written in, in the order in which they are looked for. */
export const TEMPLATE_ENDINGS: readonly string[] = ['.eta', ...MODULE_ENDINGS];

export function isTemplateModule(file: string): boolean {
  return MODULE_ENDINGS.some((ending) => file.endsWith(ending));
}

const require = createRequire(import.meta.url);

/**
 * Renders with a module, which is read once in the life of the process: Node keeps what it has loaded.
 * @returns what its function returned, unchecked
 * @throws TypeError for a module without a function as its default export, and whatever it throws itself
 */
export function renderModule(
  file: string,
  data: object,
  include: (name: string, data: object) => string,
): SafeHtml | string {
  const { default: render } = require(file) as { default?: (data: object, tools: TemplateTools) => SafeHtml | string };
  if (typeof render !== 'function') {
    throw new TypeError(
      'It has to export a function as its default: export default (data, { safeHtml }) => safeHtml(…)',
    );
  }
  return render(data, { safeHtml, escapeHtml, include: (name, part) => safeHtml(include(name, part)) });
}
