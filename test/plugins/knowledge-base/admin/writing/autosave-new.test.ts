import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const NEW = '/admin/kb/articles/write';

describe('autosave of a new article', () => {
  let host: TestHost;
  let editor: { id: number };
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
  });
  beforeEach(async () => {
    editor = await host.createUser('editor');
  });
  afterAll(() => host.close());

  const send = (fields: Record<string, string>) =>
    host.submit(NEW, 'write', { title: '', content: '', locale: 'en', ...fields }, { as: editor });
  const keep = async (fields: Record<string, string>) => {
    const answer = await send({ step: 'keep-new', ...fields });
    const body = (await answer.json()) as { autosave?: { date: string }; message?: string };
    return { status: answer.status, date: body.autosave?.date ?? '', message: body.message ?? '' };
  };
  const formHtml = async (query = '', as = editor) => (await host.visit(NEW + query, { as })).text();
  const OFFER = 'Unsaved draft from';

  it('is offered only to its author and creates no article', async () => {
    const counted = async () =>
      (await host.request('GET', '/vendor-kb/v1/articles?status=draft', { as: editor.id })).headers;
    const before = (await counted())['X-CMS-Total'];
    expect(await formHtml()).not.toContain(OFFER);
    const first = await keep({ title: 'Grebes', content: 'They dive.', tags: 'divers, night', excerpt: 'Short' });
    expect(first.status).toBe(200);
    expect(await formHtml()).toContain(OFFER);
    expect(await formHtml('', await host.createUser('editor'))).not.toContain(OFFER);
    expect((await counted())['X-CMS-Total']).toBe(before);
    const restored = await formHtml('?autosave=restore');
    expect(restored).toContain('They dive.</textarea>');
    expect(restored).toContain('value="Grebes"');
    expect(restored).toContain('value="divers, night"');
    expect(restored).toContain(`name="autosaved_at" value="${first.date}"`);
    expect(restored).not.toContain(OFFER);
  });

  it('is deleted by its first save, but not by one from another window', async () => {
    const { date } = await keep({ title: 'Grebes', content: 'They dive.' });
    expect((await send({ title: 'Other', content: 'x', step: 'save', autosaved_at: '' })).status).toBe(303);
    expect(await formHtml()).toContain(OFFER);
    expect((await send({ title: '', content: 'x', step: 'save', autosaved_at: date })).status).toBe(422);
    expect(await formHtml()).toContain(OFFER);
    expect((await send({ title: 'Grebes', content: 'They dive.', step: 'save', autosaved_at: date })).status).toBe(303);
    expect(await formHtml()).not.toContain(OFFER);
  });

  it('replaces only the autosave that its window has seen', async () => {
    const first = await keep({ title: 'One', content: '1' });
    const other = await keep({ title: 'Other', content: '2' });
    expect([other.status, other.message]).toEqual([409, expect.stringContaining('You have another unsaved draft')]);
    expect((await keep({ title: 'One more', content: '1', autosaved_at: first.date })).status).toBe(200);
    expect(await formHtml('?autosave=restore')).toContain('value="One more"');
  });

  it('is discarded without losing newly typed text', async () => {
    await keep({ title: 'Grebes', content: 'They dive.' });
    const answer = await send({ step: 'drop', content: 'Something else.' });
    expect(await answer.text()).toContain('Something else.</textarea>');
    expect(await formHtml()).not.toContain(OFFER);
    await keep({ title: 'Grebes', content: 'They dive.' });
    expect((await send({ step: 'drop' })).status).toBe(303);
    expect(await formHtml()).not.toContain(OFFER);
  });

  it('is not offered when empty, and is deleted with the user', async () => {
    await keep({});
    expect(await formHtml()).not.toContain(OFFER);
    const { autosaves } = host.plugin('knowledge-base');
    expect(await autosaves.ofUser(editor.id)).toHaveLength(1);
    await host.users.delete(editor.id);
    expect(await autosaves.ofUser(editor.id)).toEqual([]);
  });

  it('requires the permission to write', async () => {
    const reader = await host.createUser('subscriber');
    const answer = await host.submit(NEW, 'write', { step: 'keep-new', title: 'x', content: 'x' }, { as: reader });
    expect(answer.status).toBe(403);
  });
});
