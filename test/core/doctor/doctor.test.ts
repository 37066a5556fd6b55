import { sql } from 'kysely';
import { definePlugin, type Plugin } from 'mortise';
import type { CheckFinding, OwnedDoctor } from 'mortise/operations';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A plugin of a third party, whose checks the tests replace. */
function pantry(register: (doctor: OwnedDoctor) => void): Plugin {
  return definePlugin({ name: 'acme-pantry', version: '1.0.0', setup: ({ doctor }) => register(doctor) });
}

describe('mortise doctor', () => {
  let host: TestHost;
  let findings: CheckFinding[];
  let fixed: number;

  function shelves(doctor: OwnedDoctor): void {
    doctor.check({
      name: 'empty-shelves',
      title: (locale) => (locale === 'de' ? 'Leere Regale' : 'Empty shelves'),
      hint: 'Go shopping.',
      find: async () => findings,
    });
    doctor.check({
      name: 'counts',
      find: async () => (fixed > 0 ? [] : findings),
      fix: async () => (fixed += 1),
    });
    doctor.command('pantry doctor');
  }

  beforeEach(async () => {
    findings = [];
    fixed = 0;
    host = await createTestHost({ plugins: [pantry(shelves)] });
  });
  afterEach(() => host.close());

  const run = (...options: string[]) => host.command('doctor', ...options);
  const rows = async (...options: string[]) =>
    JSON.parse((await run('--plugin=acme-pantry', '--format=json', ...options)).stdout) as object[];

  it('passes without findings, and with notices', async () => {
    expect(await run('--plugin=acme-pantry')).toMatchObject({ code: 0, stderr: 'No problems found.\n' });
    findings = [{ subject: 'rice', message: 'low', severity: 'notice' }];
    expect(await run('--plugin=acme-pantry')).toMatchObject({ code: 0 });
  });

  it.each([undefined, 'warning', 'error'] as const)(
    'exits with 1 for a finding with the severity %s',
    async (severity) => {
      findings = [{ subject: 7, message: 'rice is out', ...(severity && { severity }) }];
      expect(await run('--plugin=acme-pantry')).toMatchObject({ code: 1 });
      expect(await rows()).toEqual([
        {
          severity: severity ?? 'warning',
          plugin: 'acme-pantry',
          code: 'empty-shelves',
          subject: '7',
          message: 'rice is out',
          hint: 'Go shopping.',
          fixable: false,
        },
        expect.objectContaining({ code: 'counts', hint: null, fixable: true }),
      ]);
    },
  );

  it('prints five findings of a code with their hint, and all for programs', async () => {
    findings = Array.from({ length: 7 }, (_, index) => ({ subject: index, message: `shelf ${index}`, code: 'shelf' }));
    const { stdout, stderr } = await run('--plugin=acme-pantry');
    expect(stdout.match(/^warning +acme-pantry +shelf +\d$/gm)).toHaveLength(5);
    expect(stderr).toContain('shelf: Go shopping.\n  0: shelf 0\n');
    expect(stderr).toContain('... and 9 more');
    expect(await rows()).toHaveLength(14);
  });

  it('fixes only with --fix, and checks again', async () => {
    findings = [{ subject: 'rice', message: 'miscounted' }];
    await rows();
    expect(fixed).toBe(0);
    expect(await rows('--fix')).toMatchObject([{ code: 'empty-shelves' }]);
    expect(fixed).toBe(1);
    findings = [];
    await rows('--fix');
    expect(fixed).toBe(1);
  });

  it('reports a check that throws, and runs the others', async () => {
    findings = [{ subject: 'rice', message: 'low' }];
    await host.close();
    host = await createTestHost({
      plugins: [
        pantry((own) => {
          own.check({ name: 'broken', find: async () => Promise.reject(new Error('no light')) });
          own.check({ name: 'next', find: async () => findings });
        }),
      ],
    });
    expect(await rows()).toMatchObject([
      { severity: 'error', code: 'check_failed', subject: 'broken', message: expect.stringContaining('no light') },
      { code: 'next' },
    ]);
  });

  it('runs the checks of the core and all plugins, or of one', async () => {
    const owners = async (options = {}) => new Set((await host.doctor.examine(options)).map(({ owner }) => owner));
    expect(await owners()).toEqual(new Set(['core', 'acme-pantry']));
    expect(await owners({ owner: 'core' })).toEqual(new Set(['core']));
    expect(await run('--plugin=nobody')).toMatchObject({ code: 2, stderr: expect.stringContaining('acme-pantry') });
    findings = [{ subject: 'rice', message: 'low' }];
    const own = await host.command('pantry', 'doctor', '--format=json');
    expect(own.code).toBe(1);
    expect(JSON.parse(own.stdout)).toEqual(await rows());
  });

  it('forgets the checks of a plugin that is deactivated', async () => {
    await host.plugins.deactivate('acme-pantry');
    expect(await run('--plugin=acme-pantry')).toMatchObject({ code: 2 });
    await host.plugins.activate([pantry(() => undefined)]);
    await expect(host.doctor.examine({ owner: 'acme-pantry' })).rejects.toMatchObject({ code: 'doctor_check_missing' });
  });

  it.each(['', 'Upper', 'two words', 'a--b'])('refuses the name %j', async (name) => {
    const plugin = pantry((doctor) => doctor.check({ name, find: async () => [] }));
    await expect(createTestHost({ plugins: [plugin] })).rejects.toMatchObject({
      cause: { code: 'doctor_check_invalid' },
    });
  });

  it('shows findings on a page, and fixes the selected ones there', async () => {
    findings = [{ subject: 'rice<b>', message: 'miscounted' }];
    const as = await host.createUser('administrator');
    const read = async () => (await host.visit('/admin/doctor?plugin=acme-pantry', { as })).text();
    expect(await read()).toMatch(/Empty shelves[\s\S]*Warning[\s\S]*: miscounted[\s\S]*Go shopping\./);
    expect(await read()).not.toContain('rice<b>');
    expect(await read()).not.toMatch(/Configuration|checks? passed/);
    expect((await host.visit('/admin/doctor', { as: await host.createUser('editor') })).status).toBe(403);
    const ids = ['acme-pantry/empty-shelves/0', 'acme-pantry/counts/0'];
    const answer = await host.submit('/admin/doctor', 'bulk', { ids, bulk: 'fix' }, { as });
    expect(answer.status).toBe(303);
    expect(fixed).toBe(1);
  });

  it('folds passed checks to one line, with their titles in the language of the site', async () => {
    await host.close();
    host = await createTestHost({ locale: 'de', plugins: [pantry(shelves)] });
    const as = await host.createUser('administrator');
    const read = async () => (await host.visit('/admin/doctor?plugin=acme-pantry', { as })).text();
    expect(await read()).toMatch(
      /<summary>2 Prüfungen bestanden<\/summary>\s*<ul>\s*<li>Leere Regale<\/li>\s*<li>counts/,
    );
    findings = [{ subject: 'rice', message: 'low' }];
    fixed = 1;
    expect(await read()).toMatch(/<summary>1 Prüfung bestanden<\/summary>\s*<ul>\s*<li>counts/);
  });

  it('answers over REST to administrators', async () => {
    findings = [{ subject: 7, message: 'rice is out' }];
    const read = async (role: string | null) =>
      host.request('GET', '/mortise/v1/health/checks?plugin=acme-pantry', {
        as: role === null ? null : await host.createUser(role),
      });
    expect((await read(null)).status).toBe(401);
    expect((await read('editor')).status).toBe(403);
    expect(await read('administrator')).toMatchObject({
      status: 200,
      data: {
        status: 'warning',
        checks: [
          {
            plugin: 'acme-pantry',
            name: 'empty-shelves',
            status: 'warning',
            hint: 'Go shopping.',
            fixable: false,
            findings: [{ severity: 'warning', code: 'empty-shelves', subject: '7', message: 'rice is out' }],
          },
          { name: 'counts', fixable: true },
        ],
      },
    });
  });
});

describe('checks of the core', () => {
  let host: TestHost;
  beforeEach(async () => {
    const plugin = definePlugin({
      name: 'acme-oven',
      version: '1.0.0',
      setup({ health, jobs }) {
        health.check('oven', async () => ({ status: 'warn', message: 'The oven is cold.' }));
        jobs.schedule({ name: 'acme_bake', every: 60_000, run: async () => undefined });
      },
    });
    host = await createTestHost({ plugins: [plugin] });
  });
  afterEach(() => host.close());

  const check = async (name: string) => (await host.doctor.examine({ owner: 'core', name }))[0]?.findings;

  it('report health checks that do not pass', async () => {
    expect(await check('health')).toEqual([
      { severity: 'warning', code: 'health', subject: 'acme-oven/oven', message: 'The oven is cold.' },
    ]);
  });

  it('report a damaged database', async () => {
    expect(await check('database')).toEqual([]);
    await sql`drop table ${sql.table('terms')}`.execute(host.db.query);
    expect(await check('database')).toContainEqual(
      expect.objectContaining({ severity: 'error', code: 'table_missing', subject: 'terms' }),
    );
  });

  it('report schedules that no process runs', async () => {
    expect(await check('schedules')).toEqual([expect.objectContaining({ message: 'No schedule ever ran.' })]);
    const now = (await host.db.now()).getTime();
    const ran = async (slot: number) => {
      const pattern = (await host.schedules.list()).find(({ name }) => name === 'acme_bake')?.when ?? '';
      const row = { name: 'acme_bake', pattern: `every ${pattern}`, slot };
      await host.db.upsert('schedules', row, ['name'], row);
    };
    await ran(now);
    expect(await check('schedules')).toEqual([]);
    await ran(now - 2 * 60 * 60 * 1000);
    expect(await check('schedules')).toMatchObject([
      { subject: 'acme_bake', message: expect.stringContaining('overdue since') },
    ]);
  });
});
