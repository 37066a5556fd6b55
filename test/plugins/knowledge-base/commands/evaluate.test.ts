import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('mortise kb evaluate', () => {
  let host: TestHost;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-evaluate-'));
    host = await createTestHost({ plugins: [knowledgeBase()] });
    const as = await host.createUser('editor');
    for (const [title, status] of [
      ['Reset your password', 'publish'],
      ['Password rules', 'publish'],
      ['Connect a printer', 'publish'],
      ['Connect a scanner', 'draft'],
    ]) {
      const body = { title, content: 'Words.', status };
      expect(await host.request('POST', '/vendor-kb/v1/articles', { as, body })).toMatchObject({ status: 201 });
    }
  });
  afterAll(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function evaluate(queries: string, judgements: string) {
    const files = [path.join(folder, 'queries'), path.join(folder, 'judgements')];
    await Promise.all([queries, judgements].map((text, index) => writeFile(files[index] ?? '', text)));
    return host.command('kb', 'evaluate', ...files, '--format=json');
  }

  it('measures queries as written and with one typo, and reports unknown articles', async () => {
    const { code, stdout, stderr } = await evaluate(
      '1\treset password\n2\tprinter\n3\tnobody knows\n',
      '1 0 reset-your-password 1\n{"q": "2", "d": "connect-a-printer"}\n2 0 connect-a-scanner 1\n2 0 nowhere 1\n',
    );
    expect(JSON.parse(stdout)).toEqual([
      { queries: 'as written', ndcg_10: 1, map: 1, recall_100: 1, kept: 1 },
      { queries: 'with one typo', ndcg_10: 1, map: 1, recall_100: 1, kept: 1 },
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('2 queries evaluated.');
    expect(stderr).toContain('2 judgements skipped: not a published article in en');
    expect(stderr).toContain('1 queries skipped: no judgement');
  });

  it('takes queries that are longer than readers may type', async () => {
    const passage = `${'It was a long day at the office. '.repeat(20)}Then I had to reset my password.`;
    const { code, stdout } = await evaluate(`1\t${passage}\n`, '1 0 reset-your-password 1\n');
    expect({ code, stdout: JSON.parse(stdout) }).toMatchObject({ code: 0, stdout: [{ ndcg_10: 1 }, {}] });
  });

  it('prints lower scores when another article ranks first', async () => {
    const { stdout } = await evaluate('1\tpassword rules\n', '1 0 reset-your-password 1\n');
    expect(JSON.parse(stdout)[0]).toMatchObject({ ndcg_10: 0.6309, map: 0.5, recall_100: 1 });
  });

  it.each([
    ['a line that is no query', 'no tab', '1 0 printer 1', 'vendor_kb_judgements_invalid'],
    ['a query that search refuses', '1\tx', '1 0 printer 1', 'vendor_kb_invalid_param'],
    ['answers of which none is here', '1\tprinter', '1 0 nowhere 1', 'vendor_kb_judgements_invalid'],
  ])('exits with 2 for %s', async (_, queries, judgements, code) => {
    expect(await evaluate(queries, judgements)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(code),
    });
  });

  it('names a missing file', async () => {
    const answer = await host.command('kb', 'evaluate', path.join(folder, 'none'), path.join(folder, 'none'));
    expect(answer).toMatchObject({ code: 2, stderr: expect.stringContaining('none cannot be read') });
  });
});
