import type { User } from 'mortise';
import { safeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ACCESS = '/admin/kb/access';

describe('access report', () => {
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
  /** Returns the table row of an article without markup. */
  function rowOf(html: string, title: string): string {
    const row = html.split('<tr role="row">').find((part) => part.includes(`>${title}</a>`)) ?? '';
    const cells = row.replaceAll(/<span class="m-cell-label"[^>]*>[^<]*<\/span>/g, '');
    return cells.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  }

  it('requires the permission to manage access', async () => {
    for (const role of ['editor', 'author', 'subscriber']) {
      expect((await host.visit(ACCESS, { as: await host.createUser(role) })).status).toBe(403);
    }
  });

  it('lists rules with their roles and users, and filters by type', async () => {
    const html = await text('');
    expect(html).toContain('Roles: Editor');
    expect(html).toContain(`Users: ${reader.name}`);
    expect(html).not.toContain('Open to all');
    expect(await text('?kind=category')).not.toContain('Press photos');
  });

  it('warns about unlinked articles, unused rules and missing roles', async () => {
    expect(await text('?tab=warnings')).toContain('Press photos');
    const { rules } = host.plugin('knowledge-base').access;
    await rules.keep({ ...RULE, mode: 'capability', capability: 'read' });
    await rules.hang(await make('/categories', { name: 'Lost' }), await rules.keep({ ...RULE, roles: ['vanished'] }));
    await rules.refresh();
    const html = await text('?tab=warnings');
    expect(html).toContain('Unused rule');
    expect(html).toMatch(/There is no role \S{1,6}vanished/);
    expect(html).toContain('Not in navigation');
  });

  const RULE = {
    mode: 'roles',
    listed: false,
    teaser: 'none',
    teaserWords: 55,
    message: null,
    redirectToLogin: false,
  } as const;

  it('shows for each article whether a reader may read it and why', async () => {
    const stranger = await text('?tab=view');
    expect(rowOf(stranger, 'Salaries')).toContain('Denied');
    expect(rowOf(stranger, 'Salaries')).toContain('Sign-in required, set on category “Staff”');
    expect(rowOf(stranger, 'Open to all')).toContain('No rule denies access');
    const editor = await text('?tab=view&as=role:editor');
    expect(rowOf(editor, 'Salaries')).toContain('Allowed');
    expect(rowOf(editor, 'For one')).toContain('Not an allowed user, set on the article');
    const account = await host.createUser('subscriber');
    const named = await text(`?tab=view&user=${account.login}`);
    expect(named).toContain(`As ${account.name}`);
    expect(rowOf(named, 'Salaries')).toContain('No matching role');
    expect(named).toContain('Open as this reader');
    expect(await text('?tab=view&user=nobody-there')).toContain('User “nobody-there” not found.');
    expect(rowOf(await text(`?tab=view&user=${manager.login}`), 'Salaries')).toContain('Access manager');
  });

  it('opens a page as the reader sees it, with an exit link and without extra access', async () => {
    const page = '/admin/kb/access/view?as=visitor&path=/staff/salaries';
    const html = await (await host.visit(page, { as: manager })).text();
    expect(html).toContain('Exit this view');
    expect(html).not.toContain('Salaries text.');
    expect((await host.visit(page, { as: await host.createUser('author') })).status).toBeGreaterThanOrEqual(403);
  });

  describe('view as another reader', () => {
    const view = async (query: string, as: User = manager): Promise<string> => {
      const answer = await host.visit(`${ACCESS}/view?${query}`, { as });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('set-cookie')).toBeNull();
      return answer.text();
    };

    it('shows the home page, categories and articles, with links that stay in the view', async () => {
      const home = await view('as=visitor&path=');
      expect(home).toContain('Reader view (As a visitor).');
      expect(home).toContain('Open to all');
      expect(home).not.toContain('Salaries');
      expect(home).toMatch(/<a [^>]*href="\/admin\/kb\/access\/view\?as=visitor&#38;path=%2Fopen-to-all"/);
      expect(await view('as=visitor&path=/open-to-all')).toContain('Open to all text.');
      const closed = await view('as=visitor&path=/staff');
      expect(closed).toContain('Page not found');
      expect(closed).not.toContain('Salaries');
      await make('/categories', { name: 'Members', access_rule: { mode: 'logged_in', listed: true } });
      expect(await view('as=visitor&path=/members')).toContain('Restricted category');
      expect(await view('as=account&path=/members')).not.toContain('Restricted category');
      expect(await view('as=visitor&path=/not-there')).toContain('Exit this view');
    });

    it('applies the access rules of a user without showing the name of the user', async () => {
      expect(await view(`user=${reader.login}&path=/for-one`)).toContain('For one text.');
      const other = await host.createUser('subscriber');
      expect(await view(`user=${other.login}&path=/for-one`)).not.toContain('For one text.');
      host.hooks.addAction('vendor_kb_before_home', ({ echo, viewer }) => {
        echo(safeHtml(`<p>Hello ${viewer?.name ?? 'stranger'}, your orders</p>`));
      });
      const home = await view(`user=${reader.login}&path=`);
      expect(home).toContain('Hello …, your orders');
      expect(home).not.toContain(`Hello ${reader.name}`);
    });

    it('rejects unknown users, and users and roles with more permissions', async () => {
      const administrator = await host.createUser('administrator');
      for (const query of [`user=${administrator.login}`, 'as=role:administrator', 'user=nobody-there']) {
        expect((await host.visit(`${ACCESS}/view?${query}&path=`, { as: manager })).status).toBe(403);
      }
      expect((await host.visit(`${ACCESS}/view?user=${manager.login}&path=`, { as: administrator })).status).toBe(200);
      expect(await text(`?tab=view&user=${administrator.login}`)).toContain(
        'This reader has permissions that you lack',
      );
    });

    it('records no view and no denial, and offers no vote', async () => {
      const denied: unknown[] = [];
      const viewed: unknown[] = [];
      host.hooks.addAction('vendor_kb_access_denied', (target) => void denied.push(target));
      host.hooks.addAction('vendor_kb_article_viewed', (article) => void viewed.push(article));
      const article = await view(`user=${reader.login}&path=/open-to-all`);
      for (const path of ['/staff', '/staff/salaries', '/for-one', '']) await view(`as=visitor&path=${path}`);
      const { statistics } = host.plugin('knowledge-base');
      await statistics.flush();
      expect(denied).toEqual([]);
      expect(viewed).toEqual([]);
      expect(await host.db.query.selectFrom('kb_events').selectAll().execute()).toEqual([]);
      expect(article).not.toContain('name="helpful"');
      expect(article).not.toMatch(/name="_nonce" value="[^"]/);
    });
  });
});
