/**
 * HTML that is safe to insert into a page unchanged. Only {@link safeHtml} creates it, so all trusted markup can be
 * found by searching for that name; templates escape everything else.
 */
export interface SafeHtml {
  toString(): string;
  /** Returns the markup as a string, so that a SafeHtml in a REST response or a cache is plain text. */
  toJSON(): string;
}

class Markup implements SafeHtml {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  toString(): string {
    return this.#html;
  }

  toJSON(): string {
    return this.#html;
  }

  /** Data parsed from a request cannot forge a private name. */
  static owns(value: unknown): value is SafeHtml {
    return typeof value === 'object' && value !== null && #html in value;
  }
}

/**
 * Marks `html` as safe: the caller built it from escaped parts or sanitized it.
 * @example
 * const item = safeHtml(`<li>${escapeHtml(recipe.title)}</li>`);
 */
export function safeHtml(html: string): SafeHtml {
  return new Markup(html);
}

/** Whether `value` was created by {@link safeHtml}; false for strings and look-alike objects. */
export function isSafeHtml(value: unknown): value is SafeHtml {
  return Markup.owns(value);
}

/**
 * Escapes `&`, `<`, `>`, `"` and `'` for HTML; null and undefined become an empty string.
 * @example
 * const item = `<li>${escapeHtml(recipe.title)}</li>`;
 */
export function escapeHtml(value: unknown): string {
  if (value === null || value === undefined) return '';
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Serializes JSON for `<script type="application/ld+json">`. Strings cannot close the element or open a comment. */
export function safeJson(value: unknown): SafeHtml {
  return safeHtml(JSON.stringify(value).replace(/</g, '\\u003c'));
}
