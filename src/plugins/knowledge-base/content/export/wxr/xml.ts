import { escapeHtml } from '../../../../../pages.js';

/** Characters that XML 1.0 cannot represent at all: most control characters and lone surrogates. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Normalizes a text to what an XML parser will return: no invalid characters, one kind of line ending. */
export function asRead(text: string): string {
  return text.replace(IMPOSSIBLE, '').replace(/\r\n?/g, '\n');
}

/** Escapes text for an element or an attribute. */
export function xmlText(text: string): string {
  return escapeHtml(asRead(text));
}

/** Wraps text in a CDATA section, as WordPress does. The terminator `]]>` is split across two sections. */
export function cdata(text: string): string {
  return `<![CDATA[${asRead(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** Creates an element that contains only text. */
export function element(name: string, text: string | number): string {
  return `<${name}>${typeof text === 'number' ? text : cdata(text)}</${name}>`;
}

/** Serializes JSON for XML: characters that XML cannot represent are escaped. */
export function xmlJson(value: unknown): string {
  return JSON.stringify(value).replace(
    IMPOSSIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
