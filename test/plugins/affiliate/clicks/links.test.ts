import fc from 'fast-check';
import { utc } from 'mortise/database';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/core/database/database.js';
import { createSite } from '../../../../src/core/site.js';
import { createLinks, type Links } from '../../../../src/plugins/affiliate/links/links.js';
import { withoutRef, withRef } from '../../../../src/plugins/affiliate/links/ref-query.js';
import { judgeTarget } from '../../../../src/plugins/affiliate/links/target.js';
import { trackingMigrations } from '../../../../src/plugins/affiliate/tables/migrations.js';
import { describeDatabases } from '../../../support/databases.js';

const site = createSite({
  url: 'https://site.example/shop',
  name: '',
  description: '',
  locale: 'en',
  timezone: 'UTC',
  root: '/api',
  admin: '/admin',
  media: '/media',
});
const hosts = ['partner.example', 'other.example:8443'];
const allowed = new Set(['site.example', ...hosts]);
const AFFILIATE = { id: 1, code: 'ada' };

describe('link target check', () => {
  it.each([
    ['https://site.example/a?b=c#d', 'https://site.example/a?b=c#d'],
    ['/a', 'https://site.example/a'],
    ['a', 'https://site.example/shop/a'],
    ['?q=1', 'https://site.example/shop/?q=1'],
    ['https://partner.example/', 'https://partner.example/'],
    ['HTTPS://Partner.Example/', 'https://partner.example/'],
    ['https://other.example:8443/', 'https://other.example:8443/'],
    ['https://site.example/?next=https://evil.example', 'https://site.example/?next=https://evil.example'],
  ])('allows %s', (text, address) => {
    expect(judgeTarget(text, { site, hosts })?.href).toBe(address);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    'https://site.example@evil.example',
    'https://user@site.example/',
    'https://site.example:secret@site.example/',
    'https://site.example.evil.example',
    'https://evil.example#@site.example',
    'https://evilsite.example',
    'https://sub.partner.example',
    'https://partner.example:444/',
    'https://other.example/',
    'http://site.example/',
    'http://partner.example/',
    'https://site.example.',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://site.example/1',
    'ftp://site.example/',
    'file:///etc/passwd',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'https://site.example/a b',
    'https://site.example/\u202e',
    'https://',
    '',
    `/${'a'.repeat(2100)}`,
  ])('rejects %j', (text) => {
    expect(judgeTarget(text, { site, hosts })).toBeNull();
  });

  it('leads only to allowed hosts, for any input', () => {
    const pieces = fc.constantFrom(
      ...['/', '//', '\\', '@', ':', '.', '..', '?', '#', '%2f', '%5c', '%00', '\t', '\n', ' ', ';', '&', '[', ']'],
      ...[
        'https:',
        'http:',
        'HTTPS:',
        'javascript:',
        'site.example',
        'evil.example',
        'partner.example',
        '127.1',
        '::1',
      ],
      ...['\u3002', '\uff0f', '\u2044', '\u00ad', 'xn--', '443', '8443'],
    );
    const hostile = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 });
    let attempts = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          hostile.map((parts) => parts.join('')),
          fc.webUrl(),
          fc.string(),
        ),
        (text) => {
          const url = judgeTarget(text, { site, hosts });
          if (!url) return;
          attempts += 1;
          const sent = withRef(url, { name: 'ref', code: 'ada', campaign: 'x' });
          // Parse the header as a browser does, on any page.
          const read = new URL(sent.href, 'https://elsewhere.example');
          expect(allowed).toContain(read.host);
          expect(read.protocol).toBe('https:');
          expect(read.username + read.password).toBe('');
        },
      ),
      { numRuns: 5000 },
    );
    expect(attempts).toBeGreaterThan(100);
  });
});

describe('referral code in a URL', () => {
  const ref = { name: 'ref', code: 'ada', campaign: 'spring' };

  it('replaces another code, and keeps the rest of the URL as written', () => {
    const target = new URL('https://site.example/a?x=%20+%C3%A4&ref=bob&r%65f=cyd&ref_campaign=old&empty#part');
    expect(withRef(target, ref).href).toBe(
      'https://site.example/a?x=%20+%C3%A4&empty&ref=ada&ref_campaign=spring#part',
    );
    expect(withoutRef(target, 'ref').href).toBe('https://site.example/a?x=%20+%C3%A4&empty#part');
  });

  it('appears once and leaves the other parameters unchanged', () => {
    const queries = fc.webQueryParameters();
    fc.assert(
      fc.property(
        queries,
        fc.webFragments(),
        fc.constantFrom('', '&ref=bob', '&ref', '&ref='),
        (query, fragment, more) => {
          const target = new URL(`https://site.example/a?${query}${more}#${fragment}`);
          const once = withRef(target, ref);
          expect(once.searchParams.getAll('ref')).toEqual(['ada']);
          expect(once.hash).toBe(target.hash);
          expect(withRef(once, ref).href).toBe(once.href);
          const others = (url: URL) => [...url.searchParams].filter(([name]) => !name.startsWith('ref'));
          expect(others(once)).toEqual(others(target));
        },
      ),
    );
  });
});

describeDatabases('affiliate link', (database) => {
  let db: Database;
  let links: Links;
  let now: string[];
  let calls: unknown[];
  let reword: (url: string) => string;
  beforeEach(async () => {
    db = await database();
    await db.migrate('affiliate', trackingMigrations);
    now = [...hosts];
    calls = [];
    reword = (url) => url;
    links = createLinks({
      db,
      site,
      now: () => new Date(),
      outbox: {
        announce: async (...event: unknown[]) => void calls.push(event),
      },
      log: { warn: (...args: unknown[]) => expect.fail(JSON.stringify(args)) },
      allowedHosts: async () => now,
      refParameter: async () => 'ref',
      linkUrl: (url) => reword(url),
      shortPath: '/go',
    });
  });

  it('returns the same link for the same input, also for concurrent requests', async () => {
    const input = { url: '/a?b=c#d', campaign: 'spring' };
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => links.generate(AFFILIATE, input)));
    for (const other of others) expect(other).toEqual(first);
    expect(calls).toContainEqual(['vendor_affiliate_link_generated', first, AFFILIATE.id]);
    expect(first).toMatchObject({
      url: 'https://site.example/a?b=c&ref=ada&ref_campaign=spring#d',
      code: 'ada',
      campaign: 'spring',
      target_url: 'https://site.example/a?b=c#d',
    });
    expect(await links.generate(AFFILIATE, { ...input, url: '/a?ref=bob&b=c#d' })).toEqual(first);
    const different = [{ ...input, campaign: 'autumn' }, { url: input.url }, { campaign: 'spring' }, {}];
    const created = await Promise.all(different.map((each) => links.generate(AFFILIATE, each)));
    expect(new Set([first, ...created].map((link) => link?.link_id)).size).toBe(5);
    expect((await links.generate({ id: 2, code: 'bob' }, input)).link_id).not.toBe(first?.link_id);
  });

  it('opens the stored target, or the home page when it is unknown or no longer allowed', async () => {
    const { short_url } = await links.generate(AFFILIATE, { url: 'https://partner.example/x', campaign: 'spring' });
    const short = short_url.slice('https://site.example/shop/go/ada/'.length);
    const opened = await links.open(AFFILIATE, short);
    expect(opened.target.href).toBe('https://partner.example/x?ref=ada&ref_campaign=spring');
    expect(opened.campaign).toBe('spring');
    const home = 'https://site.example/shop/?ref=ada';
    expect((await links.open({ id: 2, code: 'bob' }, short)).target.href).toBe('https://site.example/shop/?ref=bob');
    expect((await links.open(AFFILIATE, 'nothing')).target.href).toBe(home);
    expect((await links.open(AFFILIATE, undefined)).target.href).toBe(home);
    now = [];
    expect((await links.open(AFFILIATE, short)).target.host).toBe('site.example');
  });

  it('opens a target rewritten by the site, unless that URL is not allowed', async () => {
    reword = (url) => url.replace('/a', '/b');
    const { url, short_url } = await links.generate(AFFILIATE, { url: '/a' });
    expect(url).toBe('https://site.example/b?ref=ada');
    const short = short_url.slice('https://site.example/shop/go/ada/'.length);
    expect((await links.open(AFFILIATE, short)).target.href).toBe(url);
    for (const target of ['https://evil.example/', 'javascript:alert(1)', 'not an address at all']) {
      reword = () => target;
      expect((await links.open(AFFILIATE, short)).target.host).toBe('site.example');
    }
  });

  it.each([
    'https://site.example/shop/go/eva',
    '/shop/go/bob/abc23456',
    'go/bob',
    '/shop/go',
    '/shop/go/',
    '/shop/%67o/eva',
    '/shop/go%2Feva',
    '/shop//go//eva?x=1#y',
    '/shop/a/../go/eva',
  ])('refuses short links as targets, which would count visitors twice: %s', async (url) => {
    await expect(links.generate(AFFILIATE, { url })).rejects.toMatchObject({
      code: 'vendor_affiliate_invalid_url',
      status: 400,
      message: expect.stringContaining('affiliate link'),
    });
    reword = () => new URL(url, 'https://site.example/shop/').href;
    const { url: generated, short_url } = await links.generate(AFFILIATE, { url: '/a' });
    expect(generated).toBe('https://site.example/a?ref=ada');
    const short = short_url.slice('https://site.example/shop/go/ada/'.length);
    expect((await links.open(AFFILIATE, short)).target.href).toBe(generated);
  });

  it.each(['/go/eva', '/shop/gone', '/shop/go-on/eva', 'https://partner.example/shop/go/eva'])(
    'allows pages that only look like short links: %s',
    async (url) => {
      expect((await links.generate(AFFILIATE, { url })).target_url).toBe(new URL(url, 'https://site.example/').href);
    },
  );

  it('opens the home page for a link from an earlier release that targets a short link', async () => {
    const row = {
      affiliate_id: 1,
      short_code: '22222222',
      digest: 'x',
      campaign: '',
      created_at: utc.encode(new Date()),
    };
    await db.insert('affiliate_links', { ...row, target_url: 'https://site.example/shop/go/eva' });
    expect((await links.open(AFFILIATE, '22222222')).target.href).toBe('https://site.example/shop/?ref=ada');
  });

  it('rejects foreign targets and invalid campaigns', async () => {
    await expect(links.generate(AFFILIATE, { url: '//evil.example' })).rejects.toMatchObject({
      code: 'vendor_affiliate_invalid_url',
      status: 400,
    });
    for (const campaign of ['a/b', '<i>', 'x'.repeat(65), 'a&b']) {
      await expect(links.generate(AFFILIATE, { campaign })).rejects.toMatchObject({ status: 400 });
    }
  });
});
