import { definePlugin } from 'mortise';
import { adminForm, formError } from 'mortise/admin';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/**
 * Plugin with everything that a plugin test has to reach: a page with a form, a command, jobs, a schedule and emails.
 */
const bakery = definePlugin({
  name: 'acme-bakery',
  version: '1.0.0',
  setup({ admin, cli, jobs, mail }) {
    const loaves: string[] = [];
    admin.page({
      path: '/bakery/{oven}',
      title: 'Bakery',
      capability: 'edit_posts',
      template: 'core/admin/forms',
      load: (request) => ({
        strings: request.strings,
        definitions: [{ term: `Oven ${request.params.oven}`, text: loaves.join(', ') }],
        items: [],
        forms: [adminForm(request, { action: 'bake', fields: [{ kind: 'text', name: 'loaf', label: 'Loaf' }] })],
        links: [],
      }),
      actions: {
        bake(_request, form) {
          if (form.text('loaf') === '') throw formError({ loaf: 'Name it.' });
          loaves.push(form.text('loaf'), ...form.list('more'));
          return { notice: 'Baked.' };
        },
      },
    });
    cli.command('bakery count', {
      summary: 'Count loaves',
      arguments: [{ name: 'oven', description: 'which oven' }],
      options: [
        { flags: '--baker <login>', description: 'who asks', required: true },
        { flags: '--weeks <number>', description: 'how far back', default: 1, integer: { minimum: 1, maximum: 52 } },
      ],
      async run({ args, options, output }) {
        output.record({ oven: args.oven, loaves: loaves.length, weeks: options.weeks });
        output.note('Counted.');
      },
    });
    const letters = jobs.define<{ slot: string }, string>({
      name: 'acme_letter',
      attempts: 2,
      backoff: 60_000,
      async run({ payload }) {
        if (payload.slot === '') throw new Error('No paper');
        await mail.send({ to: 'ada@example.com', subject: payload.slot, text: 'Bread.' });
        return payload.slot;
      },
    });
    jobs.schedule({
      name: 'acme_sundays',
      cron: '0 6 * * 0',
      run: async ({ slot }) => void (await letters.add({ slot: slot.toISOString() })),
    });
    jobs.schedule({ name: 'acme_mondays', cron: '0 6 * * 1', job: { add: () => letters.add({ slot: '' }) } });
  },
});

describe('test host', () => {
  let host: TestHost;
  beforeEach(async () => {
    host = await createTestHost({ plugins: [bakery] });
  });
  afterEach(() => host.close());

  it('opens pages as a user or visitor, without following redirects', async () => {
    const editor = await host.createUser('editor');
    const page = await host.visit('/admin/bakery/7', { as: editor });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Oven 7')]);
    expect((await host.visit('/admin/bakery/7')).status).toBe(302);
    expect((await host.visit('/admin/bakery/7', { as: await host.createUser('subscriber') })).status).toBe(403);
  });

  it('submits forms as their buttons do', async () => {
    const editor = await host.createUser('editor');
    const fields = { loaf: 'Rye', more: ['Wheat', 'Spelt'] };
    const sent = await host.submit('/admin/bakery/7', 'bake', fields, { as: editor });
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, '/admin/bakery/7']);
    expect(await (await host.visit('/admin/bakery/7', { as: editor })).text()).toContain('Rye, Wheat, Spelt');
    const refused = await host.submit('/admin/bakery/7', 'bake', { loaf: '' }, { as: editor });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Name it.')]);
  });

  it('runs commands with options and formats, and separates data from notes', async () => {
    expect(await host.command('bakery', 'count', 'seven', '--baker=ada', '--format=ndjson')).toEqual({
      code: 0,
      stdout: '{"oven":"seven","loaves":0,"weeks":1}\n',
      stderr: 'Counted.\n',
    });
    expect((await host.command('bakery', 'count', 'seven', '--baker=ada', '--weeks=12', '--field=weeks')).stdout).toBe(
      '12\n',
    );
  });

  it.each([
    [['--baker=ada'], "missing required argument 'oven'"],
    [['seven'], "required option '--baker <login>' not specified"],
    [['seven', '--baker=ada', '--weeks=53'], 'Use a whole number from 1 to 52.'],
    [['seven', '--baker=ada', '--weeks=1e1'], 'Use a whole number from 1 to 52.'],
    [['seven', '--baker=ada', '--weeks='], 'Use a whole number from 1 to 52.'],
  ])('rejects %s as the command line does', async (args, message) => {
    expect(await host.command('bakery', 'count', ...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  it('starts a schedule on request, and works on its jobs and the jobs they add', async () => {
    await host.schedules.begin('acme_sundays', new Date('2026-11-22T06:00:00Z'));
    expect((await host.work()).map(({ name, status }) => [name, status])).toEqual(
      expect.arrayContaining([
        ['acme_sundays', 'completed'],
        ['acme_letter', 'completed'],
      ]),
    );
    expect(await host.sentMails()).toEqual([expect.stringContaining('Subject: 2026-11-22T06:00:00.000Z')]);
    expect(await host.work()).toEqual([]);
    await expect(host.schedules.begin('acme_fridays')).rejects.toMatchObject({ code: 'schedule_missing', status: 404 });
  });

  it('leaves a job that waits for a retry', async () => {
    await host.schedules.begin('acme_mondays');
    expect(await host.work()).toEqual([]);
    expect((await host.jobs.list({ name: 'acme_letter' })).jobs).toMatchObject([
      { status: 'delayed', error: 'No paper' },
    ]);
  });
});
