import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { safeHtml } from '../../../src/core/html/safe-html.js';
import { createTemplates, type TemplateOptions, type Templates } from '../../../src/core/templates/templates.js';

interface Shape {
  title: string;
  body: ReturnType<typeof safeHtml> | string;
  author: { name: string };
  list: string[];
}

declare module '../../../src/index.js' {
  interface TemplateData {
    'shop/page': Partial<Shape>;
    'shop/other': Partial<Shape>;
    'shop/parts/badge': Partial<Shape>;
    'shop/missing': Partial<Shape>;
  }
}

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'templates-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function file(name: string, source: string): string {
  const target = path.join(root, name);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, source);
  return target;
}

/** Plugin `shop` with the site folder `vendor-shop`, in a site with the theme `oak`. */
function shop(options: Partial<TemplateOptions> = {}): Templates {
  const templates = createTemplates({
    siteFolder: path.join(root, 'site/templates'),
    theme: 'oak',
    strict: true,
    ...options,
  });
  templates.add(path.join(root, 'own'), 'shop', { namespace: 'shop', sitePrefix: 'vendor-shop' });
  return templates;
}

describe('template lookup order', () => {
  it('prefers the theme to the site, to other plugins, and to the plugin', async () => {
    const templates = shop();
    templates.add(path.join(root, 'other'), 'acme');
    const steps = [
      'own/page.eta',
      'other/shop/page.eta',
      'site/templates/vendor-shop/page.eta',
      'site/templates/oak/vendor-shop/page.eta',
    ];
    for (const step of steps) {
      file(step, step);
      expect(await templates.render('shop/page', {})).toBe(step);
    }
  });

  it('replaces only a part and keeps the page that includes it', async () => {
    file('own/page.eta', `page with <%~ include('shop/parts/badge') %>`);
    file('own/parts/badge.eta', 'own badge');
    file('site/templates/vendor-shop/parts/badge.eta', 'site badge');
    expect(await shop().render('shop/page', {})).toBe('page with site badge');
  });

  it('replaces only a page, which still includes the parts of the plugin', async () => {
    file('own/page.eta', 'own page');
    file('own/parts/badge.eta', 'own badge');
    file('site/templates/oak/vendor-shop/page.eta', `theme page with <%~ include('shop/parts/badge') %>`);
    expect(await shop().render('shop/page', {})).toBe('theme page with own badge');
  });

  it('prefers the slug to the locale to the plain name within one location', async () => {
    file('own/page.eta', 'plain');
    file('own/page-de.eta', 'german');
    file('own/page-returns.eta', 'returns');
    const templates = shop();
    expect(await templates.render('shop/page', {}, { slug: 'returns', locale: 'de' })).toBe('returns');
    expect(await templates.render('shop/page', {}, { slug: 'orders', locale: 'de' })).toBe('german');
    expect(await templates.render('shop/page', {}, { slug: 'orders', locale: 'fr' })).toBe('plain');
  });

  it('prefers the plain name in the site to a slug in the plugin', async () => {
    file('own/page-returns.eta', 'returns');
    file('site/templates/vendor-shop/page.eta', 'site');
    expect(await shop().render('shop/page', {}, { slug: 'returns' })).toBe('site');
  });

  it('uses the variants for included parts as well', async () => {
    file('own/page.eta', `<%~ include('shop/parts/badge') %>`);
    file('own/parts/badge.eta', 'plain');
    file('own/parts/badge-ja.eta', 'japanese');
    expect(await shop().render('shop/page', {}, { locale: 'ja' })).toBe('japanese');
  });

  it('prefers the last loaded of two foreign plugins', async () => {
    file('own/page.eta', 'own');
    file('a/shop/page.eta', 'a');
    file('b/shop/page.eta', 'b');
    const templates = shop();
    templates.add(path.join(root, 'a'), 'a');
    templates.add(path.join(root, 'b'), 'b');
    expect(await templates.render('shop/page', {})).toBe('b');
    templates.removeOwner('b');
    expect(await templates.render('shop/page', {})).toBe('a');
  });

  it('prefers a location of the filter with a priority below 10 to the theme', async () => {
    file('site/templates/oak/vendor-shop/page.eta', 'theme');
    file('first/page.eta', 'first');
    const seen: unknown[] = [];
    const templates = shop({
      locations: (locations, template, data) => {
        seen.push(
          template,
          data,
          locations.map((location) => location.origin),
        );
        return [...locations, { path: path.join(root, 'first'), priority: 5, origin: 'experiment' }];
      },
    });
    expect(await templates.render('shop/page', { title: 'x' })).toBe('first');
    expect(seen).toEqual(['shop/page', { title: 'x' }, ['theme oak', 'site', 'shop']]);
    expect(templates.locate('shop/page').origin).toBe('experiment');
  });
});

describe('template errors', () => {
  it('list the searched files when no file exists', async () => {
    const failure = await shop()
      .render('shop/missing', {}, { locale: 'de' })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'template_not_found', status: 500 });
    const message = String(failure);
    expect(message).toContain(path.join(root, 'site/templates/oak/vendor-shop/missing-de.eta'));
    expect(message).toContain(path.join(root, 'own/missing.eta'));
  });

  it.each([
    '../page',
    'shop/../page',
    'shop/..',
    '/etc/passwd',
    'shop\\page',
    'shop/page.eta',
    'page',
    '',
    'shop//page',
    'shop/\0',
  ])('reject the name %j', (name) => {
    expect(() => shop().locate(name)).toThrow(expect.objectContaining({ code: 'template_invalid_name' }));
  });

  it('reject a traversal from an include', async () => {
    file('own/page.eta', `<%~ include('shop/../../secret') %>`);
    file('secret.eta', 'secret');
    await expect(shop().render('shop/page', {})).rejects.toMatchObject({ code: 'template_invalid_name' });
  });

  it('never let a slug leave the folder', () => {
    file('own/page.eta', 'plain');
    file('own/x.eta', 'inside, but another template');
    const templates = shop();
    const hostile = fc.oneof(fc.string(), fc.constantFrom('../x', '/../x', '..', 'a/../../x', '\0', '%2e%2e/x', '.'));
    fc.assert(
      fc.property(hostile, (slug) => {
        expect(templates.locate('shop/page', {}, { slug }).file).toBe(path.join(root, 'own/page.eta'));
      }),
    );
  });

  it('do not affect a slug in any script, which is found', () => {
    file('own/page.eta', 'plain');
    const expected = file('own/page-コンテナ.eta', 'ja');
    expect(shop().locate('shop/page', {}, { slug: 'コンテナ' }).file).toBe(expected);
  });

  describe('outside of strict mode', () => {
    it('falls back to the next file and reports the replacement', async () => {
      const broken = file('site/templates/oak/vendor-shop/page.eta', '<%= it.author.name.first.letter %>');
      const site = file('site/templates/vendor-shop/page.eta', '<% broken( %>');
      const own = file('own/page.eta', 'own <%= it.title %>');
      const heard: unknown[] = [];
      const templates = shop({
        strict: false,
        onFallback: (fault, files) => heard.push({ code: fault.code, ...files }),
      });
      expect(await templates.render('shop/page', { title: 'x', author: { name: 'y' } })).toBe('own x');
      expect(heard).toEqual([
        { code: 'template_failed', file: broken, instead: site },
        { code: 'template_failed', file: site, instead: own },
      ]);
    });

    it('fails when the last file fails too', async () => {
      file('site/templates/vendor-shop/page.eta', '<% broken( %>');
      file('own/page.eta', '<%= it.title.missing.deeper %>');
      const templates = shop({ strict: false });
      await expect(templates.render('shop/page', { title: 'x' })).rejects.toMatchObject({
        code: 'template_failed',
        data: { file: path.join(root, 'own/page.eta') },
      });
    });
  });

  it('do not fall back in strict mode, so that the author sees the mistake', async () => {
    file('site/templates/vendor-shop/page.eta', '<% broken( %>');
    file('own/page.eta', 'own');
    await expect(shop().render('shop/page', {})).rejects.toMatchObject({ code: 'template_failed' });
  });

  it('name the broken template and keep the cause', async () => {
    file('own/page.eta', `<%= it.title.missing.deeper %>`);
    await expect(shop().render('shop/page', { title: 'x' })).rejects.toMatchObject({
      code: 'template_failed',
      data: { template: 'shop/page' },
      cause: expect.any(Error),
    });
  });
});

describe('strict mode', () => {
  it('throws on an unknown field and names the template and the field', async () => {
    file('own/page.eta', '<%= it.titel %>');
    await expect(shop().render('shop/page', { title: 'x' })).rejects.toMatchObject({
      code: 'template_unknown_field',
      data: { template: 'shop/page', field: 'titel' },
    });
    await expect(shop().render('shop/page', { title: 'x' })).rejects.toThrow(
      `The template "shop/page" (${path.join(root, 'own/page.eta')}:1) uses the unknown field "titel". Did you mean "title"? Available: title.`,
    );
  });

  it('checks nested fields, list items and included parts', async () => {
    const templates = shop();
    file('own/page.eta', '<%= it.author.nmae %>');
    await expect(templates.render('shop/page', { author: { name: 'x' } })).rejects.toMatchObject({
      data: { field: 'author.nmae' },
    });
    file('own/other.eta', `<%~ include('shop/parts/badge', { author: it.author }) %>`);
    file('own/parts/badge.eta', '<%= it.author.nam %>');
    await expect(templates.render('shop/other', { author: { name: 'x' } })).rejects.toMatchObject({
      data: { template: 'shop/parts/badge', field: 'author.nam' },
    });
  });

  it('reads frozen data and list methods', async () => {
    file('own/page.eta', `<%= it.list.map((entry) => entry.toUpperCase()).join() %> <%= it.author.name %>`);
    const data = Object.freeze({ list: ['a', 'b'], author: Object.freeze({ name: 'Ada' }) });
    expect(await shop().render('shop/page', data)).toBe('A,B Ada');
  });

  it('prints nothing for an unknown field in production', async () => {
    file('own/page.eta', '[<%= it.titel %>]');
    expect(await shop({ strict: false }).render('shop/page', { title: 'x' })).toBe('[]');
  });

  it('reloads a changed file, unlike production', async () => {
    const target = file('own/page.eta', 'one');
    const [development, production] = [shop(), shop({ strict: false })];
    expect(await development.render('shop/page', {})).toBe('one');
    expect(await production.render('shop/page', {})).toBe('one');
    writeFileSync(target, 'two');
    utimesSync(target, new Date(), new Date(Date.now() + 5000));
    expect(await development.render('shop/page', {})).toBe('two');
    expect(await production.render('shop/page', {})).toBe('one');
  });
});

describe('escaping', () => {
  it('leaves no markup characters in any printed text', async () => {
    file('own/page.eta', '<i title="<%= it.title %>"><%= it.author.name %></i>');
    const templates = shop();
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        const hostile = `${text}<script>"'&${text}`;
        const html = await templates.render('shop/page', { title: hostile, author: { name: hostile } });
        expect(html.match(/[<>"]/g)).toEqual(['<', '"', '"', '>', '<', '>']);
      }),
    );
  });

  it('prints SafeHtml unchanged', async () => {
    file('own/page.eta', '<%~ it.body %>');
    expect(await shop().render('shop/page', { body: safeHtml('<b>x</b>') })).toBe('<b>x</b>');
  });

  it('rejects raw output of a string in strict mode and escapes it in production', async () => {
    file('own/page.eta', '<%~ it.body %>');
    await expect(shop().render('shop/page', { body: '<b>' })).rejects.toMatchObject({
      code: 'template_unsafe_html',
      data: { template: 'shop/page', expression: 'it.body' },
    });
    expect(await shop({ strict: false }).render('shop/page', { body: '<b>' })).toBe('&#60;b&#62;');
  });

  it('does not accept data that looks like SafeHtml', async () => {
    file('own/page.eta', '<%~ it.body %>');
    const forged = JSON.parse('{"html":"<b>"}') as string;
    await expect(shop().render('shop/page', { body: forged })).rejects.toMatchObject({ code: 'template_unsafe_html' });
  });

  it('wraps a page in its own layout', async () => {
    file('own/page.eta', `<% layout('shop/other') %><b><%= it.title %></b>`);
    file('own/other.eta', '<main><%~ it.body %></main>');
    expect(await shop().render('shop/page', { title: '&' })).toBe('<main><b>&#38;</b></main>');
  });
});
