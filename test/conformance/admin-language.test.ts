import { createTestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';

describe('service error messages', () => {
  it('are shown in the language of the site, at the field and on the page', async () => {
    const host = await createTestHost({ locale: 'de' });
    const browser = new BrowserAgent(await host.listen());
    const { login, password, id } = await host.createUser('administrator');
    await browser.logIn(login, password);
    const send = async (path: string, action: string, fields: object): Promise<string> =>
      (await browser.postForm(path, { ...(await browser.hiddenFields(path, action)), ...fields })).text;

    const account = { login, email: 'somebody@example.com', name: 'Ada', roles: 'subscriber' };
    expect(await send('/admin/users/add', 'create', account)).toContain('Dieser Benutzername ist bereits vergeben.');
    expect(await send('/admin/users/add', 'create', { ...account, login: ':' })).toContain('Benutzernamen haben 1 bis');
    expect(await send(`/admin/users/${id}`, 'roles', { roles: 'subscriber' })).toContain('der letzte Administrator');
    await host.close();
  });
});
