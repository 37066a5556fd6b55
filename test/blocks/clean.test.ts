import { createRequire } from 'node:module';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanDocument } from '../../src/blocks/clean.js';

interface ParsedDocument {
  querySelectorAll(selector: string): Iterable<{
    readonly tagName: string;
    readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  }>;
}
type Parser = new () => { parseFromString(html: string, type: 'text/html'): ParsedDocument };

const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new () => { readonly window: { readonly DOMParser: Parser } };
};
const parser = new new JSDOM().window.DOMParser();

const clean = (source: string, stored = ''): string => cleanDocument(source, { classes: [], stored });

const ATTACKS = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)><use href="data:image/svg+xml,x"></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<form action="https://evil.example"><button formaction=javascript:alert(1)>x</button></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<p title="',
  '<!--',
  '<textarea>',
];

/** Elements and attributes that could run code if a browser showed the stored text. */
function danger(html: string): string[] {
  return [...parser.parseFromString(html, 'text/html').querySelectorAll('body *')].flatMap((element) => {
    const attributes = [...element.attributes].filter(
      ({ name, value }) =>
        name.startsWith('on') || /^(srcdoc|formaction)$/.test(name) || /^\s*javascript:/i.test(value),
    );
    const isActive = /^(script|iframe|svg|math|form|object|embed|style|link|base|meta)$/i.test(element.tagName);
    return [...(isActive ? [element.tagName] : []), ...attributes.map(({ name }) => name)];
  });
}

const json = (value: unknown): string => JSON.stringify(value).replaceAll('} ', '}');

/** Documents of known, unknown and malformed blocks, with attacks in every position. */
const documents = fc.letrec<{ block: string; text: string }>((tie) => ({
  text: fc.oneof(fc.constantFrom(...ATTACKS), fc.constantFrom('<p>One</p>', '"', '>', '-->', '} -->', '--!>', ' ')),
  block: fc
    .record({
      name: fc.constantFrom('acme/map', 'missing', 'paragraph', 'html', 'acme/b'),
      attributes: fc.oneof(
        fc.constant(''),
        tie('text').map((text) => `${json({ a: text })} `),
        tie('text').map((text) => `${json({ [text]: [1] })} `),
        tie('text').map((text) => `{${text}} `),
      ),
      inside: fc.array(fc.oneof({ weight: 2, arbitrary: tie('text') }, tie('block')), { maxLength: 3 }),
      after: fc.constantFrom('', `${json({ '--><img src=x onerror=alert(1)>': 1 })} `),
    })
    .map(
      ({ name, attributes, inside, after }) =>
        `<!-- wp:${name} ${attributes}-->${inside.join('')}<!-- /wp:${name} ${after}-->`,
    ),
}));

describe('document of a user who may not store raw HTML', () => {
  it('contains nothing executable in any block, and is unchanged when cleaned twice', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(documents.block, documents.text), { maxLength: 4 }), (parts) => {
        const once = clean(parts.join(''));
        expect(danger(once)).toEqual([]);
        expect(clean(once)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['the end of its comment in a text', '<!-- wp:acme/map {"a":"--\\u003e-->"} /-->'],
    ['the end of its comment in a name', '<!-- wp:acme/map {"--!><img src=x onerror=alert(1)>":1} /-->'],
    ['no JSON', '<!-- wp:acme/map {--><img src=x onerror=alert(1)>} -->x<!-- /wp:acme/map -->'],
    ['attributes at its end', '<!-- wp:acme/map -->x<!-- /wp:acme/map {"--><img src=x onerror=alert(1)>":1} -->'],
  ])('is safe with %s in a block', (_, source) => {
    expect(danger(clean(source))).toEqual([]);
    expect(clean(source)).not.toContain('--><');
  });

  it('nests its result as browsers do where it drops an element', () => {
    expect(clean('<p><form><table><tr><td>1</td></tr></table></form></p>')).toBe(
      '<p></p><table><tr><td>1</td></tr></table><p></p>',
    );
  });

  it('keeps harmless unknown blocks byte for byte', () => {
    const source = '<!-- wp:acme/map  {"a" : [1, "x"]} -->\n<p class="is-wide">One</p>\n<!-- /wp:acme/map -->\n\ntext';
    expect(clean(source)).toBe(source);
  });
});

describe('block stored by another user', () => {
  const map = '<!-- wp:acme/map -->\n<div onclick="go()"><script>draw()</script></div>\n<!-- /wp:acme/map -->';
  const around = (inside: string): string => `<!-- wp:group -->\n<div>${inside}</div>\n<!-- /wp:group -->`;

  it('stays while others are added next to it, in any position', () => {
    const stored = `${around(map)}<p>One</p>`;
    expect(clean(`<p>Two</p>${stored}`, stored)).toBe(`<p>Two</p>${stored}`);
    expect(clean(`${map}<p onclick="x">Two</p>${around(`${map}<i onclick="x">!</i>`)}`, stored)).toBe(
      `${map}<p>Two</p>${around(`${map}<i>!</i>`)}`,
    );
  });

  it('is cleaned when a byte of it changes or its contents are new', () => {
    const other = map.replace('draw', 'steal');
    expect(danger(clean(other, map))).toEqual([]);
    expect(danger(clean(around(other), around(map)))).toEqual([]);
    expect(danger(clean(map))).toEqual([]);
  });

  it.each(['<p title="', '<script>', '<textarea>'])('never swallows the following text into %s', (open) => {
    const half = `<!-- wp:acme/map -->${open}<!-- /wp:acme/map -->`;
    const source = `${half}<p>"&gt; onerror=alert(1)</p>`;
    expect(clean(source, half)).not.toContain(half);
  });

  it('is recognized in time independent of its depth', () => {
    const deep = (inside: string): string => {
      let text = inside;
      for (let level = 0; level < 55; level += 1) text = around(text);
      return text;
    };
    const stored = deep(map.repeat(4_000));
    const begin = performance.now();
    expect(clean(stored, stored)).toBe(stored);
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});
