import { readFileSync } from 'node:fs';
import { utc } from 'mortise/database';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dishes } from './fixtures/dish-list.js';
import { documents, samplesOf } from './markdown-files.js';

describe('the guide to lists', () => {
  let host: TestHost;
  let editor: { readonly id: number; readonly login: string; readonly password: string };
  beforeAll(async () => {
    host = await createTestHost({ plugins: [dishes()] });
    editor = await host.createUser('editor');
    await host.db.insertMany('acme_dishes', [
      { title: 'Soup', status: 'draft', minutes: 20, note: 'Too salty.', created_at: utc.encode(new Date(0)) },
      { title: 'Bread', status: 'published', minutes: 90, note: '', created_at: utc.encode(new Date()) },
    ]);
  });
  afterAll(() => host.close());

  it('has the tested example', () => {
    const [sample] = documents().flatMap((document) =>
      document.file.endsWith('/lists.md') ? samplesOf(document) : [],
    );
    expect(sample?.code).toBe(readFileSync(new URL('fixtures/dish-list.ts', import.meta.url), 'utf8'));
  });

  it('shows how to list, filter and hide values over REST', async () => {
    const list = async (query: string, as?: number) =>
      (await host.request('GET', `/acme/v1/dishes${query}`, as === undefined ? {} : { as })).data;
    expect(await list('')).toMatchObject([{ title: 'Bread' }, { title: 'Soup', note: '' }]);
    expect(await list('?quick=true', editor.id)).toMatchObject([{ title: 'Soup', note: 'Too salty.' }]);
    expect(await list('?from=2026-01-01&search=rea')).toMatchObject([{ title: 'Bread' }]);
    expect(await list('?page=2')).toMatchObject({ code: 'rest_post_invalid_page_number' });
  });

  it('shows how to print and to manage the list', async () => {
    expect((await host.command('dishes', 'list', '--status=draft', '--field=title')).stdout).toBe('Soup\n');
    const page = await (await host.visit('/admin/dishes?search=soup', { as: editor })).text();
    expect(page).toContain('Too salty.');
    expect(page).not.toContain('>Bread<');
    expect(await (await host.visit('/admin/dishes/export.csv?status=published', { as: editor })).text()).toContain(
      '"Bread","published",90',
    );
  });
});
