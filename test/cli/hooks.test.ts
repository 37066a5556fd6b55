import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/core/database/database.js';
import '../../src/core/identity/tables.js';
import { type CommandOptions, type CommandResult, mortise } from '../support/command-line.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GREETING = '/api/acme/v1/greeting';

/** Table row by column name. */
type Cells = Record<string, string>;

describe('mortise hooks', () => {
  let site: string;

  /** Runs `mortise hooks …`. */
  async function run(parameters: readonly string[], options: Partial<CommandOptions> = {}): Promise<CommandResult> {
    const result = await mortise(['hooks', ...parameters], { cwd: site, ...options });
    expect(result.signal).toBeNull();
    return result;
  }

  async function json(...parameters: string[]) {
    const { code, stdout } = await run([...parameters, '--format=json']);
    expect(code).toBe(0);
    return JSON.parse(stdout);
  }

  async function sessions(): Promise<number> {
    const db = createDatabase({ url: `sqlite:${site}/site.db` });
    const rows = await db.query.selectFrom('sessions').select('user_id').execute();
    await db.close();
    return rows.length;
  }

  /** Presses Ctrl-C when a page or a callback of the site was reached. */
  const interrupting = (): Partial<CommandOptions> => ({
    onStart: async (kill) => {
      const givesUpAt = Date.now() + 20_000;
      while (!existsSync(path.join(site, 'reached')) && Date.now() < givesUpAt) await sleep(10);
      kill('SIGINT');
    },
  });

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-cli-hooks-'));
    await copyFile(new URL('fixtures/hooks-site.config.mjs', import.meta.url), path.join(site, 'mortise.config.mjs'));
    await mkdir(path.join(site, 'node_modules'));
    await symlink(ROOT, path.join(site, 'node_modules/mortise'), 'dir');
    await mortise(['user', 'create', 'ada', 'ada@example.com', '--role=editor'], { cwd: site });
  });
  afterEach(() => rm(path.join(site, 'reached'), { force: true }));
  afterAll(() => rm(site, { recursive: true, force: true }));

  describe('list', () => {
    it('has a row per hook, actions first, sorted by name', async () => {
      const rows = table((await run(['list'])).stdout);
      const names = rows.map(({ kind, name }) => `${kind} ${name}`);
      expect(names).toEqual(names.toSorted());
      expect(rows.find(({ name }) => name === 'acme_greeting')).toEqual({
        kind: 'filter',
        name: 'acme_greeting',
        definer: 'acme-greeter',
        since: '1.0.0',
        onError: 'isolate',
        async: 'allowed',
        callbacks: '4',
        owners: 'acme-shout,acme-broken,acme-slow',
      });
      expect(rows.find(({ name }) => name === 'user_has_cap')).toMatchObject({ onError: 'critical', callbacks: '0' });
    });
    it('has all details in JSON', async () => {
      const hooks = await json('list', '--owner=acme-slow');
      expect(hooks).toMatchObject([
        {
          name: 'acme_greeting',
          owners: ['acme-shout', 'acme-broken', 'acme-slow'],
          definition: { decorating: true, timeoutMs: 2_000 },
          callbacks: [
            { owner: 'acme-shout', function: 'addExclamation', priority: 10 },
            { id: 'keep' },
            { owner: 'acme-broken', id: 'break-down', suspended: false },
            { owner: 'acme-slow' },
          ],
        },
      ]);
    });
    it('prints hooks with a value check in every format', async () => {
      const [hook] = await json('list', '--owner=knowledge-base', '--kind=filter');
      expect(hook.definition.accepts).toBe(true);
      for (const format of ['ndjson', 'csv', 'yaml', 'count']) {
        expect(await run(['list', `--format=${format}`])).toMatchObject({ code: 0 });
      }
    });
    it('filters by kind, owner and use', async () => {
      const used = (await run(['list', '--used', '--kind=action', '--field=name'])).stdout.trimEnd().split('\n');
      expect(used).toEqual(expect.arrayContaining(['acme_hostile', 'host_serving']));
      expect(used).not.toContain('vendor_kb_article_deleted');
      expect((await run(['list', '--owner=acme-greeter', '--field=name'])).stdout).toBe('acme_greeting\n');
      expect(await run(['list', '--kind=event'])).toMatchObject({ code: 2, stdout: '' });
    });
    it('prints no control characters of a plugin', async () => {
      for (const parameters of [['list'], ['explain', 'acme_hostile']]) {
        const { stdout, stderr } = await run(parameters);
        expect(`${stdout}${stderr}`).toContain('acme_hostile');
        expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      }
    });
  });

  describe('explain', () => {
    it('describes the hook and its callbacks in execution order, with the reason', async () => {
      const { code, stdout, stderr } = await run(['explain', 'acme_greeting']);
      expect(code).toBe(0);
      expect(stderr).toMatch(/filter "acme_greeting" is defined by "acme-greeter", since 1\.0\.0/);
      expect(stderr).toMatch(/Errors \(isolate\)/);
      expect(stderr).toMatch(/2000 ms/);
      expect(stderr).toMatch(/Deprecated since 1\.2\.0: use "acme_welcome"/);
      expect(table(stdout)).toMatchObject([
        { order: '1', owner: 'acme-shout', id: '', priority: '10', function: 'addExclamation', why: 'priority 10' },
        { order: '2', owner: 'acme-shout', id: 'keep', priority: '11' },
        { order: '3', owner: 'acme-broken', id: 'break-down', suspended: 'false' },
        { order: '4', owner: 'acme-slow', function: 'dawdle' },
      ]);
    });
    it('has all details in JSON', async () => {
      expect(await json('explain', 'acme_greeting')).toMatchObject([
        { kind: 'filter', definition: { definer: 'acme-greeter' }, callbacks: [{ why: 'priority 10' }, {}, {}, {}] },
      ]);
    });
    it('rejects an unknown name and suggests a similar one', async () => {
      expect(await run(['explain', 'acme_greetnig'])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/Did you mean "acme_greeting"\?.*\(hook_unknown\)/),
      });
      expect((await run(['explain', 'nothing_like_it'])).stderr).not.toContain('Did you mean');
    });
  });

  describe('trace', () => {
    it('shows the dispatches of a page with their calls and value changes', async () => {
      const { code, stdout, stderr } = await run(['trace', '/acme']);
      expect(code).toBe(0);
      expect(stderr).toMatch(/GET \/acme returned 200: 15 bytes, [\d.]+ ms, dispatches: 1\./);
      expect(table(stdout)).toMatchObject([
        { hook: 'acme_greeting', kind: 'filter', owner: '', changed: 'yes', returned: '"Hello stranger!"', error: '' },
        { hook: '  └ addExclamation', owner: 'acme-shout', changed: 'yes', returned: '"Hello stranger!"' },
        { hook: '  └ keep', owner: 'acme-shout', changed: '' },
        { hook: '  └ break-down', owner: 'acme-broken', changed: '', returned: '', error: 'Error: Out of order' },
        { hook: '  └ dawdle', kind: 'callback', owner: 'acme-slow', changed: '' },
      ]);
      expect(Number(table(stdout)[4]?.ms)).toBeGreaterThan(10);
    });
    it('accepts a full URL of the site below its mount path', async () => {
      expect(await run(['trace', 'https://example.com/help/acme'])).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('GET /acme returned 200'),
      });
    });
    it('shows a REST route in JSON', async () => {
      const dispatches = await json('trace', GREETING);
      expect(dispatches.map(({ hook }: { hook: string }) => hook)).toEqual([
        'rest_authentication_errors',
        'rest_pre_dispatch',
        'rest_request_parameter_order',
        'rest_request_before_callbacks',
        'rest_dispatch_request',
        'acme_greeting',
        'rest_request_after_callbacks',
        'rest_post_dispatch',
        'rest_send_nocache_headers',
        'rest_pre_echo_response',
      ]);
      expect(dispatches[5]).toMatchObject({
        before: { text: '"Hello stranger"' },
        after: { text: '"Hello stranger!"' },
        calls: [{}, {}, { error: 'Error: Out of order' }, { owner: 'acme-slow' }],
      });
    });
    it.each(['/acme', GREETING])('acts as a user on %s and ends the session afterwards', async (address) => {
      expect((await run(['trace', address, '--as=ada'])).stdout).toContain('Hello ada!');
      expect(await sessions()).toBe(0);
    });
    it('sends a body', async () => {
      const { stdout } = await run(['trace', GREETING, '--data={"name":"Bob"}']);
      expect(stdout).toContain('Hello Bob!');
    });
    it('shows the dispatches of a rejected request as well', async () => {
      const { code, stdout, stderr } = await run(['trace', GREETING, '--method=DELETE']);
      expect(code).toBe(0);
      expect(stderr).toMatch(/DELETE .* returned 40[45]/);
      expect(stdout).toContain('rest_pre_dispatch');
      expect(stdout).not.toContain('acme_greeting');
    });
    it.each([
      [[GREETING, '--method=BREW'], /Allowed choices are GET/],
      [['/acme', '--as=nobody'], /user_not_found/],
      [['acme'], /cli_argument_invalid/],
      [[GREETING, '--data={name}'], /cli_option_invalid/],
    ])('rejects %j', async (parameters, message) => {
      const { code, stdout, stderr } = await run(['trace', ...parameters]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(message);
    });
    it('shows the progress of an endless request when it is interrupted', async () => {
      const { code, stdout, stderr } = await run(['trace', '/acme/never', '--as=ada'], interrupting());
      expect(code).toBe(130);
      expect(stderr).toContain('failed (');
      expect(stdout).toContain('acme_greeting');
      expect(await sessions()).toBe(0);
    });
  });

  describe('profile', () => {
    it('lists the slow plugin first, with the time of its calls', async () => {
      const { code, stdout, stderr } = await run(['profile', '/acme', '--requests=4']);
      expect(code).toBe(0);
      const [first, ...others] = table(stdout);
      expect(first).toMatchObject({
        owner: 'acme-slow',
        calls: '4',
        share: expect.stringMatching(/^[\d.]+ +[█-▏]+$/),
      });
      expect(Number(first?.waitMs)).toBeGreaterThan(10);
      expect(Number(first?.totalMs)).toBeGreaterThan(4 * Number(first?.waitMs) - 1);
      expect(others.map(({ owner }) => owner)).toEqual(expect.arrayContaining(['acme-shout', 'acme-broken']));
      expect(stderr).toMatch(/\/acme: 4 times status 200/);
      expect(stderr).toMatch(/self: .*\n.*wait: .*\n.*Do not add/);
    });
    it('counts by hook and by callback over several URLs', async () => {
      const urls = `/acme,${GREETING}`;
      expect(await json('profile', urls, '--requests=2', '--by=hook')).toMatchObject([
        { kind: 'filter', hook: 'acme_greeting', calls: 16, overlapped: 0 },
      ]);
      expect(table((await run(['profile', urls, '--requests=2', '--by=callback'])).stdout)[0]).toMatchObject({
        owner: 'acme-slow',
        kind: 'filter',
        hook: 'acme_greeting',
        function: 'dawdle',
        calls: '4',
      });
    });
    it('prints exact numbers in JSON', async () => {
      const [first] = await json('profile', '/acme', '--requests=3');
      expect(first.totalMs).toBeCloseTo(first.calls * (first.selfMs + first.waitMs), 6);
      expect(first.share).toBeGreaterThan(first.totalMs / 1_000);
    });
    it('measures the REST root and the knowledge base without a URL, optionally as a user', async () => {
      const { code, stderr } = await run(['profile', '--requests=2', '--as=ada']);
      expect(code).toBe(0);
      expect(stderr).toMatch(/\/api\/: 2 times status 200/);
      expect(stderr).toMatch(/\/kb: 2 times status 200/);
      expect(await sessions()).toBe(0);
    });
    it('warns of URLs that respond with an error or a redirect', async () => {
      const redirect = await run(['profile', '/admin', '--requests=2']);
      expect(redirect.stderr).toMatch(
        /Warning: \/admin: 2 times status 302 to \/help\/admin\/login.*\nNo callback was called/s,
      );
      expect((await run(['profile', '/nowhere', '--requests=2'])).stderr).toMatch(
        /Warning: \/nowhere: 2 times status 404/,
      );
    });
    it.each([
      [['--requests=none'], /whole number from 1/],
      [['--requests=0'], /whole number from 1/],
      [['--by=day'], /Allowed choices are owner/],
      [['--as=nobody'], /user_not_found/],
    ])('rejects %j', async (parameters, message) => {
      const { code, stdout, stderr } = await run(['profile', '/acme', ...parameters]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(message);
    });
    it('prints partial results when it is interrupted', async () => {
      const { code, stdout } = await run(['profile', '/acme', '--requests=100000', '--as=ada'], interrupting());
      expect(code).toBe(130);
      expect(stdout).toContain('acme-slow');
      expect(await sessions()).toBe(0);
    });
  });
});

/** Parses a table by the column widths of its separator lines. */
function table(text: string): Cells[] {
  const [header = '', lines = '', ...rows] = text.trimEnd().split('\n');
  const columns = [...lines.matchAll(/─+/g)].map(({ index, 0: line }) => ({
    name: header.slice(index, index + line.length).trimEnd(),
    start: index,
    end: index + line.length,
  }));
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ name, start, end }) => [name, row.slice(start, end).trimEnd()])),
  );
}
