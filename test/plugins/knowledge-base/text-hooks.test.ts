import { definePlugin, type Plugin } from 'mortise';
import { safeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HOSTILE = '<script>steal()</script><p onclick="steal()">Added</p><h2>Another part</h2>';

/** Current behavior of the plugin. Its setup registers everything. */
interface Wishes {
  content?: 'string' | 'safe' | 'greeting' | 'fault';
  renamed?: boolean;
}

/** Plugin that changes article texts through the public API only. */
function editor(wishes: Wishes): Plugin {
  return definePlugin({
    name: 'acme-texts',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks }) {
      hooks.addFilter('vendor_kb_article_content', (content, _article, { viewer }) => {
        if (wishes.content === 'string') return `${content}${HOSTILE}`;
        if (wishes.content === 'safe') return safeHtml(`${content}<acme-player></acme-player>`);
        if (wishes.content === 'greeting') return safeHtml(`<p>For ${viewer?.login ?? 'everybody'}</p>${content}`);
        if (wishes.content === 'fault') return 7 as unknown as string;
        return content;
      });
      hooks.addFilter('vendor_kb_article_excerpt', (excerpt) => (wishes.renamed ? `<b>${excerpt}</b>` : excerpt));
      hooks.addFilter('vendor_kb_toc', (toc) => (wishes.renamed ? toc.slice(0, 1) : toc));
      hooks.addFilter('vendor_kb_reading_time', (minutes) => (wishes.renamed ? minutes + 41 : minutes));
      hooks.addFilter('vendor_kb_markdown_options', (options) => ({
        ...options,
        labels: { ...options.labels, note: 'Mind' },
      }));
      hooks.addFilter('vendor_kb_sanitize_options', (rules) => ({
        classes: { ...rules.classes, table: ['acme-*'], p: ['acme-lead'] },
        without: [...rules.without, 'img'],
      }));
    },
  });
}

interface ArticleView {
  id: number;
  content: { rendered: string };
  excerpt: { rendered: string };
  toc: { text: string }[];
  reading_time: number;
}

describe('text hooks', () => {
  const wishes: Wishes = {};
  let host: TestHost;
  let url: string;
  let as: Awaited<ReturnType<TestHost['createUser']>>;
  let id: number;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), editor(wishes)], url: 'http://127.0.0.1' });
    url = await host.listen();
    as = await host.createUser('editor');
    const body = {
      title: 'Text',
      slug: 'text',
      status: 'publish',
      format: 'html',
      content:
        '<h2>First</h2><p class="acme-lead hero">Beginning.</p><table class="acme-wide"><tr><td>1</td></tr></table><img src="/a.png" alt="A">',
    };
    id = await write(body);
  });
  afterAll(() => host.close());

  async function write(body: object): Promise<number> {
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    return (data as { id: number }).id;
  }
  async function viewOf(requested: Wishes, user: typeof as | null = null): Promise<ArticleView> {
    Object.assign(wishes, { content: undefined, renamed: false, ...requested });
    return (await host.request('GET', `/vendor-kb/v1/articles/${id}`, { as: user })).data as ArticleView;
  }
  async function page(requested: Wishes, path = '/kb/text'): Promise<string> {
    Object.assign(wishes, { content: undefined, renamed: false, ...requested });
    return (await fetch(`${url}${path}`)).text();
  }

  it('have strings sanitized, in REST and on pages, with their headings in the table of contents', async () => {
    const { content, toc } = await viewOf({ content: 'string' });
    expect(content.rendered).toContain('<p>Added</p>');
    expect(content.rendered).not.toMatch(/script|onclick/);
    expect(content.rendered.match(/table-scroll/g)).toHaveLength(1);
    expect(toc.map(({ text }) => text)).toEqual(['First', 'Another part']);
    const html = await page({ content: 'string' });
    expect(html).toContain('<p>Added</p>');
    expect(html).not.toMatch(/steal/);
  });

  it('are trusted with safe HTML', async () => {
    expect((await viewOf({ content: 'safe' })).content.rendered).toContain('<acme-player></acme-player>');
    expect(await page({ content: 'safe' })).toContain('<acme-player></acme-player>');
  });

  it('may address each viewer, and store nothing of it for the next one', async () => {
    expect((await viewOf({ content: 'greeting' }, as)).content.rendered).toContain(`For ${as.login}`);
    expect((await viewOf({ content: 'greeting' })).content.rendered).toContain('For everybody');
    expect((await viewOf({})).content.rendered).not.toContain('For ');
    await host.plugin('knowledge-base').renderedTexts.settle();
    const rows = await host.db.query.selectFrom('kb_rendered_texts').select('html').execute();
    expect(JSON.stringify(rows)).not.toContain('For ');
  });

  it('change the ETag when their output changes', async () => {
    const ask = async (requested: Wishes, headers: Record<string, string> = {}) => {
      Object.assign(wishes, { content: undefined, renamed: false, ...requested });
      return fetch(`${url}/api/vendor-kb/v1/articles/${id}`, { headers });
    };
    const conditional = { 'If-None-Match': String((await ask({})).headers.get('ETag')) };
    expect((await ask({}, conditional)).status).toBe(304);
    expect((await ask({ content: 'greeting' }, conditional)).status).toBe(200);
  });

  it('fail when they return neither a string nor safe HTML', async () => {
    await expect(viewOf({ content: 'fault' })).resolves.toMatchObject({ code: 'rest_internal_error' });
  });

  it('change excerpts, contents and reading times, with markup escaped in excerpts', async () => {
    const article = await viewOf({ renamed: true });
    expect(article).toMatchObject({
      excerpt: { rendered: '&#60;b&#62;First Beginning. 1&#60;/b&#62;' },
      reading_time: 42,
    });
    const home = await page({ renamed: true }, '/kb');
    expect(home).toContain('<p dir="auto">&#60;b&#62;First Beginning.');
    expect(home).not.toContain('<b>First');
    expect(await page({ renamed: true })).toContain('42');
  });

  it('set labels, allowed classes and removed elements', async () => {
    const { content } = await viewOf({});
    expect(content.rendered).toContain('<p class="acme-lead">Beginning.</p>');
    expect(content.rendered).toContain('<table class="acme-wide">');
    expect(content.rendered).not.toContain('<img');
    const noted = await write({ title: 'Note', content: '> [!NOTE]\n> This.', status: 'publish' });
    const { data } = await host.request('GET', `/vendor-kb/v1/articles/${noted}`);
    expect((data as ArticleView).content.rendered).toContain('Mind');
    const preview = await host.request('POST', '/vendor-kb/v1/preview', {
      as,
      body: { content: '> [!NOTE]\n> This.' },
    });
    expect(preview.data).toMatchObject({ html: expect.stringContaining('Mind') });
  });

  it('do not run for viewers without access to the article', async () => {
    const closed = await host.createUser('administrator');
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', {
      as: closed,
      body: {
        title: 'Closed',
        content: 'Secret.',
        status: 'publish',
        access_rule: { mode: 'nobody', listed: true, teaser: 'words' },
      },
    });
    Object.assign(wishes, { content: 'greeting' });
    const answer = await host.request('GET', `/vendor-kb/v1/articles/${(data as ArticleView).id}`);
    expect(JSON.stringify(answer.data)).not.toContain('For everybody');
  });

  it('stop applying when their plugin is deactivated', async () => {
    await host.lifecycle.deactivate('acme-texts');
    const { content } = await viewOf({});
    expect(content.rendered).toContain('<img');
    expect(content.rendered).not.toContain('acme-lead');
    await host.lifecycle.activate('acme-texts');
    expect((await viewOf({})).content.rendered).not.toContain('<img');
  });
});
