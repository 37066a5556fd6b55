import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const STATISTICS = '/admin/kb/statistics';
const BROWSER = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0';

describe('statistics page', () => {
  let host: TestHost;
  let editor: User;
  let guide: number;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    editor = await host.createUser('editor');
    const as = await host.createUser('administrator');
    const make = async (path: string, body: object): Promise<number> => {
      const { data } = await host.request('POST', `/vendor-kb/v1${path}`, { as, body });
      return (data as { id: number }).id;
    };
    guide = await make('/categories', { name: 'Guide' });
    const articles = [
      await make('/articles', { title: 'Herons', content: 'x', status: 'publish', categories: [guide] }),
      await make('/articles', { title: 'Egrets', content: 'x', status: 'publish' }),
      await make('/articles', {
        title: 'Secret birds',
        content: 'x',
        status: 'publish',
        access_rule: { mode: 'nobody' },
      }),
    ];
    const { statistics } = host.plugin('knowledge-base');
    for (const [index, articleId] of articles.entries()) {
      for (let visitor = 0; visitor <= index + 1; visitor += 1) {
        statistics.record(
          { kind: 'view', articleId, locale: 'en' },
          { headers: { 'user-agent': BROWSER }, remoteAddress: `10.0.${visitor}.1`, user: null },
        );
      }
    }
    await statistics.flush();
  });
  afterAll(() => host.close());

  async function seen(query = '', as = editor): Promise<string> {
    const answer = await host.visit(STATISTICS + query, { as });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  it('requires the permission to see statistics', async () => {
    expect((await host.visit(STATISTICS, { as: await host.createUser('author') })).status).toBe(403);
  });

  it('shows figures, charts and articles, also without a comparison', async () => {
    const html = await seen();
    expect(html).toMatch(/Views<\/h2>\s*<p class="m-value">9<\/p>/);
    expect(html.match(/<figure class="m-chart">/g)).toHaveLength(2);
    expect(html).toContain('Herons');
    expect(await seen('?compare=none')).toContain('in this period');
  });

  it('omits restricted articles from lists and exports', async () => {
    expect(await seen()).not.toContain('Secret birds');
    const csv = await seen('?export=articles');
    expect(csv).toMatch(/^"article\.id","article\.title",/);
    expect(csv).toContain('Herons');
    expect(csv).not.toContain('Secret birds');
  });

  it('filters by category and exports the selected list, period and granularity', async () => {
    expect(await seen(`?category=${guide}`)).not.toContain('>Egrets<');
    expect(await seen(`?export=articles&category=${guide}`)).not.toContain('Egrets');
    expect(await seen('?list=categories')).toContain('>Guide</a>');
    expect(await seen('?export=categories')).toContain('Guide');
    const days = (await seen('?export=steps&period=7d')).trim().split('\r\n');
    expect(days).toHaveLength(8);
    expect(days.at(-1)).toMatch(/,9,/);
    expect((await seen('?export=steps&period=12m&granularity=month')).trim().split('\r\n').length).toBeLessThan(15);
  });

  it('reports an invalid period and still shows articles', async () => {
    const html = await seen('?from=2026-03-02&to=2026-03-01');
    expect(html).toContain('Invalid period.');
    expect(html).toContain('Herons');
  });
});
