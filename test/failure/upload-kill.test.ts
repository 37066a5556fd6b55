import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConnection } from '../support/raw-connection.js';

const SERVER = fileURLToPath(new URL('fixtures/upload-server.mjs', import.meta.url));

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mortise-upload-kill-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [SERVER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, address };
}

const upload = (address: string): Promise<unknown> =>
  request(address)
    .post('/api/acme/v1/files')
    .type('text/plain')
    .set('Content-Disposition', 'attachment; filename="whole.txt"')
    .send('whole');

it('partial uploads of a killed process are deleted after a day, and no sooner', async () => {
  const first = await start();
  const connection = await openConnection(first.address);
  connection.write(
    [
      'POST /api/acme/v1/files HTTP/1.1',
      'Host: localhost',
      'Content-Type: text/plain',
      'Content-Disposition: attachment; filename="half.txt"',
      'Content-Length: 50000000',
      '',
      '',
    ].join('\r\n'),
  );
  connection.write('x'.repeat(1_000_000));
  let [half] = await readdir(folder);
  for (let size = 0; size === 0; [half] = await readdir(folder)) {
    await wait(10);
    size = half === undefined ? 0 : (await stat(path.join(folder, half))).size;
  }
  first.child.kill('SIGKILL');
  await connection.closed;
  expect(await readdir(folder)).toEqual([half]);

  const second = await start();
  expect(await upload(second.address)).toMatchObject({ body: { size: 5 } });
  expect(await readdir(folder)).toEqual([half]);
  second.child.kill('SIGKILL');

  const yesterday = Date.now() / 1000 - 25 * 60 * 60;
  await utimes(path.join(folder, half ?? ''), yesterday, yesterday);
  const third = await start();
  expect(await upload(third.address)).toMatchObject({ body: { size: 5 } });
  expect(await readdir(folder)).toEqual([]);
});
