import { describe, expect, it } from 'vitest';
import { type Articles, createArticles, type StoredArticle } from '../../../src/blocks/editor/saving/articles.js';
import { ClientError } from '../../../src/client/client-error.js';
import type { Client } from '../../../src/client.js';

const STORED: StoredArticle = {
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
  let stored: { title: string; content: string; date: string } | null = null;
  let count = 0;
  let losesAnswer = false;
  const client = {
    get: async () => ({ autosave: stored && { ...stored, fields: {}, format: 'blocks' } }),
    put: async (_path: string, { body }: { body: { title: string; content: string; replaces: string | null } }) => {
      const { title, content, replaces } = body;
      if (stored && stored.date !== replaces) throw new ClientError('vendor_kb_autosave_elsewhere', 'No.', ELSEWHERE);
      count += 1;
      stored = { title, content, date: new Date(count * 1000).toISOString() };
      if (losesAnswer) throw new ClientError('network_error', 'Gone.', { status: 0, data: {} });
      return { autosave: stored };
    },
  };
  return {
    window: (): Articles => createArticles(client as unknown as Client, { collection: '/articles' }),
    kept: () => stored?.content ?? null,
    drop: () => {
      stored = null;
    },
    loseAnswers: (loses: boolean) => {
      losesAnswer = loses;
    },
  };
}

const draft = (content: string) => ({ title: 'Reeds', content, fields: {} });

describe('autosaves of two windows', () => {
  it('never overwrite each other', async () => {
    const { window, kept: stored, drop } = server();
    const [one, other] = [window(), window()];
    await one.keep(draft('one'), STORED);
    await expect(other.keep(draft('other'), STORED)).rejects.toMatchObject({ code: 'vendor_kb_autosave_elsewhere' });
    await one.keep(draft('one, longer'), STORED);
    expect(stored()).toBe('one, longer');
    // The first window has saved the article.
    drop();
    await other.keep(draft('other'), STORED);
    expect(stored()).toBe('other');
  });

  it('replace the copy that existed when the window opened', async () => {
    const { window, kept: stored } = server();
    await window().keep(draft('before'), STORED);
    const next = window();
    await next.autosaveOf(STORED.id);
    await next.keep(draft('after'), STORED);
    expect(stored()).toBe('after');
  });

  it('are recognized by their own window after a lost answer', async () => {
    const { window, kept: stored, loseAnswers } = server();
    const one = window();
    loseAnswers(true);
    await expect(one.keep(draft('arrived'), STORED)).rejects.toMatchObject({ code: 'network_error' });
    loseAnswers(false);
    await one.keep(draft('next'), STORED);
    expect(stored()).toBe('next');
  });
});
