import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('mortise kb access', () => {
  let host: TestHost;
  let guides: number;
  const ids: Record<string, number> = {};
  let member: string;
  let admin: string;
  let author: string;
  const run = (...argv: string[]) => host.command('kb', 'access', ...argv);
  const explained = async (...argv: string[]) =>
    JSON.parse((await run('explain', ...argv, '--format=json')).stdout) as {
      steps: { step: string; of: string; mode: string; says: string }[];
      [member: string]: unknown;
    };

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    const kb = host.plugin('knowledge-base');
    const [someone, boss, writer] = [
      await host.createUser('subscriber'),
      await host.createUser('administrator'),
      await host.createUser('author'),
    ];
    [member, admin, author] = [someone.login, boss.login, writer.login];
    const actor = { user: null, source: 'cli' as const };
    const rule = { listed: true, teaser: 'none', teaserWords: 0, message: null, redirectToLogin: false } as const;
    const members = await kb.access.rules.keep({ ...rule, mode: 'logged_in' });
    const hiddenRule = await kb.access.rules.keep({ ...rule, mode: 'nobody', listed: false });
    const open = await kb.access.rules.keep({ ...rule, mode: 'public' });
    await kb.access.rules.keep({ ...rule, mode: 'roles', roles: ['editor'] });
    guides = (await kb.categories.create({ name: 'Guides', ruleId: members })).id;
    const secret = (await kb.categories.create({ name: 'Secret', parentId: guides, ruleId: hiddenRule })).id;
    await kb.access.rules.refresh();
    const write = async (name: string, input: object) => {
      const article = { title: name, status: 'publish' as const, authorId: writer.id, ...input };
      ids[name] = (await kb.articles.create(article, actor)).id;
    };
    await write('Printer', { categoryIds: [guides] });
    await write('Plan', { categoryIds: [secret] });
    await write('Notice', { categoryIds: [secret], ruleId: open });
    await write('Draft', { status: 'draft' });
  });
  afterAll(() => host.close());

  it('explains each rule from the top, for an anonymous visitor by default', async () => {
    const { steps, ...answer } = await explained(String(ids.Plan));
    expect(answer).toMatchObject({ viewer: null, allowed: false, status: 404, reason: 'login', policy: 'all' });
    expect(steps.slice(0, 2)).toEqual([
      { step: 'rule', of: `category ${guides} Guides`, mode: 'logged_in', says: 'login' },
      expect.objectContaining({ step: 'rule', mode: 'nobody', says: 'nobody' }),
    ]);
    expect(steps.slice(2).map(({ step }) => step)).toEqual([
      'policy',
      'state',
      'callbacks',
      'result',
      'teaser',
      'anonymous',
    ]);
  });

  it('explains the access of a user and of an anonymous visitor', async () => {
    expect(await explained(String(ids.Printer), `--user=${member}`)).toMatchObject({
      allowed: true,
      status: 200,
      source: { type: 'category', id: guides },
      anonymous: { allowed: false, status: 401, reason: 'login' },
    });
    expect(await explained(String(ids.Plan), `--user=${member}`)).toMatchObject({ status: 404, reason: 'nobody' });
  });

  it('reports access managers and authors, who pass without a check', async () => {
    for (const [login, as] of [
      [admin, 'manager'],
      [author, 'author'],
    ]) {
      const { steps, allowed } = await explained(String(ids.Plan), `--user=${login}`);
      expect([allowed, steps.find(({ step }) => step === 'passes')?.of]).toEqual([true, as]);
    }
  });

  it('reports a status that hides the article from readers', async () => {
    const { steps, ...answer } = await explained(String(ids.Draft));
    expect(answer).toMatchObject({ allowed: false, status: 404, reason: 'status' });
    expect(steps).toContainEqual({ step: 'state', of: 'draft', mode: '', says: 'not for readers' });
  });

  it('reports the result of filter callbacks', async () => {
    const listening = host.hooks.addFilter('vendor_kb_can_access', () => true);
    const { steps, allowed } = await explained(String(ids.Plan));
    expect([allowed, steps.find(({ step }) => step === 'callbacks')?.says]).toEqual([true, 'ok']);
    listening.remove();
    expect(await explained(String(ids.Plan))).toMatchObject({ allowed: false });
  });

  it('prints a table, accepts a slug and exits with 2 for unknown arguments', async () => {
    const { code, stdout, stderr } = await run('explain', 'slug:guides/printer');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^step +of +mode +says$/m);
    expect(stdout).toMatch(/^result +category 1 +logged_in +401 login$/m);
    expect(stderr).toContain('A stranger may not read article');
    for (const wrong of [['slug:nowhere'], ['4711'], ['x'], [String(ids.Plan), '--user=nobody-here']]) {
      expect(await run('explain', ...wrong)).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it('reports readable articles without navigation and unused rules', async () => {
    const rows = JSON.parse((await run('report', '--format=json')).stdout) as object[];
    expect(rows).toEqual([
      { finding: 'not navigable', id: ids.Notice, mode: 'public', title: 'Notice', path: 'guides/secret/notice' },
      { finding: 'unused rule', id: expect.any(Number), mode: 'roles', title: '', path: '' },
    ]);
    expect((await run('report', `--user=${admin}`, '--format=count')).stdout).toBe('1\n');
  });
});
