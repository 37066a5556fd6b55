import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';
import { createOutboxFolder, type Outbox } from '../support/outbox.js';

/** Texts that would become 2401, `a b` or a process exit if they were evaluated as a template or replacement. */
const HOSTILE = [
  '<%= 49 * 49 %>',
  '<%~ 49 * 49 %>',
  '<% process.exit(3) %>',
  '<%~ include("core/page") %>',
  `<%= it.constructor.constructor('return 49 * 49')() %>`,
  '{{ 49 * 49 }} #{49 * 49}',
  "$& $` $' $1 $<name> $$",
];
const TITLE = HOSTILE.join(' ');

describe('user input with template code', () => {
  let host: TestHost;
  let outbox: Outbox;
  let site: string;
  let administrator: Awaited<ReturnType<TestHost['createUser']>>;
  let article: { id: number; link: string };

  beforeAll(async () => {
    outbox = await createOutboxFolder();
    host = await createTestHost({
      plugins: [knowledgeBase()],
      name: TITLE,
      url: 'https://example.com',
      mail: outbox.url,
    });
    site = await host.listen();
    administrator = await host.createUser('administrator');
    await host.users.update(administrator.id, { name: TITLE.slice(0, 190) });
    const create = async (path: string, body: object) =>
      (await host.request('POST', path, { as: administrator, body })).data as { id: number; link: string };
    const { id } = await create('/vendor-kb/v1/categories', { name: TITLE.slice(0, 100), description: TITLE });
    const text = { title: TITLE.slice(0, 200), content: `one ${TITLE}`, excerpt: TITLE };
    article = await create('/vendor-kb/v1/articles', { ...text, status: 'publish', categories: [id] });
  });
  afterAll(async () => {
    await host.close();
    await outbox.remove();
  });

  const visible = (html: string): string =>
    html
      .replace(/<[^>]*>/g, '')
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"');

  it('is shown as text on pages, in the admin area and in REST responses', async () => {
    const browser = new BrowserAgent(site);
    await browser.logIn(administrator.login, administrator.password);
    const paths = [
      '/kb',
      new URL(article.link).pathname,
      '/kb/search?q=one',
      '/admin',
      '/admin/profile',
      '/admin/users',
    ];
    for (const path of paths) {
      const { status, text } = await browser.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect([path, /2401/.test(text), text.includes('<%')]).toEqual([path, false, false]);
      expect([path, visible(text).includes(HOSTILE[0] ?? '')]).toEqual([path, true]);
    }
    const { data } = await host.request('GET', `/vendor-kb/v1/articles/${article.id}`);
    expect(visible((data as { title: { rendered: string } }).title.rendered)).toBe(TITLE.slice(0, 200));
  });

  it('is not evaluated in a URL, a query or a form', async () => {
    for (const hostile of HOSTILE) {
      const code = encodeURIComponent(hostile);
      for (const path of [
        `/kb/${code}`,
        `/kb/search?q=${code}&category=${code}`,
        `/admin/login?redirect_to=/${code}`,
      ]) {
        const { text } = await request(site).get(path);
        expect([path, /2401/.test(text), text.includes('<%')]).toEqual([path, false, false]);
      }
    }
  });

  it('is shown as text in emails', async () => {
    const existing = await host.createUser('subscriber');
    await host.users.update(existing.id, { name: TITLE.slice(0, 190) });
    await new BrowserAgent(site).submit('/admin/lost-password', { login: existing.login });
    const [mail] = await outbox.waitFor(1);
    expect(mail?.text).toContain(HOSTILE[0]);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('2401');
    expect(mail?.html).not.toContain('<%');
  });
});
