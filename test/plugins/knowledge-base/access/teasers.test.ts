import type { OwnedHooks } from 'mortise/hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EffectiveAccess } from '../../../../src/plugins/knowledge-base/domain/access/effective.js';
import { createTeasers } from '../../../../src/plugins/knowledge-base/domain/access/teasers.js';
import type { Article } from '../../../../src/plugins/knowledge-base/domain/articles/article.js';
import type { RenderedContent } from '../../../../src/plugins/knowledge-base/domain/rendering/rendering.js';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { SQLITE } from '../../../support/databases.js';

const MEMBERS = { access_rule: { mode: 'logged_in', teaser: 'excerpt' } };

describe('excerpt teaser', () => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(SQLITE);
  });
  afterAll(() => kb?.close());

  async function teaserOf(input: object): Promise<string> {
    const id = await kb.article({ ...MEMBERS, ...input });
    const { data } = await kb.call('anonymous', 'GET', `/articles/${id}`);
    return JSON.stringify((data as { content: object; excerpt: object }).content);
  }

  it('is limited to half of a short text', async () => {
    const teaserText = await teaserOf({ content: 'The code of the door is four seven eleven and secret.' });
    expect(teaserText).toContain('The code of the door');
    expect(teaserText).not.toContain('secret');
  });

  it('ends before the second section', async () => {
    const filling = 'Many words that nobody has to pay for. '.repeat(20);
    const teaserText = await teaserOf({ content: `Opening.\n\n## Members only\n\nTreasure.\n\n${filling}` });
    expect(teaserText).toContain('Opening.');
    expect(teaserText).not.toMatch(/Treasure|Members only/);
  });

  it('is the unchanged excerpt of the article if it has one', async () => {
    const teaserText = await teaserOf({ content: 'Short text.', excerpt: 'All that is told of it.' });
    expect(teaserText).toContain('All that is told of it.');
  });
});

describe('teaser of a rendered text', () => {
  const rendered = (html: string): RenderedContent => ({ html, toc: [], text: html, wordCount: 100, dynamic: null });
  const article = { excerpt: '' } as Article;
  const access = { allowed: false, listed: true, teaser: 'words', teaserWords: 2 } as EffectiveAccess;
  const hooks = { applyFiltersAsync: async (_name: string, value: unknown) => value } as unknown as OwnedHooks;

  it('is cut once per word count, and again after the text was rendered again', async () => {
    let text = rendered('<p>one two three</p>');
    const teasers = createTeasers({ content: { load: async () => undefined, of: async () => text }, hooks });
    const first = await teasers(article, access);
    expect(String(first)).toBe('<p>one two…</p>');
    expect(await teasers(article, access)).toBe(first);
    expect(String(await teasers(article, access, { words: 1 }))).toBe('<p>one…</p>');
    text = rendered('<p>four five six</p>');
    expect(String(await teasers(article, access))).toBe('<p>four five…</p>');
  });
});
