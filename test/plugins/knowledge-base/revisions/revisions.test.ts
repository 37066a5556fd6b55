import fc from 'fast-check';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreRevision } from '../../../../src/plugins/knowledge-base/domain/revisions/restore.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';

describe.each(dialects)('article versions on $name', (dialect) => {
  let host: TestHost;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await migratedDatabase(dialect, [knowledgeBase()]);
    drop = database.drop;
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()] });
  });
  afterAll(async () => {
    await host?.close();
    await drop?.();
  });

  const actor = { user: null, source: 'cli' } as const;
  const kb = () => host.plugin('knowledge-base');
  const versionsOf = async (id: number) => {
    const { revisions } = await kb().revisions.list(id, { limit: 100, offset: 0 });
    return revisions.map(({ version }) => version);
  };

  it('are created for each save, except for saves that change nothing', async () => {
    const { articles, revisions } = kb();
    const { id } = await articles.create({ title: 'One', content: 'first', tags: ['a'] }, actor);
    await articles.update(id, { content: 'second', tags: ['b'] }, actor);
    await articles.update(id, { content: 'second' }, actor);
    await articles.update(id, { status: 'publish' }, { user: null, source: 'import' });
    expect(await versionsOf(id)).toEqual([3, 2, 1]);
    expect(await revisions.get(id, 1)).toMatchObject({ content: 'first', kind: 'save', fields: { tags: ['a'] } });
    expect(await revisions.get(id, 2)).toMatchObject({ content: 'second', fields: { tags: ['b'], status: 'draft' } });
    expect(await revisions.get(id, 3)).toMatchObject({ kind: 'import', fields: { status: 'publish' } });
    expect(await revisions.get(id, 4)).toBeNull();
  });

  it('are complete and correct under concurrent saves', async () => {
    const { articles, revisions } = kb();
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 6 }), async (texts) => {
        const { id } = await articles.create({ title: 'Many', content: 'begin' }, actor);
        const saved = await Promise.all(texts.map((text) => articles.update(id, { content: `x${text}` }, actor)));
        for (const { version, content } of saved) {
          expect((await revisions.get(id, version))?.content).toBe(content);
        }
        expect(await versionsOf(id)).toEqual(Array.from({ length: texts.length + 1 }, (_, n) => texts.length + 1 - n));
      }),
      { numRuns: 5 },
    );
  });

  it('store search aliases and restore them', async () => {
    const { articles, revisions } = kb();
    const { id } = await articles.create({ title: 'Network', searchAliases: ['wlan'] }, actor);
    await articles.update(id, { searchAliases: ['wifi'] }, actor);
    expect(await revisions.get(id, 1)).toMatchObject({ fields: { searchAliases: ['wlan'] } });
    await restoreRevision(kb(), { articleId: id, version: 1 }, actor);
    expect(await articles.get(id)).toMatchObject({ version: 3, searchAliases: ['wlan'] });
  });

  it('are pruned from the oldest down to the site limit', async () => {
    const { articles, revisions } = kb();
    const { id } = await articles.create({ title: 'Long' }, actor);
    const short = await articles.create({ title: 'Short' }, actor);
    for (const content of ['1', '2', '3']) await articles.update(id, { content }, actor);
    await revisions.prune(0);
    expect(await versionsOf(id)).toEqual([4, 3, 2, 1]);
    await revisions.prune(2);
    expect([await versionsOf(id), await versionsOf(short.id)]).toEqual([[4, 3], [1]]);
  });

  it('are deleted with the article', async () => {
    const { articles } = kb();
    const { id } = await articles.create({ title: 'Gone' }, actor);
    await articles.delete(id);
    expect(await versionsOf(id)).toEqual([]);
  });

  it('record their author, and editing an article of another user adds a contributor', async () => {
    const { articles, revisions } = kb();
    const author = await host.createUser('author');
    const editor = await host.createUser('editor');
    const { id } = await articles.create({ title: 'Ours' }, { user: author, source: 'rest' });
    await articles.update(id, { content: 'mine' }, { user: author, source: 'rest' });
    await articles.update(id, { content: 'theirs' }, { user: editor, source: 'rest' });
    await articles.update(id, { content: 'again' }, { user: editor, source: 'rest' });
    expect(await articles.get(id)).toMatchObject({ authorId: author.id, contributors: [editor.id] });
    const { revisions: list } = await revisions.list(id, { limit: 10, offset: 0 });
    expect(list.map(({ authorId }) => authorId)).toEqual([editor.id, editor.id, author.id, author.id]);
  });
});
