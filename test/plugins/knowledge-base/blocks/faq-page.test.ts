import { describe, expect, it } from 'vitest';
import { faqPage } from '../../../../src/plugins/knowledge-base/blocks/faq-page.js';

const question = (words: string, answer: string, mark = ' class="has-faq-schema"'): string =>
  `<details${mark}><summary>${words}</summary><div>${answer}</div></details>`;
const namesIn = (html: string): unknown =>
  (faqPage(html)?.mainEntity as { name: string; acceptedAnswer: { text: string } }[] | undefined)?.map(
    ({ name, acceptedAnswer }) => [name, acceptedAnswer.text],
  );

describe('what search engines are told of questions', () => {
  it('is in the order of the page, those inside of others after them', () => {
    const html = question('A', `one ${question('B', 'two')} ${question('no', 'x', '')}`) + question('C', 'three');
    expect(namesIn(html)).toEqual([
      ['A', 'one\nB\ntwo\nno\nx'],
      ['B', 'two'],
      ['C', 'three'],
    ]);
  });

  it('is nothing where there is no question, however often one is begun', () => {
    expect(faqPage(question('A', 'one', ''))).toBeNull();
    expect(faqPage('<details class="has-faq-schema">x</details>'.repeat(20_000))).toBeNull();
    expect(faqPage('<details class="has-faq-schema"><summary>x</summary>'.repeat(20_000))).toBeNull();
    expect(faqPage('</details>'.repeat(20_000))).toBeNull();
  });
});
