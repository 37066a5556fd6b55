import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

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

/** Minimal browser: keeps the session cookie and does not follow redirects. */
export class ExampleBrowser {
  cookie = '';
  constructor(readonly site: string) {}

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(this.site + path, {
      redirect: 'manual',
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...(this.cookie ? { cookie: this.cookie } : {}) },
    });
    const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    if (set.length > 0) this.cookie = set.filter((cookie) => !cookie.endsWith('=')).join('; ');
    return answer;
  }

  post(path: string, form: Record<string, string>): Promise<Response> {
    return this.ask(path, { method: 'POST', body: new URLSearchParams(form) });
  }

  async logIn(name: string, password: string): Promise<Response> {
    return this.post('/login', { name, password, redirect_to: '/help/kb' });
  }

  async restNonce(): Promise<string> {
    return (await this.ask('/help/api/nonce')).text();
  }

  write(nonce?: string): Promise<Response> {
    return this.ask('/help/api/vendor-kb/v1/articles', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(nonce === undefined ? {} : { 'X-CMS-Nonce': nonce }) },
      body: JSON.stringify({ title: 'Care of pans', content: 'No soap.', status: 'publish' }),
    });
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
