import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ACCESS = '/admin/kb/access';

describe('the report on who reads what', () => {
  let host: TestHost;
  let manager: User;
  let reader: User;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    manager = await host.createUser('kb_manager');
    reader = await host.createUser('subscriber');
    const staff = await make('/categories', {
      name: 'Staff',
      access_rule: { mode: 'roles', roles: ['editor'] },
    });
    await write('Salaries', { categories: [staff] });
    await write('Press photos', { categories: [staff], access_rule: { mode: 'public' } });
    await write('For one', { access_rule: { mode: 'users', users: [reader.id] } });
    await write('Open to all', {});
  });
  afterAll(() => host.close());

  async function make(path: string, body: object): Promise<number> {
    const { data, status } = await host.request('POST', `/vendor-kb/v1${path}`, { as: manager, body });
    expect(status).toBe(201);
    return (data as { id: number }).id;
  }
  async function write(title: string, more: object): Promise<void> {
    ids.set(title, await make('/articles', { title, content: `${title} text.`, status: 'publish', ...more }));
  }
  const text = async (query: string, as: User = manager): Promise<string> => {
    const answer = await host.visit(ACCESS + query, { as });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  /** The row of an article, without markup. */
  function rowOf(html: string, title: string): string {
    const row = html.split('<tr role="row">').find((part) => part.includes(`>${title}</a>`)) ?? '';
    const cells = row.replaceAll(/<span class="m-cell-label"[^>]*>[^<]*<\/span>/g, '');
    return cells.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  }

  it('is for those who say who reads what', async () => {
    for (const role of ['editor', 'author', 'subscriber']) {
      expect((await host.visit(ACCESS, { as: await host.createUser(role) })).status).toBe(403);
    }
  });

  it('lists rules with whom they let in and what others are told', async () => {
    const html = await text('');
    expect(html).toContain('Roles: Editor');
    expect(html).toContain(`People: ${reader.name}`);
    expect(html).not.toContain('Open to all');
    expect(await text('?kind=category')).not.toContain('Press photos');
  });

  it('warns of what nothing leads to, of rules without use, and of names that are gone', async () => {
    expect(await text('?tab=warnings')).toContain('Press photos');
    const { rules } = host.plugin('knowledge-base').access;
    await rules.keep({ ...RULE, mode: 'capability', capability: 'read' });
    await rules.hang(await make('/categories', { name: 'Lost' }), await rules.keep({ ...RULE, roles: ['vanished'] }));
    await rules.refresh();
    const html = await text('?tab=warnings');
    expect(html).toContain('Rule without use');
    expect(html).toMatch(/There is no role \S{1,6}vanished/);
    expect(html).toContain('Reachable, but nothing leads there');
  });

  const RULE = {
    mode: 'roles',
    listed: false,
    teaser: 'none',
    teaserWords: 55,
    message: null,
    redirectToLogin: false,
  } as const;

  it('says of each article whether somebody may read it, and why', async () => {
    const stranger = await text('?tab=view');
    expect(rowOf(stranger, 'Salaries')).toContain('May not');
    expect(rowOf(stranger, 'Salaries')).toContain('Has to log in, by the rule of “Staff”');
    expect(rowOf(stranger, 'Open to all')).toContain('No rule stops them');
    const editor = await text('?tab=view&as=role:editor');
    expect(rowOf(editor, 'Salaries')).toContain('May read');
    expect(rowOf(editor, 'For one')).toContain('Is none of the people, by its own rule');
    const account = await host.createUser('subscriber');
    const named = await text(`?tab=view&user=${account.login}`);
    expect(named).toContain(`As seen by: ${account.name}`);
    expect(rowOf(named, 'Salaries')).toContain('Has none of the roles');
    expect(named).not.toContain('Open as this reader');
    expect(await text('?tab=view&user=nobody-there')).toContain('There is no account “nobody-there”');
    expect(rowOf(await text(`?tab=view&user=${manager.login}`), 'Salaries')).toContain('Manages access');
  });

  it('opens the page as that reader finds it, with a way back, and grants nothing', async () => {
    const page = `/admin/kb/articles/preview?id=${ids.get('Salaries')}&as=visitor&from=access`;
    const html = await (await host.visit(page, { as: manager })).text();
    expect(html).toContain('Leave this view');
    expect(html).not.toContain('Salaries text.');
    expect((await host.visit(page, { as: await host.createUser('author') })).status).toBeGreaterThanOrEqual(403);
  });
});
