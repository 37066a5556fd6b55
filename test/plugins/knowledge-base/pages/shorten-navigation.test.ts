import { createStrings } from 'mortise/text';
import { describe, expect, it } from 'vitest';
import { kbCatalogues } from '../../../../src/plugins/knowledge-base/catalogues.js';
import type { NavNode } from '../../../../src/plugins/knowledge-base/content/views/template-data.js';
import { shortenNavigation } from '../../../../src/plugins/knowledge-base/surfaces/pages/shorten-navigation.js';

const strings = createStrings('en', kbCatalogues);
const shortened = (tree: NavNode[]): NavNode[] => shortenNavigation(tree, strings, '/kb');

function article(title: string, current = false): NavNode {
  return { kind: 'article', title, link: `/kb/${title}`, current, open: current, children: [] };
}

function category(title: string, children: NavNode[], current = false): NavNode {
  const open = current || children.some((child) => child.open);
  return { kind: 'category', title, link: `/kb/${title}`, current, open, children };
}

function articles(count: number, present?: number): NavNode[] {
  return Array.from({ length: count }, (_, index) => article(String(index + 1), index + 1 === present));
}

function titlesIn(nodes: readonly NavNode[] | undefined): string[] {
  return nodes?.map(({ title }) => title) ?? [];
}

describe('navigation tree', () => {
  it('keeps every article of a category of ordinary size', () => {
    const [guide] = shortened([category('guide', articles(30, 3))]);
    expect(guide?.children).toHaveLength(30);
  });

  it('shows the neighbors of the current article in a long category, and a link to all', () => {
    const [guide] = shortened([category('guide', articles(80, 40))]);
    expect(titlesIn(guide?.children)).toEqual([
      ...Array.from({ length: 17 }, (_, index) => String(32 + index)),
      'All 80 articles',
    ]);
    expect(guide?.children.at(-1)?.link).toBe('/kb/guide');
  });

  it.each([
    [1, '1', '17'],
    [9, '1', '17'],
    [72, '64', '80'],
    [80, '64', '80'],
  ])('shows the same number at the ends of a long category: article %i', (present, first, last) => {
    const [guide] = shortened([category('guide', articles(80, present))]);
    const titles = titlesIn(guide?.children);
    expect([titles[0], titles.at(-2), titles.length]).toEqual([first, last, 18]);
  });

  it('omits the link to all on the category page itself', () => {
    const [guide] = shortened([category('guide', articles(80), true)]);
    expect(titlesIn(guide?.children)).toEqual(Array.from({ length: 17 }, (_, index) => String(index + 1)));
  });

  it('keeps subcategories in their place among the articles', () => {
    const [guide] = shortened([category('guide', [...articles(40), category('below', articles(40))])]);
    expect(titlesIn(guide?.children.slice(-2))).toEqual(['All 40 articles', 'below']);
    expect(guide?.children.at(-1)?.children).toHaveLength(18);
  });

  it('collapses closed categories when the whole tree would be large', () => {
    const tree = Array.from({ length: 60 }, (_, index) =>
      category(`category ${index}`, articles(20, index === 7 ? 5 : undefined)),
    );
    const short = shortened(tree);
    expect(titlesIn(short)).toEqual(titlesIn(tree));
    expect(short.filter(({ children }) => children.length > 0).map(({ title }) => title)).toEqual(['category 7']);
    expect(short[7]?.children).toHaveLength(20);
  });

  it('shows the categories around the open one of very many, and a link to all', () => {
    const open = category('category 700', articles(3, 2));
    const tree = Array.from({ length: 10_000 }, (_, index) =>
      index === 699 ? open : category(`category ${index + 1}`, articles(2)),
    );
    const short = shortened(tree);
    expect(titlesIn(short)).toEqual([
      ...Array.from({ length: 31 }, (_, index) => `category ${685 + index}`),
      'All 10,000 categories',
    ]);
    expect(short.at(-1)?.link).toBe('/kb');
    expect(short.filter(({ children }) => children.length > 0).map(({ title }) => title)).toEqual(['category 700']);
  });
});
