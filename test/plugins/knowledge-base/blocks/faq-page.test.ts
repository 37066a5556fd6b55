import { describe, expect, it } from 'vitest';
import { faqPage } from '../../../../src/plugins/knowledge-base/content/blocks/faq-page.js';

const question = (words: string, answer: string, mark = ' class="has-faq-schema"'): string =>
  `<details${mark}><summary>${words}</summary><div>${answer}</div></details>`;
const namesIn = (html: string): unknown =>
  (faqPage(html)?.mainEntity as { name: string; acceptedAnswer: { text: string } }[] | undefined)?.map(
    ({ name, acceptedAnswer }) => [name, acceptedAnswer.text],
  );

describe('FAQ data for search engines', () => {
  it('follows the order of the page, with nested questions after the outer one', () => {
    const html = question('A', `one ${question('B', 'two')} ${question('no', 'x', '')}`) + question('C', 'three');
    expect(namesIn(html)).toEqual([
      ['A', 'one\nB\ntwo\nno\nx'],
      ['B', 'two'],
      ['C', 'three'],
    ]);
  });

  it('is null without a complete question, even for thousands of incomplete ones', () => {
    expect(faqPage(question('A', 'one', ''))).toBeNull();
    expect(faqPage('<details class="has-faq-schema">x</details>'.repeat(20_000))).toBeNull();
    expect(faqPage('<details class="has-faq-schema"><summary>x</summary>'.repeat(20_000))).toBeNull();
    expect(faqPage('</details>'.repeat(20_000))).toBeNull();
  });
});
