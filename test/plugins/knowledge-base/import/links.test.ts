import { describe, expect, it } from 'vitest';
import { createItemIndex } from '../../../../src/plugins/knowledge-base/content/import/links/item-index.js';
import {
  createLinkResolver,
  type LinkOptions,
} from '../../../../src/plugins/knowledge-base/content/import/links/resolve-links.js';
import {
  restoreLinks,
  rewriteLinks,
} from '../../../../src/plugins/knowledge-base/content/import/links/rewrite-links.js';
import { scanLinks } from '../../../../src/plugins/knowledge-base/content/import/links/scan-links.js';
import { readSource } from '../../../../src/plugins/knowledge-base/content/import/source.js';
import { temporaryFolder } from './temporary-folder.js';

const destinations = (body: string): string[] => scanLinks(body).map(({ destination }) => destination);

describe('link scanner', () => {
  it('finds every form of link with its exact position', () => {
    const body = [
      '[a](/a) ![b](b.png "t") [c](<c d>) [e(f)](/e(f)) [![i](i.png)](/outer)',
      '',
      '[ref]: /ref "Title"',
      '',
      `<a class="x" href='/html?a=1&amp;b=2'>x</a> <https://own.example/x> https://own.example/y.`,
      '',
      '[k]({% link _en/a b.md %}) [h]({{< ref "x y" >}}#f)',
    ].join('\r\n');
    expect(destinations(body)).toEqual([
      ...['/a', 'b.png', 'c d', '/e(f)', 'i.png', '/outer', '/ref', '/html?a=1&b=2'],
      ...['https://own.example/x', 'https://own.example/y', '{% link _en/a b.md %}', '{{< ref "x y" >}}#f'],
    ]);
    for (const { offset, length, destination, form } of scanLinks(body)) {
      if (form === 'html' || form === 'autolink') continue;
      expect(body.slice(offset, offset + length)).toBe(destination);
    }
  });

  it.each([
    '`[a](/b)`',
    '``x ` [a](/b)``',
    '```\n[a](/b)\n```',
    '> ```\n> [a](/b)\n> ```',
    '- x\n\n  ~~~\n  [a](/b)\n  ~~~',
    'x\n\n    [a](/b)\n',
    '<!-- [a](/b) -->',
    '\\[a](/b)',
    '[a\n\nb](/b)',
    '[a](/b',
    '[^a]: note',
  ])('finds no link in %j', (body) => expect(destinations(body)).toEqual([]));
});

describe('wiki links', () => {
  it.each([
    ['[[Page]]', 'Page', 'Page'],
    ['[[Page|the page]]', 'Page', 'the page'],
    ['[[Folder/Page#Part]]', 'Folder/Page#Part', 'Folder/Page > Part'],
    ['| [[Page\\|cell]] |', 'Page', 'cell'],
    ['[[#Part]]', '#Part', 'Part'],
    ['![[image.png]]', 'image.png', 'image'],
    ['![[image.png|300]]', 'image.png', 'image'],
    ['![[image.png|A view]]', 'image.png', 'A view'],
    ['![[paper.pdf]]', 'paper.pdf', 'paper.pdf'],
  ])('%s leads to %s with the text "%s"', (body, destination, text) => {
    expect(scanLinks(body)).toMatchObject([{ destination, text }]);
  });

  it.each(['`[[Page]]`', '[[a]](/b)', '[[ -f x ]]', '[[toc]]', '![[Page]]', '[a [[b]] c](/d)'])(
    'are not in %s',
    (body) => {
      expect(scanLinks(body).filter(({ form }) => form.startsWith('wiki'))).toEqual([]);
    },
  );

  it('are resolved by path, name and heading, and rewritten with their text', async () => {
    const body =
      '[[Other]] [[other#My part|x]] [[sub/Third Page]] [[third page]] [[#Here]] [[Gone]] ![[a.png]] ![[b.png]]\n\n## Here\n';
    const { item, resolution } = await resolve(
      {
        'one.md': body,
        'notes/Other.md': '## My part\n',
        'notes/sub/Third Page.md': 'x',
        'notes/sub/files/a.png': 'x',
      },
      'one.md',
    );
    expect(resolution.resolved.map(({ target, fragment }) => [target, fragment])).toEqual([
      ['notes/Other.md', ''],
      ['notes/Other.md', 'h-my-part'],
      ['notes/sub/Third Page.md', ''],
      ['notes/sub/Third Page.md', ''],
      ['one.md', 'h-here'],
    ]);
    expect(resolution.brokenFragments).toEqual([]);
    expect(resolution.assets).toMatchObject([{ destination: 'a.png', file: 'notes/sub/files/a.png' }]);
    expect(resolution.unresolved.map(({ destination, reason }) => [destination, reason])).toEqual([
      ['Gone', 'missing'],
      ['b.png', 'missing'],
    ]);
    const [first, second] = resolution.resolved;
    const [image] = resolution.assets;
    if (!first || !second || !image) throw new Error('no links');
    const rewritten = rewriteLinks(item.body, [
      { link: first, href: '/kb/other' },
      { link: second, href: '/kb/other#h-my-part' },
      { link: image, href: '/files/a.png' },
    ]);
    expect(rewritten.text).toContain('[Other](/kb/other) [x](/kb/other#h-my-part) ');
    expect(rewritten.text).toContain('![a](/files/a.png) ![[b.png]]');
    expect(restoreLinks(rewritten.text, rewritten.rewrites)).toBe(item.body);
  });

  it('are not resolved by a name that two pages have', async () => {
    const { resolution } = await resolve({ 'one.md': '[[same]]', 'a/same.md': 'x', 'b/same.md': 'y' }, 'one.md');
    expect(resolution.unresolved).toMatchObject([{ destination: 'same', reason: 'missing' }]);
  });
});

describe('link scanner on one megabyte', () => {
  const patterns = [
    '[',
    '![',
    '[a](',
    '<a "',
    '<!--',
    '`a``b',
    '<a href="',
    '[a]: b\n',
    'http://',
    '{{',
    '[[',
    '[[a|',
    '![[a',
  ];

  it.each(patterns)('finishes for %j', { timeout: 120_000 }, (pattern) => {
    expect(destinations(`[first](/x)\n\n${pattern.repeat(1_000_000 / pattern.length)}`)[0]).toBe('/x');
  });
});

async function resolve(files: Record<string, string>, key: string, options?: LinkOptions) {
  const source = await readSource(await temporaryFolder(files), { name: 'docs' });
  const item = source.items.find((candidate) => candidate.key === key);
  if (!item) throw new Error(`no item ${key}`);
  return { item, resolution: await createLinkResolver(createItemIndex(source), options)(item) };
}

const pages = {
  'content/en/_index.md': '# Home',
  'content/en/nodes.md': '## Why {#why}',
  'content/en/only.md': 'x',
  'content/en/guide/_index.md': 'x',
  'content/hi/nodes.md': 'x',
  'content/hi/क्षैतिज स्केलिंग.md': '---\naliases: [/hi/old/]\n---\n',
  'static/a.png': 'x',
};

describe('link resolver', () => {
  it.each([
    ['/nodes/', 'content/hi/nodes.md'],
    ['/nodes', 'content/hi/nodes.md'],
    ['/Nodes/index.html', 'content/hi/nodes.md'],
    ['((/nodes/)'.slice(1), 'content/hi/nodes.md'],
    ['/hi/nodes/?q=1', 'content/hi/nodes.md'],
    ['/en/nodes/', 'content/en/nodes.md'],
    ['/only/', 'content/en/only.md'],
    ['/hi/only/', 'content/en/only.md'],
    ['/guide/', 'content/en/guide/_index.md'],
    ['/क्षैतिज-स्केलिंग/', 'content/hi/क्षैतिज स्केलिंग.md'],
    [
      '/%E0%A4%95%E0%A5%8D%E0%A4%B7%E0%A5%88%E0%A4%A4%E0%A4%BF%E0%A4%9C-%E0%A4%B8%E0%A5%8D%E0%A4%95%E0%A5%87%E0%A4%B2%E0%A4%BF%E0%A4%82%E0%A4%97/',
      'content/hi/क्षैतिज स्केलिंग.md',
    ],
    ['/old/', 'content/hi/क्षैतिज स्केलिंग.md'],
    ['nodes.md', 'content/hi/nodes.md'],
    ['../en/only.md', 'content/en/only.md'],
    ['../nodes/', 'content/hi/nodes.md'],
    ['nodes', 'content/hi/nodes.md'],
    ['hi/nodes/', 'content/hi/nodes.md'],
    ['{{< ref "nodes" >}}', 'content/hi/nodes.md'],
    ['{{% relref "/only.md" %}}', 'content/en/only.md'],
    ['{% link hi/nodes.md %}', 'content/hi/nodes.md'],
    ['{{ site.baseurl }}/nodes/', 'content/hi/nodes.md'],
    ['https://own.example/nodes/', 'content/hi/nodes.md'],
  ])('finds the target of %s', async (destination, target) => {
    const files = { ...pages, 'content/hi/page.md': `[x](${destination})` };
    const { resolution } = await resolve(files, 'content/hi/page.md', { baseUrls: ['https://own.example'] });
    expect(resolution.unresolved).toEqual([]);
    expect(resolution.resolved.map((link) => link.target)).toEqual([target]);
  });

  it.each([
    ['https://own.example/docs/nodes/', 'content/hi/nodes.md'],
    ['https://own.example/docs/hi/nodes/#why', 'content/hi/nodes.md'],
    ['/docs/nodes/', 'content/hi/nodes.md'],
  ])('finds the target of %s below a base URL with a path', async (destination, target) => {
    const files = { ...pages, 'content/hi/page.md': `[x](${destination})` };
    const { resolution } = await resolve(files, 'content/hi/page.md', { baseUrls: ['https://own.example/docs'] });
    expect(resolution.unresolved).toEqual([]);
    expect(resolution.resolved.map((link) => link.target)).toEqual([target]);
  });

  it('counts links beside the path of a base URL as external', async () => {
    const files = {
      ...pages,
      'content/hi/page.md': '[a](https://own.example/nodes/) [b](https://own.example/docset/)',
    };
    const { resolution } = await resolve(files, 'content/hi/page.md', { baseUrls: ['https://own.example/docs'] });
    expect([resolution.resolved, resolution.external]).toEqual([[], 2]);
  });

  it('lists unresolved links with the reason and counts external ones', async () => {
    const body = '[a](/no/) [b]({{ item.url }}) [c]() [d](javascript:x) [e](https://x.example) [f](mailto:a@b.example)';
    const { resolution } = await resolve({ ...pages, 'content/en/page.md': body }, 'content/en/page.md');
    expect(resolution.unresolved.map(({ destination, reason }) => [destination, reason])).toEqual([
      ['/no/', 'missing'],
      ['{{ item.url }}', 'template'],
      ['', 'empty'],
      ['javascript:x', 'scheme'],
    ]);
    expect(resolution.external).toBe(2);
  });

  it('lists assets separately and finds their files', async () => {
    const body = '![a](/a.png) ![b](/missing.png) [c](/files/c.pdf)';
    const { resolution } = await resolve({ ...pages, 'content/en/page.md': body }, 'content/en/page.md');
    expect(resolution.assets.map(({ destination, file }) => [destination, file])).toEqual([
      ['/a.png', 'static/a.png'],
      ['/missing.png', null],
      ['/files/c.pdf', null],
    ]);
  });

  it('checks fragments against the headings of the target', async () => {
    const body = '## Own\n\n[a](/nodes/#why) [b](/nodes/#gone) [c](#own) [d](#gone)';
    const { resolution } = await resolve({ ...pages, 'content/en/page.md': body }, 'content/en/page.md');
    expect(resolution.resolved.map(({ fragment, samePage }) => [fragment, samePage])).toEqual([
      ['h-why', false],
      ['h-gone', false],
      ['h-own', true],
      ['h-gone', true],
    ]);
    expect(resolution.brokenFragments.map(({ destination }) => destination)).toEqual(['/nodes/#gone', '#gone']);
  });
});

describe('link rewriting', () => {
  it('changes the destinations of resolved links and no other byte', async () => {
    const body =
      '\r\n[a](/nodes/#why "t")  `[a](/nodes/)`\r\n[b](/no/) <a href="/only/">x</a> <https://own.example/only/> [s](#x)\r\n\r\n[r]: /guide/\r\n';
    const files = { ...pages, 'content/en/page.md': body };
    const { item, resolution } = await resolve(files, 'content/en/page.md', { baseUrls: ['https://own.example'] });
    const targets = resolution.resolved
      .filter((link) => !link.samePage)
      .map((link) => ({ link, href: `/kb/${link.target.slice(11, -3)} (1)${link.fragment && `#${link.fragment}`}` }));
    const { text, rewrites } = rewriteLinks(item.body, targets);
    expect(text).toBe(
      '\r\n[a](/kb/nodes%20%281%29#h-why "t")  `[a](/nodes/)`\r\n[b](/no/) <a href="/kb/only%20%281%29">x</a> [https://own.example/only/](/kb/only%20%281%29) [s](#x)\r\n\r\n[r]: /kb/guide/_index%20%281%29\r\n',
    );
    expect(restoreLinks(text, rewrites)).toBe(body);
    expect(rewriteLinks(item.body, [])).toEqual({ text: body, rewrites: [] });
  });
});
