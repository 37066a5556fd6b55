import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SECTIONS = 60;
const PER_SECTION = 6;
/** CPU milliseconds, many times the cost of a cached rendering. */
const SOON = 500;

/** About 150 kB with 420 headings. */
const CONTENT = Array.from({ length: SECTIONS }, (_, section) =>
  [
    `## Section ${section + 1}`,
    ...Array.from(
      { length: PER_SECTION },
      (_, part) => `### Part ${section + 1}.${part + 1}\n\n${'Some words that say little. '.repeat(16)}`,
    ),
  ].join('\n\n'),
).join('\n\n');

describe('150 kB article', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await createTestHost({ debug: false, plugins: [knowledgeBase()] });
    const as = await host.createUser('administrator');
    const body = { title: 'Everything', slug: 'everything', content: CONTENT, status: 'publish' };
    expect((await host.request('POST', '/vendor-kb/v1/articles', { as, body })).status).toBe(201);
  });
  afterAll(() => host?.close());

  it('is shown in full within the CPU budget', async () => {
    expect(CONTENT.length).toBeGreaterThan(150_000);
    await host.visit('/kb/everything');
    const start = process.cpuUsage();
    const html = await (await host.visit('/kb/everything')).text();
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(SOON);
    expect([...html.matchAll(/<h3/g)].length).toBeGreaterThanOrEqual(SECTIONS * PER_SECTION);
  });

  it('lists only the main headings in its table of contents', async () => {
    const html = await (await host.visit('/kb/everything')).text();
    const contents = /<nav class="kb-toc".*?<\/nav>/s.exec(html)?.[0] ?? '';
    expect([...contents.matchAll(/<a href="#h-section-/g)]).toHaveLength(SECTIONS);
    expect(contents).not.toContain('Part 1.1');
  });
});
