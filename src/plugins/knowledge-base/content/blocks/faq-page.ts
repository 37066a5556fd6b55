import { plainText } from '../../../../blocks.js';

/** Sanitized HTML escapes every `<` and `>` in text and attributes. */
const DETAILS = /<(\/?)details\b([^<>]*)>/g;
const MARK = /\bhas-faq-schema\b/;

interface Question {
  readonly name: string;
  readonly text: string;
}

/**
 * Builds FAQ structured data from all accordions of a page, in display order.
 * @param html the displayed, sanitized HTML
 * @returns null if there are no questions
 * @see https://schema.org/FAQPage
 */
export function faqPage(html: string): Record<string, unknown> | null {
  const questions = questionsOf(html).filter(({ name, text }) => name !== '' && text !== '');
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

/** Finds the questions in a single pass, including unclosed ones. */
function questionsOf(html: string): Question[] {
  const open: { readonly from: number; readonly nth: number | null }[] = [];
  const found: (Question | null)[] = [];
  for (const { 0: tag, 1: slash, 2: attributes = '', index } of html.matchAll(DETAILS)) {
    if (slash === '') {
      const isMarked = MARK.test(attributes);
      open.push({ from: index + tag.length, nth: isMarked ? found.push(null) - 1 : null });
      continue;
    }
    const { from = 0, nth = null } = open.pop() ?? {};
    if (nth !== null) found[nth] = questionIn(html.slice(from, index));
  }
  return found.filter((question) => question !== null);
}

/** Reads one question. @param inside content of its `details` */
function questionIn(inside: string): Question {
  const summaryEnd = inside.indexOf('</summary>');
  const name = summaryEnd === -1 ? '' : plainText(inside.slice(0, summaryEnd)).replace(/\s+/g, ' ');
  return { name, text: plainText(inside.slice(Math.max(summaryEnd, 0))) };
}
