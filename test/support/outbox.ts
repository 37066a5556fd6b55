import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';

/** Folder where a host stores its emails. */
export interface Outbox {
  readonly folder: string;
  /** Value of the option `mail`. */
  readonly url: string;
  /** Parsed emails so far, oldest first. */
  mails(): Promise<readonly Email[]>;
  /** Waits for this number of emails. */
  waitFor(count: number): Promise<readonly Email[]>;
  /** Makes sending fail, as if no server accepted emails. */
  block(): Promise<void>;
  unblock(): Promise<void>;
  remove(): Promise<void>;
}

export async function createOutboxFolder(): Promise<Outbox> {
  const parent = await mkdtemp(path.join(tmpdir(), 'mortise-test-'));
  const folder = path.join(parent, 'outbox');
  async function mails(): Promise<readonly Email[]> {
    const names = await readdir(folder).catch(() => []);
    const files = names.filter((name) => name.endsWith('.eml')).toSorted();
    return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
  }
  return {
    folder,
    url: `file:${folder}`,
    mails,
    waitFor: (count) =>
      vi.waitFor(
        async () => {
          const found = await mails();
          if (found.length < count) throw new Error(`There are ${found.length} mails and not yet ${count}.`);
          return found;
        },
        { timeout: 20_000, interval: 20 },
      ),
    async block() {
      await rename(folder, `${folder}-kept`).catch(() => mkdir(`${folder}-kept`));
      await writeFile(folder, '');
    },
    async unblock() {
      await rm(folder);
      await rename(`${folder}-kept`, folder);
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

/** Returns the first URL in the text of an email. */
export function linkIn(mail: Email | undefined): URL {
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}
