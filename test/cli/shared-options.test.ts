import { PassThrough } from 'node:stream';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConfirm } from '../../src/cli/confirm.js';
import { createProgram } from '../../src/cli/program.js';
import type { CommandContext, RegisteredCommand } from '../../src/core/commands.js';

/** Runs a command without effect and returns its context. */
async function contextOf(argv: string[], isTTY = false, options: RegisteredCommand['options'] = []) {
  let received: CommandContext | undefined;
  const command: RegisteredCommand = {
    name: 'probe',
    owner: 'acme',
    summary: 'Probe',
    options,
    async run(context) {
      received = context;
    },
  };
  const silent = { write: () => true, isTTY };
  const program = createProgram([command], {
    version: '1.0.0',
    streams: { stdout: silent, stderr: silent },
    signal: new AbortController().signal,
    isTerminal: isTTY,
    input: null,
    findUser: async (login) => ({ id: 7, login, email: 'a@example.com', emailVerified: true, name: 'A', roles: [] }),
  });
  await program.run(['probe', ...argv]);
  if (!received) throw new Error('The command did not run.');
  return received;
}

describe('shared command options', () => {
  it('--user sets the user of the command', async () => {
    expect((await contextOf(['--user', 'ada'])).user).toMatchObject({ id: 7, login: 'ada' });
    expect((await contextOf([])).user).toBeNull();
  });

  it('--user keeps its own meaning in a command that declares it', async () => {
    const { user, options } = await contextOf(['--user', 'ada'], false, [{ flags: '--user <user>', description: 'x' }]);
    expect({ user, given: options.user }).toEqual({ user: null, given: 'ada' });
  });

  it('--no-color, NO_COLOR and non-terminals disable colors', async () => {
    expect((await contextOf([], true)).color).toBe(true);
    expect((await contextOf(['--no-color'], true)).color).toBe(false);
    expect((await contextOf([], false)).color).toBe(false);
    process.env.NO_COLOR = '1';
    try {
      expect((await contextOf([], true)).color).toBe(false);
    } finally {
      delete process.env.NO_COLOR;
    }
  });

  it('confirms every question with --yes', async () => {
    await expect((await contextOf(['--yes'])).confirm('Delete all?')).resolves.toBeUndefined();
    await expect((await contextOf([])).confirm('Delete all?')).rejects.toMatchObject({ code: 'cli_not_confirmed' });
  });
});

describe('confirmation prompt', () => {
  function asking(isConfirmed = false) {
    const input = new PassThrough();
    const controller = new AbortController();
    let question = '';
    const stderr = {
      write(text: string) {
        question += text;
      },
    };
    const confirm = createConfirm({ isConfirmed, input, stderr, signal: controller.signal });
    return { input, controller, confirm, asked: () => question };
  }

  it('continues only after yes', async () => {
    const { input, confirm, asked: question } = asking();
    const answer = confirm('Delete all?');
    input.write(' yes \n');
    await expect(answer).resolves.toBeUndefined();
    expect(question()).toBe('Delete all? Type "yes" to continue: ');
  });

  it.each(['y\n', 'no\n', '\n', 'YES\n'])('rejects %j', async (text) => {
    const { input, confirm } = asking();
    const answer = confirm('Delete all?');
    input.write(text);
    await expect(answer).rejects.toMatchObject({ code: 'cli_not_confirmed', status: 400 });
  });

  it('rejects the end of input and an interruption, even an earlier one', async () => {
    const ended = asking();
    const first = ended.confirm('Delete all?');
    ended.input.end();
    await expect(first).rejects.toMatchObject({ code: 'cli_not_confirmed' });
    const interrupted = asking();
    const second = interrupted.confirm('Delete all?');
    interrupted.controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'cli_not_confirmed' });
    await expect(interrupted.confirm('Really?')).rejects.toMatchObject({ code: 'cli_not_confirmed' });
  });

  it('is skipped with --yes', async () => {
    const { confirm, asked: question } = asking(true);
    await confirm('Delete all?');
    expect(question()).toBe('');
  });
});

describe('knowledge base commands', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
  });
  afterAll(() => host.close());

  it('write as the --user, by login, ID and email', async () => {
    const { id, login, email } = await host.createUser('author');
    for (const user of [login, String(id), email]) {
      const created = await host.command('kb', 'article', 'create', '--title=Mine', '--user', user, '--format=json');
      expect(created.code).toBe(0);
      const article = await host.plugin('knowledge-base').articles.get(JSON.parse(created.stdout).id);
      expect(article?.authorId).toBe(id);
    }
  });

  it('exit with 2 for an unknown user and write nothing', async () => {
    const refused = await host.command('kb', 'article', 'create', '--title=Nobody', '--user', 'nobody');
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('user_not_found') });
    expect((await host.command('kb', 'article', 'list', '--search=Nobody', '--format=count')).stdout).toBe('0\n');
  });
});
