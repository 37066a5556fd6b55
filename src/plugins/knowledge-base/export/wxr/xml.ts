/** What no XML 1.0 document can hold, however it is written: most control characters and halves of pairs. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** As a parser will read it: without what cannot be said, and with one kind of line end. */
export function asRead(text: string): string {
  return text.replace(IMPOSSIBLE, '').replace(/\r\n?/g, '\n');
}

/** Text between tags, or in an attribute. */
export function xmlText(text: string): string {
  return asRead(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Text as WordPress writes it. The one sequence that would end the section is cut in two. */
export function cdata(text: string): string {
  return `<![CDATA[${asRead(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** An element that holds text alone. */
export function element(name: string, text: string | number): string {
  return `<${name}>${typeof text === 'number' ? text : cdata(text)}</${name}>`;
}

/** JSON that survives XML: what a document cannot hold is escaped. */
export function xmlJson(value: unknown): string {
  return JSON.stringify(value).replace(
    IMPOSSIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
