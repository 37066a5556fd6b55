import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const dist = new URL('../../../dist/', import.meta.url);

/** Hides `snowball-stemmers` from a process, as if it were not installed. */
const WITHOUT_PACKAGE = `
  import Module from 'node:module';
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (name, ...more) {
    if (name === 'snowball-stemmers') throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
    return resolve.call(this, name, ...more);
  };
`;

const PROGRAM = `
  import { pino } from 'pino';
  import { createTestHost } from ${JSON.stringify(new URL('testing.js', dist).href)};
  import { knowledgeBase } from ${JSON.stringify(new URL('plugins.js', dist).href)};
  const host = await createTestHost({ log: pino({ base: undefined, timestamp: false }), plugins: [knowledgeBase()] });
  const as = (await host.createUser('administrator')).id;
  for (const locale of ['en', 'de', 'ja']) {
    const body = { title: 'Häuser', content: 'Houses', status: 'publish', locale };
    await host.request('POST', '/vendor-kb/v1/articles', { as, body });
  }
  const { searchIndex } = host.plugin('knowledge-base');
  await searchIndex.ready();
  await searchIndex.rebuild();
  const total = async (query, locale) => (await searchIndex.query({ query, locale, page: 1, perPage: 10 })).total;
  console.log([await total('Haus ', 'de'), await total('hauser ', 'de'), await total('house ', 'en')].join());
  await host.close();
`;

async function run(...options: string[]): Promise<{ readonly hints: unknown[]; readonly totals: string }> {
  const args = [...options, '--input-type=module', '-e', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  const lines = stdout.trim().split('\n');
  const hints = lines.filter((line) => line.includes('snowball-stemmers')).map((line) => JSON.parse(line) as unknown);
  return { hints, totals: lines.at(-1) ?? '' };
}

it('search without snowball-stemmers matches other languages literally, and logs a hint once', async () => {
  expect(await run()).toEqual({ hints: [], totals: '1,1,1' });
  const hint = { level: 30, locales: ['de'], msg: expect.stringContaining('npm install snowball-stemmers') };
  expect(await run('--import', `data:text/javascript,${encodeURIComponent(WITHOUT_PACKAGE)}`)).toEqual({
    hints: [expect.objectContaining(hint)],
    totals: '0,1,1',
  });
});
