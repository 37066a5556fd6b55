import { definePlugin, type Plugin, type User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toRule } from '../../../src/plugins/knowledge-base/domain/access/rule.js';
import type { SynonymGroup } from '../../../src/plugins/knowledge-base/domain/search/synonyms.js';

/** Current behavior of the plugin. */
interface Wish {
  synonyms: (() => unknown) | null;
  stopWords: ((words: readonly string[]) => unknown) | null;
}

interface HookInput {
  readonly synonyms: unknown[];
  readonly stopWords: unknown[];
}

/** Plugin with words of its own, through the public API only. */
function linguist(wish: Wish, calls: HookInput): Plugin {
  return definePlugin({
    name: 'acme-words',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks }) {
      hooks.addFilter('vendor_kb_synonyms', (groups, context) => {
        calls.synonyms.push([groups, context]);
        return wish.synonyms ? (wish.synonyms() as SynonymGroup[]) : groups;
      });
      hooks.addFilter('vendor_kb_stop_words', (words, context) => {
        calls.stopWords.push([words.includes('the'), context]);
        return wish.stopWords ? (wish.stopWords(words) as string[]) : words;
      });
    },
  });
}

const actor = { user: null, source: 'rest' } as const;

describe('search word filters', () => {
  const wish: Wish = { synonyms: null, stopWords: null };
  const calls: HookInput = { synonyms: [], stopWords: [] };
  const failures: string[] = [];
  let host: TestHost;
  let member: User;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), linguist(wish, calls)] });
    host.hooks.on('callbackFailed', ({ hook }) => failures.push(hook));
    member = await host.createUser('subscriber');
    await write('Kubernetes in short', { content: 'Clusters.' });
    await write('Signing in', { content: 'Your login and your password, please.' });
    await write('Hidden words', { content: 'orchestrator please', ruleId: await ruleOfMembers() });
    await write('Anmeldung', { content: 'Der Zugang.', locale: 'de' });
    await kb().searchIndex.ready();
  });
  afterAll(() => host.close());
  beforeEach(() => {
    Object.assign(wish, { synonyms: null, stopWords: null });
    failures.length = 0;
    host.hooks.resume('acme-words');
  });

  const kb = () => host.plugin('knowledge-base');
  const write = (title: string, input: object) => kb().articles.create({ title, status: 'publish', ...input }, actor);
  async function ruleOfMembers(): Promise<number> {
    const rule = toRule({ mode: 'logged_in', listed: false });
    if (!rule) throw new Error('no rule');
    return kb().access.rules.keep(rule);
  }
  /** Changes the behavior of the plugin and refreshes the index. */
  async function say(changes: Partial<Wish>): Promise<void> {
    Object.assign(wish, changes);
    await kb().searchIndex.refresh();
  }
  async function search(q: string, as: User | null = null) {
    const { data } = await host.request('GET', `/vendor-kb/v1/search?q=${encodeURIComponent(q)}`, { as });
    return data as {
      total: number;
      results: { title: string; highlights: { fragments: { html: string }[] }[] }[];
      corrections: unknown[];
    };
  }
  const titles = async (q: string, as: User | null = null) => (await search(q, as)).results.map(({ title }) => title);

  it('run once for each locale with articles, with the stop words of its language', () => {
    expect(calls.synonyms).toEqual([
      [[], { locale: 'de' }],
      [[], { locale: 'en' }],
    ]);
    expect(calls.stopWords).toEqual([
      [false, { locale: 'de' }],
      [true, { locale: 'en' }],
    ]);
  });

  it('add two-way synonyms, which match any form and are highlighted', async () => {
    expect(await titles('k8s')).toEqual([]);
    await say({ synonyms: () => [{ words: ['K8s', 'kubernetes'] }, { words: ['logins', 'entrance'] }] });
    expect(await titles('k8s')).toEqual(['Kubernetes in short']);
    expect(await titles('entrance')).toEqual(['Signing in']);
    const [hit] = (await search('k8s')).results;
    expect(JSON.stringify(hit?.highlights)).toContain('<mark>Kubernetes</mark>');
  });

  it('add one-way synonyms', async () => {
    await say({
      synonyms: () => [
        { words: ['k8s'], also: ['kubernetes'] },
        { words: ['kubernetes'], also: ['login'] },
      ],
    });
    expect(await titles('k8s')).toEqual(['Kubernetes in short']);
    expect(await titles('login')).toEqual(['Signing in']);
    expect(await titles('kubernetes')).toEqual(['Kubernetes in short', 'Signing in']);
  });

  it('apply synonyms to a corrected word', async () => {
    await say({ synonyms: () => [{ words: ['clusters', 'password'] }] });
    const found = await search('pasword');
    expect(found.corrections).toMatchObject([{ from: 'pasword', to: 'password' }]);
    expect(found.results.map(({ title }) => title).toSorted()).toEqual(['Kubernetes in short', 'Signing in']);
  });

  it('prevent the correction of a word with synonyms', async () => {
    await say({ synonyms: () => [{ words: ['passwort', 'clusters'] }] });
    expect(await search('passwort')).toMatchObject({ corrections: [], results: [{ title: 'Kubernetes in short' }] });
  });

  it('reveal nothing to users without access', async () => {
    await say({ synonyms: () => [{ words: ['conductor', 'orchestrator'] }] });
    expect(await search('conductor')).toMatchObject({ total: 0, results: [], corrections: [] });
    expect(await titles('conductor', member)).toEqual(['Hidden words']);
  });

  it('set stop words, which match only in titles', async () => {
    expect(await titles('password')).toEqual(['Signing in']);
    expect(await titles('please')).toEqual([]);
    await say({ stopWords: (words) => [...words.filter((word) => word !== 'please'), 'Password'] });
    expect(await titles('password')).toEqual([]);
    expect(await titles('please')).toEqual(['Signing in']);
  });

  it('rebuild the index only for changed stop words; changed synonyms apply immediately', async () => {
    await say({});
    const built = () => host.hooks.didAction('vendor_kb_index_rebuilt');
    const before = built();
    await kb().searchIndex.refresh();
    expect(built()).toBe(before);
    await say({ synonyms: () => [{ words: ['one', 'other'] }] });
    expect(built()).toBe(before);
    await say({ stopWords: (words) => [...words, 'other'] });
    expect(built()).toBe(before + 1);
    await say({ stopWords: (words) => [...words, 'other'] });
    expect(built()).toBe(before + 1);
  });

  it('follow their plugin when it is deactivated and activated', async () => {
    await say({ synonyms: () => [{ words: ['k8s', 'kubernetes'] }] });
    await host.lifecycle.deactivate('acme-words');
    await kb().searchIndex.ready();
    expect(await titles('k8s')).toEqual([]);
    await host.lifecycle.activate('acme-words');
    wish.synonyms = () => [{ words: ['k8s', 'kubernetes'] }];
    await kb().searchIndex.refresh();
    expect(await titles('k8s')).toEqual(['Kubernetes in short']);
  });

  it('run again on a reindex request', async () => {
    await say({});
    wish.synonyms = () => [{ words: ['k8s', 'kubernetes'] }];
    await host.request('POST', '/vendor-kb/v1/search/reindex', { as: await host.createUser('administrator') });
    expect(await titles('k8s')).toEqual(['Kubernetes in short']);
  });

  it.each<[string, Partial<Wish>, string]>([
    ['no list', { synonyms: () => 'k8s' }, 'vendor_kb_synonyms'],
    ['groups without words', { synonyms: () => [{ also: ['k8s'] }] }, 'vendor_kb_synonyms'],
    ['words that are none', { synonyms: () => [{ words: [8] }] }, 'vendor_kb_synonyms'],
    ['several words for one that says nothing', { stopWords: () => ['in order to'] }, 'vendor_kb_stop_words'],
    ['nothing of use', { stopWords: () => null }, 'vendor_kb_stop_words'],
  ])('are skipped if they return %s', async (_what, returned, hook) => {
    await say(returned);
    expect(failures).toContain(hook);
    expect(await titles('kubernetes')).toEqual(['Kubernetes in short']);
  });

  it('do no harm when they throw', async () => {
    const fail = (): never => {
      throw new Error('no words');
    };
    await say({ synonyms: fail, stopWords: fail });
    expect(failures).toEqual(expect.arrayContaining(['vendor_kb_synonyms', 'vendor_kb_stop_words']));
    expect(await titles('the password')).toEqual(['Signing in']);
  });
});
