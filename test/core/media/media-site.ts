import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HostOptions } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';

/** Host with a media library and the folders of its files. */
export interface MediaSite {
  readonly host: TestHost;
  readonly folder: string;
  /** Keys of all stored files. */
  files(): Promise<string[]>;
  /** Remaining temporary files: drafts and unfinished uploads. */
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openMediaSite(options: HostOptions = {}): Promise<MediaSite> {
  const home = await mkdtemp(path.join(tmpdir(), 'mortise-media-'));
  const folder = path.join(home, 'files');
  const arriving = path.join(home, 'arriving');
  const host = await createTestHost({ storage: `file:${folder}`, uploadFolder: arriving, ...options });
  const within = async (place: string): Promise<string[]> => {
    const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
      .sort();
  };
  return {
    host,
    folder,
    files: async () => (await within(folder)).filter((file) => !file.startsWith('.drafts')),
    leftovers: async () => [...(await within(path.join(folder, '.drafts'))), ...(await within(arriving))],
    async close() {
      await host.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Creates a post of this author. */
export async function createPost(
  host: TestHost,
  authorId: number,
  status: 'draft' | 'private' | 'publish',
  more: { content?: string; featuredMedia?: number } = {},
): Promise<number> {
  const slug = randomBytes(6).toString('hex');
  const post = { type: 'post', status, title: slug, slug, authorId, locale: 'en', ...more };
  return (await host.content.posts.create(post)).id;
}
