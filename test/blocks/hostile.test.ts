import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../src/blocks/markdown.js';
import { sanitizeHtml } from '../../src/core/html/sanitize.js';
import { inspectHtml } from './inspect-html.js';

const hostile: Record<string, string> = {
  script: '<script>alert(1)</script>',
  'script in mixed case': '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  'script with a slash': '<script/x>alert(1)</script/x>',
  'script cut in two': '<scr<script>ipt>alert(1)</scr</script>ipt>',
  'script never closed': 'text <script>alert(1)',
  'event handler': '<img src=x onerror=alert(1)>',
  'event handler without spaces': '<img/src="x"/onerror=alert(1)>',
  'event handler on details': '<details open ontoggle=alert(1)><summary>x</summary></details>',
  'event handler with a null byte': '<img src=x on\u0000error=alert(1)>',
  'autofocus handler': '<a href=# autofocus onfocus=alert(1)>x</a>',
  'javascript link': '[x](javascript:alert(1))',
  'javascript link in capitals': '[x](JaVaScRiPt:alert(1))',
  'javascript link in entities': '[x](&#106;avascript:alert(1))',
  'javascript link in hexadecimal entities': '<a href="&#x6A;&#x61;vascript&colon;alert(1)">x</a>',
  'javascript link with a tab': '<a href="java&Tab;script:alert(1)">x</a>',
  'javascript link with a line end': '<a href="java\nscript:alert(1)">x</a>',
  'javascript link after a control character': '<a href="\u0001javascript:alert(1)">x</a>',
  'javascript link by reference': '[x][y]\n\n[y]: javascript:alert(1)',
  'javascript autolink': '<javascript:alert(1)>',
  'javascript image': '![x](javascript:alert(1))',
  'javascript link in angle brackets': '[x](<javascript:alert(1)>)',
  'vbscript link': '[x](vbscript:msgbox(1))',
  'data link': '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  'data image': '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  'blob and file links': '[x](blob:https://a.example/1) [y](file:///etc/passwd)',
  'quote in a link title': '[x](/y "a\\" onmouseover=alert(1) b")',
  'quote in an image text': '![a" onerror="alert(1)](x)',
  'quote in a fence language': '```js" onmouseover="alert(1)\nx\n```',
  'quote in a heading id': '## x {#a"onclick="alert(1)}',
  'quote in a footnote label': 'x[^"><script>alert(1)</script>]\n\n[^"><script>alert(1)</script>]: y',
  'quote in a callout title': ':::note "><img src=x onerror=alert(1)>\nx\n:::',
  svg: '<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x></svg>',
  'svg link': '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  'svg use': '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"></svg>',
  math: '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  iframe: '<iframe src="javascript:alert(1)"></iframe>',
  'iframe srcdoc': '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  'object and embed': '<object data="x.swf"></object><embed src="javascript:alert(1)">',
  style: '<style>@import "//evil.example/x.css"</style>',
  'style attribute': '<p style="position:fixed;inset:0;background:url(javascript:alert(1))">x</p>',
  meta: '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  base: '<base href="https://evil.example/">',
  link: '<link rel="stylesheet" href="//evil.example/x.css">',
  form: '<form action="https://evil.example"><input name=password><button formaction=javascript:alert(1)>x</button></form>',
  'image input': '<input type=image src=x onerror=alert(1)>',
  'usable checkbox': '<input type=checkbox name=x form=y>',
  'DOM clobbering':
    '<div id="location"></div><img name="body"><a id="cookie" name="forms">x</a><form id="getElementById">',
  template: '<template><script>alert(1)</script></template>',
  'declarative shadow root': '<div><template shadowrootmode=open><script>alert(1)</script></template></div>',
  srcset: '<img src=x srcset="javascript:alert(1) 1x, data:text/html,x 2x">',
  picture: '<picture><source srcset="data:x"><img src="x"></picture>',
  'video poster': '<video poster="javascript:alert(1)"><source onerror=alert(1)></video>',
  'mutation through noscript': '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  'mutation through math':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  'mutation through svg style': '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  'mutation through title': '<title><a title="</title><img src=x onerror=alert(1)>"></title>',
  'mutation through textarea': '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
  'mutation through xmp': '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  'comment tricks': '<!--><img src=x onerror=alert(1)>--><!-- --!><script>alert(1)</script>',
  'CDATA and processing instruction':
    '<![CDATA[<script>alert(1)</script>]]><?xml-stylesheet href="javascript:alert(1)"?>',
  'encoded tags stay text': '&lt;script&gt;alert(1)&lt;/script&gt;',
  'tag in code': '`<script>alert(1)</script>`\n\n    <script>alert(1)</script>',
  'tag in a template tag': '{{< x "</code><script>alert(1)</script>" >}}',
  'template tag in raw HTML': '<p>{{ "</p><script>alert(1)</script>" }}</p>',
  'nested emphasis and tags': '**<b onclick=alert(1)>*<i/onclick=alert(1)>**',
  'link in a link': '[a [b](javascript:alert(1))](javascript:alert(2))',
  'table cell': '| <img src=x onerror=alert(1)> | [x](javascript:alert(1)) |\n|---|---|\n| a | b |',
  'target and opener': '<a href="https://evil.example" target=_blank rel=opener>x</a>',
  'protocol-relative by backslash': '[x](/\\evil.example/)',
  'ping and download': '<a href="/x" ping="//evil.example" download>x</a>',
  'popover and command': '<button popovertarget=x>x</button><div popover id=x onbeforetoggle=alert(1)>x</div>',
};

describe('hostile input', () => {
  it('is covered by more than forty cases', () => expect(Object.keys(hostile).length).toBeGreaterThan(40));

  it.each(Object.entries(hostile))('renders %s without an active construct', (_name, source) => {
    expect(() => inspectHtml(renderMarkdown(source).html)).not.toThrow();
    expect(() => inspectHtml(sanitizeHtml(source))).not.toThrow();
  });

  it('keeps the words around removed markup', () => {
    expect(renderMarkdown('before <b onclick=x>bold</b> [link](javascript:x) after').text).toBe(
      'before bold link after',
    );
  });

  it('is safe in any mixture of fragments, and unchanged when sanitized twice', () => {
    const fragments = fc.constantFrom(
      ...Object.values(hostile),
      '"',
      "'",
      '<',
      '>',
      '`',
      '\n',
      ' ',
      '](',
      '{{',
      '-->',
      '&#',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fragments, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 8 }),
        (parts) => {
          const source = parts.join('');
          inspectHtml(renderMarkdown(source).html);
          const once = sanitizeHtml(source);
          inspectHtml(once);
          expect(sanitizeHtml(once)).toBe(once);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('pathological input of one megabyte', () => {
  const patterns = [
    '[',
    '![',
    '[a](',
    '>',
    '> - ',
    '*',
    '_a',
    '*a **b',
    '`a``',
    '<div>',
    '<a ',
    '{{',
    ':::note\n',
    '[^a]',
    '@a.',
  ];

  it.each(patterns)('finishes for %j', { timeout: 120_000 }, (pattern) => {
    const { html } = renderMarkdown(pattern.repeat(Math.floor(1_000_000 / pattern.length)));
    expect(html.length).toBeGreaterThanOrEqual(0);
    expect(() => inspectHtml(html.slice(0, html.lastIndexOf('<', 10_000)))).not.toThrow();
  });

  const many = (text: string): string => text.repeat(Math.floor(1_000_000 / text.length));
  const stretched: Record<string, string> = {
    'blanks in an address': `<a href="x${many(' ')}y">z</a>`,
    'control characters in the address of a picture': `<img src="x${many('\u0001')}y">`,
    'blanks before the id of a heading': `## a${' '.repeat(60_000)}x {#id}`,
    'words of a page before an @': many(`${'a.'.repeat(30_000)}@b.example\n\n`),
    'a line of code of a language with costly patterns': `\`\`\`ini\n${many('a.b')}\n\`\`\``,
    'many such samples': many(`\`\`\`ini\n${'a.b'.repeat(6_000)}\n\`\`\`\n\n`),
    'a sample that never closes what it opens': many(`\`\`\`rust\n${'r#"'.repeat(6_000)}\n\`\`\`\n\n`),
  };

  it.each(Object.entries(stretched))('finishes for %s', { timeout: 120_000 }, (_name, source) => {
    const { html } = renderMarkdown(source);
    expect(html).not.toBe('');
    inspectHtml(html.slice(0, 10_000).replace(/<[^>]*$/, ''));
  });

  it('is rejected above the limit, with both sizes', () => {
    expect(() => renderMarkdown('x'.repeat(2 * 1024 * 1024 + 1))).toThrowError(
      expect.objectContaining({ code: 'markdown_too_large', status: 413 }),
    );
    expect(() => renderMarkdown('xyz', { maxBytes: 2 })).toThrowError(/3 bytes; the maximum is 2/);
  });
});
