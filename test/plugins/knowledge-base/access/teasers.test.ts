import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { SQLITE } from '../../../support/databases.js';

const MEMBERS = { access_rule: { mode: 'logged_in', teaser: 'excerpt' } };

describe('the excerpt as a teaser', () => {
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

  it('is no more than half of a text that is short', async () => {
    const told = await teaserOf({ content: 'The code of the door is four seven eleven and secret.' });
    expect(told).toContain('The code of the door');
    expect(told).not.toContain('secret');
  });

  it('ends before the second section', async () => {
    const filling = 'Many words that nobody has to pay for. '.repeat(20);
    const told = await teaserOf({ content: `Opening.\n\n## Members only\n\nTreasure.\n\n${filling}` });
    expect(told).toContain('Opening.');
    expect(told).not.toMatch(/Treasure|Members only/);
  });

  it('is what somebody wrote for it, as it is', async () => {
    const told = await teaserOf({ content: 'Short text.', excerpt: 'All that is told of it.' });
    expect(told).toContain('All that is told of it.');
  });
});
