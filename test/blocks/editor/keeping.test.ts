import { describe, expect, it } from 'vitest';
import { type Articles, createArticles, type StoredArticle } from '../../../src/blocks/editor/saving/articles.js';
import { ClientError } from '../../../src/client/client-error.js';
import type { Client } from '../../../src/client.js';

const KNOWN: StoredArticle = {
  id: 7,
  title: '',
  content: '',
  format: 'blocks',
  etag: '',
  link: '',
  body: { version: 1 },
};
const ELSEWHERE = { status: 409, data: {} };

/** Autosave on the server, with answers that can get lost. */
function server() {
  let kept: { title: string; content: string; date: string } | null = null;
  let count = 0;
  let losesAnswer = false;
  const client = {
    get: async () => ({ autosave: kept && { ...kept, fields: {}, format: 'blocks' } }),
    put: async (_path: string, { body }: { body: { title: string; content: string; replaces: string | null } }) => {
      const { title, content, replaces } = body;
      if (kept && kept.date !== replaces) throw new ClientError('vendor_kb_autosave_elsewhere', 'No.', ELSEWHERE);
      count += 1;
      kept = { title, content, date: new Date(count * 1000).toISOString() };
      if (losesAnswer) throw new ClientError('network_error', 'Gone.', { status: 0, data: {} });
      return { autosave: kept };
    },
  };
  return {
    window: (): Articles => createArticles(client as unknown as Client, { collection: '/articles' }),
    kept: () => kept?.content ?? null,
    drop: () => {
      kept = null;
    },
    loseAnswers: (loses: boolean) => {
      losesAnswer = loses;
    },
  };
}

const draft = (content: string) => ({ title: 'Reeds', content, fields: {} });

describe('autosaves of two windows', () => {
  it('never overwrite each other', async () => {
    const { window, kept, drop } = server();
    const [one, other] = [window(), window()];
    await one.keep(draft('one'), KNOWN);
    await expect(other.keep(draft('other'), KNOWN)).rejects.toMatchObject({ code: 'vendor_kb_autosave_elsewhere' });
    await one.keep(draft('one, longer'), KNOWN);
    expect(kept()).toBe('one, longer');
    // The first window has saved the article.
    drop();
    await other.keep(draft('other'), KNOWN);
    expect(kept()).toBe('other');
  });

  it('replace the copy that existed when the window opened', async () => {
    const { window, kept } = server();
    await window().keep(draft('before'), KNOWN);
    const next = window();
    await next.kept(KNOWN.id);
    await next.keep(draft('after'), KNOWN);
    expect(kept()).toBe('after');
  });

  it('are recognized by their own window after a lost answer', async () => {
    const { window, kept, loseAnswers } = server();
    const one = window();
    loseAnswers(true);
    await expect(one.keep(draft('arrived'), KNOWN)).rejects.toMatchObject({ code: 'network_error' });
    loseAnswers(false);
    await one.keep(draft('next'), KNOWN);
    expect(kept()).toBe('next');
  });
});
