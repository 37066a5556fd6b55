import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from 'mortise/webhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hostWithRecipes, writeSoup } from './host.js';

describe('the weekly menu', () => {
  it('is planned for Monday mornings', async () => {
    const host = await hostWithRecipes();
    expect(await host.schedules.list()).toContainEqual(
      expect.objectContaining({ name: 'acme_weekly_menu', owner: 'acme-recipes', when: '0 8 * * 1' }),
    );
  });

  it('sends the favourites to the address in the settings, once a week', async () => {
    const host = await hostWithRecipes();
    const { soup, author } = await writeSoup(host);
    await host.plugin('acme-recipes').cook(soup.id, 2, author);
    await host.settings.save('acme-kitchen', { menuTo: 'cook@example.com' });
    const monday = new Date('2026-11-23T08:00:00Z');
    await host.schedules.begin('acme_weekly_menu', monday);
    await host.schedules.begin('acme_weekly_menu', monday);
    const done = await host.work();
    expect(done.filter(({ name }) => name === 'acme_send_menu')).toMatchObject([
      { status: 'completed', result: { sent: 1 } },
    ]);
    const mails = await host.sentMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('To: cook@example.com\r\nSubject: Menu of week 2968');
    expect(mails[0]).toContain(`Onion soup\nhttp://localhost:8080/recipes/${soup.id}`);
  });
});

describe('the doctor', () => {
  it('lists recipes without a method', async () => {
    const host = await hostWithRecipes();
    const { author } = await writeSoup(host);
    expect(await host.command('doctor', '--plugin=acme-recipes')).toMatchObject({ code: 0 });
    const { id } = await host.plugin('acme-recipes').create({ title: 'Water', method: ' ', portions: 1 }, author);
    const { code, stdout } = await host.command('doctor', '--plugin=acme-recipes', '--format=json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { code: 'recipes-without-method', subject: String(id), message: 'Water' },
    ]);
  });
});

describe('other machines', () => {
  it('hear of what was cooked, in a signed message that does not say by whom', async () => {
    const host = await hostWithRecipes({ webhooks: { allowPrivate: true } });
    const { soup } = await writeSoup(host);
    const cook = await host.createUser('subscriber');
    const received: { body: string; headers: NodeJS.Dict<string | string[]> }[] = [];
    const receiver = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      received.push({ body, headers: request.headers });
      response.writeHead(204).end();
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    onTestFinished(() => void receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const { secret } = await host.webhooks.endpoints.create({
      url: `http://127.0.0.1:${port}/`,
      topics: ['acme_recipe_cooked'],
    });

    await host.request('POST', `/acme/v1/recipes/${soup.id}/cook`, { as: cook });
    await host.work();
    expect(received).toHaveLength(1);

    const [message] = received;
    expect(verifyWebhook(secret, message?.headers ?? {}, message?.body ?? '')).toBe(true);
    const { topic, data } = JSON.parse(message?.body ?? '');
    expect(topic).toBe('acme_recipe_cooked');
    expect(data).toEqual({ recipe: { id: soup.id, title: 'Onion soup', times_cooked: 1 }, portions: 2 });
  });
});

describe('the health check', () => {
  it('warns while the menu has no recipients', async () => {
    const host = await hostWithRecipes();
    const menu = async () => (await host.health.report()).checks.find(({ name }) => name === 'acme-recipes/menu');
    expect(await menu()).toMatchObject({ status: 'warn' });
    await host.settings.save('acme-kitchen', { menuTo: 'cook@example.com' });
    expect(await menu()).toMatchObject({ status: 'pass' });
  });
});

describe('the commands', () => {
  it('add and list recipes', async () => {
    const host = await hostWithRecipes();
    const author = await host.createUser('author');
    expect(await host.command('recipes', 'add', 'Bread', '--author', author.login, '--portions=8')).toMatchObject({
      code: 0,
    });
    const { stdout } = await host.command('recipes', 'list', '--search=bre', '--format=json');
    expect(JSON.parse(stdout)).toMatchObject([{ title: 'Bread', portions: 8, cooked: 0 }]);
  });

  it('say what is wrong', async () => {
    const host = await hostWithRecipes();
    const add = async (...args: string[]) => {
      const { code, stderr } = await host.command('recipes', 'add', 'Bread', ...args);
      return [code, stderr];
    };
    expect(await add('--author=nobody')).toEqual([2, expect.stringContaining('There is no account "nobody"')]);
    expect(await add()).toEqual([2, expect.stringContaining("required option '--author <login>' not specified")]);
    expect(await add('--author=ada', '--portions=13')).toEqual([
      2,
      expect.stringContaining('Use a whole number from 1 to 12.'),
    ]);
  });
});
