/**
 * HTML that may be put into a page as it stands. Only {@link safeHtml} makes one, so the places that vouch for
 * markup can be found by searching for that name; everything else a template prints is escaped.
 */
export interface SafeHtml {
  toString(): string;
  /** The markup as a string, so that a SafeHtml in a REST answer or a cache is plain text. */
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

  /** A private name cannot be forged by data that was parsed from a request. */
  static owns(value: unknown): value is SafeHtml {
    return typeof value === 'object' && value !== null && #html in value;
  }
}

/** Vouches for `html`: the caller built it from escaped parts or sanitised it. */
export function safeHtml(html: string): SafeHtml {
  return new Markup(html);
}

/** Whether `value` came from {@link safeHtml}; strings and look-alike objects did not. */
export function isSafeHtml(value: unknown): value is SafeHtml {
  return Markup.owns(value);
}

/** Text as HTML: the five characters with a meaning in markup become references; null and undefined become nothing. */
export function escapeHtml(value: unknown): string {
  if (value === null || value === undefined) return '';
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON for a `<script type="application/ld+json">`: no string in it can close the element or open a comment. */
export function safeJson(value: unknown): SafeHtml {
  return safeHtml(JSON.stringify(value).replace(/</g, '\\u003c'));
}
