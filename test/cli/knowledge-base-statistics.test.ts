import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';

const today = new Date().toISOString().slice(0, 10);

describe('mortise kb stats', () => {
  let folder: string;
  const run = (...parameters: string[]) =>
    mortise(['kb', 'stats', ...parameters], {
      cwd: folder,
      env: {
        MORTISE_DATABASE_URL: `sqlite:${folder}/site.db`,
        MORTISE_SECRET: 'a secret for tests, long enough to be accepted',
      },
    });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-stats-'));
    const host = await createTestHost({ database: `sqlite:${folder}/site.db`, plugins: [knowledgeBase()] });
    const kb = host.plugin('knowledge-base');
    const actor = { user: null, source: 'cli' as const };
    const category = await kb.categories.create({ name: 'Guides' });
    const input = { title: 'Printer', status: 'publish' as const, categoryIds: [category.id] };
    const { id } = await kb.articles.create(input, actor);
    for (const number of [1, 2, 3]) {
      const headers = { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.${number}` };
      await host.request('GET', `/vendor-kb/v1/articles/${id}`, { headers });
      await host.request('GET', '/vendor-kb/v1/search?q=zebra', { headers });
    }
    await host.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('overview prints totals and days as a table, and values in machine formats', async () => {
    const { code, stdout, stderr } = await run('overview', '--period=7d');
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('by day, in UTC') });
    expect(stdout).toMatch(/^figure +value +previous +change/);
    expect(stdout).toMatch(/^visitors +3 +0 +-$/m);
    expect(stdout).toMatch(new RegExp(`^${today} +3 +3 +3 +3$`, 'm'));
    expect(JSON.parse((await run('overview', '--format=json')).stdout)).toMatchObject({
      totals: { views: 3, zero_result_rate: 1 },
      series: expect.any(Array),
    });
    expect((await run('overview', '--format=csv', '--period=today')).stdout).toBe(
      `"date","views","visitors","searches","zero_results"\n"${today}",3,3,3,3\n`,
    );
    expect((await run('overview', '--field=period', '--period=today')).stdout).toContain(`"to":"${today}"`);
  });

  it('articles, search and categories print their rows', async () => {
    expect((await run('articles')).stdout).toMatch(/^1 +Printer +3 +3 +0$/m);
    expect((await run('search')).stdout).toMatch(/^zebra +3 +0 +0 +0 +\d{4}-/m);
    expect((await run('search', '--failed')).stdout).toMatch(/^zebra +3 +\d{4}-/m);
    expect((await run('categories')).stdout).toMatch(/^id +name +articles +views +visitors +avg_rating +zero_result/);
    expect((await run('categories', '--format=json')).stdout).toContain('"views": 3');
    expect((await run('articles', '--format=ids')).stdout).toBe('1\n');
  });

  it('draws no charts into a pipe', async () => {
    for (const report of ['overview', 'articles', 'search', 'categories']) {
      expect((await run(report)).stdout).not.toMatch(/[█▏▎▍▌▋▊▉]/);
    }
  });

  it('rebuild recounts days', async () => {
    expect(JSON.parse((await run('rebuild', '--format=json')).stdout)).toMatchObject([
      { events: 0 },
      { day: today, events: 6 },
    ]);
    expect((await run('articles', '--field=views')).stdout).toBe('3\n');
  });

  it('rejects invalid options with exit code 2', async () => {
    for (const wrong of [
      ['overview', '--period=fortnight'],
      ['overview', '--from=2026-02-30'],
      ['overview', '--tz=Mars/Olympus'],
      ['articles', '--limit=0'],
      ['rebuild', '--from=yesterday'],
      ['rebuild', '--from=2020-01-01'],
    ]) {
      expect(await run(...wrong)).toMatchObject({ code: 2, stdout: '' });
    }
  });
});
