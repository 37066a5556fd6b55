import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemplates, type Templates } from '../../../src/core/templates/templates.js';

declare module '../../../src/index.js' {
  interface TemplateData {
    'inn/page': { title: string; body?: string };
    'inn/page-text': { title: string };
    'inn/parts/sign': { title: string };
  }
}

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'template-modules-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(name: string, source: string): string {
  const target = path.join(root, name);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, source);
  return target;
}

function inn(strict = true): Templates {
  const templates = createTemplates({ siteFolder: path.join(root, 'site'), strict });
  templates.add(path.join(root, 'own'), 'inn', { namespace: 'inn' });
  return templates;
}

const PAGE = 'export default (page, { safeHtml, escapeHtml }) => safeHtml("<h1>" + escapeHtml(page.title) + "</h1>");';

describe('template module', () => {
  it.each(['js', 'mjs'])('replaces an Eta template, with the extension %s', async (ending) => {
    write('own/page.eta', 'ours');
    write(`site/inn/page.${ending}`, PAGE);
    expect(await inn().render('inn/page', { title: 'A & B' })).toBe('<h1>A &#38; B</h1>');
  });

  it('ranks after an Eta file of the same name and before the file for all slugs', async () => {
    write('site/inn/page-soup.js', PAGE);
    write('site/inn/page.eta', 'of all');
    expect(await inn().render('inn/page', { title: 'x' }, { slug: 'soup' })).toBe('<h1>x</h1>');
    write('site/inn/page-soup.eta', 'of soup');
    expect(await inn().render('inn/page', { title: 'x' }, { slug: 'soup' })).toBe('of soup');
  });

  it('includes Eta templates and is included by them', async () => {
    write('own/parts/sign.eta', '<b><%= it.title %></b>');
    write('own/page.js', "export default (page, { include }) => include('inn/parts/sign', { title: page.title });");
    expect(await inn().render('inn/page', { title: '<' })).toBe('<b>&#60;</b>');
    rmSync(path.join(root, 'own'), { recursive: true });
    write('own/page.eta', "<i><%~ include('inn/parts/sign', it) %></i>");
    write('own/parts/sign.mjs', PAGE);
    expect(await inn().render('inn/page', { title: '<' })).toBe('<i><h1>&#60;</h1></i>');
  });

  it('returns a string for plain text', async () => {
    write('own/page-text.js', 'export default (page) => "Hello " + page.title;');
    expect(await inn().render('inn/page-text', { title: '<you>' })).toBe('Hello <you>');
  });

  it('cannot return a string as markup', async () => {
    write('own/page.js', 'export default (page) => "<h1>" + page.title + "</h1>";');
    await expect(inn().render('inn/page', { title: 'x' })).rejects.toMatchObject({ code: 'template_unsafe_html' });
    expect(await inn(false).render('inn/page', { title: 'x' })).toBe('&#60;h1&#62;x&#60;/h1&#62;');
  });

  it.each([
    ['reads a field that is not there', 'export default (page) => page.titel', 'template_unknown_field', 'title'],
    ['exports no function', 'export const page = 1', 'template_failed', 'export default'],
    ['is no JavaScript', 'export default (', 'template_failed', 'page.js'],
    ['waits before it exports', 'await 0; export default () => ""', 'template_failed', 'page.js'],
  ])('fails with an error that names the file when it %s', async (_what, source, code, named) => {
    const target = write('own/page.js', source);
    const error = await inn()
      .render('inn/page', { title: 'x' })
      .then(String, (reason: Error & { code: string }) => reason);
    expect(error).toMatchObject({ code });
    expect(String(error)).toContain(named);
    expect(String(error)).toContain(target);
  });

  it('falls back to the next file in production', async () => {
    write('own/page.eta', 'ours');
    write('site/inn/page.js', 'export default () => missing.at.all;');
    expect(await inn(false).render('inn/page', { title: 'x' })).toBe('ours');
  });
});
