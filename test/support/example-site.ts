import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Test } from 'supertest';
import { BrowserAgent } from './browser-agent.js';

/** Folder of `examples`, running in a separate process. */
export interface ExampleSite {
  readonly site: string;
  /** Stops it with SIGTERM. @returns the exit code */
  end(): Promise<number | null>;
  stop(): void;
}

/** @param program code that starts the site with other options, instead of its `server.js` */
export async function startExample(name: string, program?: string): Promise<ExampleSite> {
  const example = new URL(`../../examples/${name}/`, import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), 'mortise-example-'));
  const parameters = program ? ['--input-type=module', '-e', program] : [fileURLToPath(new URL('server.js', example))];
  const server = spawn(process.execPath, parameters, {
    cwd: fileURLToPath(example),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      MORTISE_URL: 'http://127.0.0.1/help',
      MORTISE_DATA: folder,
      MORTISE_LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    site: await readyAddress(server),
    async end() {
      server.kill('SIGTERM');
      const [code] = (await once(server, 'exit')) as [number | null];
      return code;
    },
    stop() {
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Visitor of an example, which has its own login. */
export class ExampleBrowser extends BrowserAgent {
  override logIn(name: string, password: string): Test {
    return this.postForm('/login', { name, password, redirect_to: '/help/kb' });
  }

  override async nonce(): Promise<string> {
    return (await this.get('/help/api/nonce')).text;
  }

  write(nonce?: string): Test {
    const article = { title: 'Care of pans', content: 'No soap.', status: 'publish' };
    const headers = nonce === undefined ? {} : { 'X-CMS-Nonce': nonce };
    return this.post('/help/api/vendor-kb/v1/articles').set(headers).send(article);
  }
}

/** Waits for the line `ready http://...`. */
async function readyAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout) {
    for await (const line of createInterface({ input: stdout })) {
      const [, address] = /^ready (\S+)$/.exec(line) ?? [];
      if (address !== undefined) {
        stdout.resume();
        return address;
      }
    }
  }
  throw new Error('The example ended before it was ready. Was the package built?');
}
