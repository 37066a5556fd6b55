import { plainText } from '../../../blocks.js';
import type { JsonLd } from '../hooks/page-hooks.js';

/** Tags of sanitised HTML, in which every `<` and `>` of a text or an attribute is escaped. */
const TAG = /<(\/?)([a-z][a-z0-9]*)([^>]*)>/g;

interface Question {
  readonly name: string;
  readonly text: string;
}

/**
 * The questions of all accordions of a page for search engines, in the order in which readers see them.
 * @param html what is shown, sanitised
 * @returns null where there are none
 * @see https://schema.org/FAQPage
 */
export function faqPage(html: string): JsonLd | null {
  const questions = [...html.matchAll(/<details\b[^>]*\bhas-faq-schema\b[^>]*>/g)]
    .map(({ 0: tag, index }) => questionIn(html, index + tag.length))
    .filter(({ name, text }) => name !== '' && text !== '');
  if (questions.length === 0) return null;
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ name, text }) => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  };
}

/** @param from where the inside of its `details` begins */
function questionIn(html: string, from: number): Question {
  const summaryEnd = html.indexOf('</summary>', from);
  const name = summaryEnd === -1 ? '' : plainText(html.slice(from, summaryEnd)).replace(/\s+/g, ' ');
  return { name, text: plainText(html.slice(Math.max(summaryEnd, from), endOfDetails(html, from))) };
}

function endOfDetails(html: string, from: number): number {
  const tags = new RegExp(TAG);
  tags.lastIndex = from;
  let depth = 1;
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    if (match[2] === 'details') depth += match[1] === '/' ? -1 : 1;
    if (depth === 0) return match.index;
  }
  return html.length;
}
