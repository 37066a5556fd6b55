import { copyFile, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { definePlugin, type HostOptions, type Plugin } from 'mortise';
import { respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import type { Test } from 'supertest';

/** Host with routes for every type of body, and the folder of arriving files. */
export interface UploadSite {
  readonly host: TestHost;
  readonly folder: string;
  /** Names of requests whose handler ran. */
  readonly handled: string[];
  /** Lists the files in the folder. */
  waiting(): Promise<string[]>;
  close(): Promise<void>;
}

const RULES = { maxFileSize: 100_000, maxFiles: 2, types: ['image/png', 'text/*'] };

export async function openUploadSite(options: HostOptions = {}): Promise<UploadSite> {
  const home = await mkdtemp(path.join(tmpdir(), 'mortise-wire-'));
  const folder = path.join(home, 'arriving');
  const handled: string[] = [];
  const host = await createTestHost({ uploadFolder: folder, plugins: [uploadPlugin(home, handled)], ...options });
  return {
    host,
    folder,
    handled,
    waiting: () => readdir(folder).catch(() => []),
    async close() {
      await host.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function uploadPlugin(home: string, handled: string[]): Plugin {
  const open = { method: 'POST', permission: 'public', summary: 'Answers what came' } as const;
  return definePlugin({
    name: 'acme-files',
    version: '1.0.0',
    setup({ rest }) {
      rest.route('acme/v1', {
        ...open,
        path: '/files',
        uploads: RULES,
        bodyLimit: 10_000,
        args: { title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
        async handler({ args, body, files }) {
          handled.push('/files');
          return {
            args,
            body,
            files: await Promise.all(
              files.map(async ({ path: place, ...file }) => ({ ...file, text: await readFile(place, 'latin1') })),
            ),
          };
        },
      });
      rest.route('acme/v1', {
        ...open,
        path: '/files/kept',
        uploads: RULES,
        async handler({ files: [file] }) {
          if (file) await rename(file.path, path.join(home, 'kept'));
          return { text: await readFile(path.join(home, 'kept'), 'utf8') };
        },
      });
      rest.route('acme/v1', {
        ...open,
        path: '/files/failing',
        uploads: RULES,
        async handler({ files: [file] }) {
          if (file) await copyFile(file.path, path.join(home, 'seen'));
          throw new Error('the plugin fails');
        },
      });
      rest.route('acme/v1', {
        ...open,
        path: '/echo',
        args: { title: { type: 'string' } },
        bodyLimit: 100_000,
        handler({ args, body }) {
          handled.push('/echo');
          return { args, body };
        },
      });
      rest.route('acme/v1', {
        ...open,
        path: '/bytes/{name}',
        args: { name: { type: 'string' } },
        handler: ({ body }) => ({ size: body instanceof Uint8Array ? body.length : null }),
      });
      rest.route('acme/v1', {
        ...open,
        method: 'GET',
        path: '/headers',
        args: { value: { type: 'string' } },
        handler: ({ args, query }) =>
          respond({ args, query }, { headers: { Location: `/next?${args.value}`, 'X-Value': `${args.value}` } }),
      });
    },
  });
}

/** Part of a multipart form. */
export interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

const BOUNDARY = '----part-of-a-form-7f3a';

/** Returns a multipart/form-data body with its header, byte for byte as browsers write it. */
export function multipart(parts: readonly Part[]): { raw: Buffer; headers: { 'Content-Type': string } } {
  const chunks = parts.flatMap(({ name, fileName, type, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return {
    raw: Buffer.concat([...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk as string))),
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** Sends the parts as a form. */
export function sendParts(request: Test, parts: readonly Part[]): Test {
  const { raw, headers } = multipart(parts);
  return request.set(headers).send(raw);
}
