import type { Client } from '../../../client.js';
import type { EditorConfig } from '../config.js';
import type { TextFormat } from './articles.js';

/** Saved version of a text. */
export interface Version {
  readonly version: number;
  /** Origin: `save`, `restore`, `import`, `schedule`. */
  readonly kind: string;
  /** Version that was restored; null for none. */
  readonly restored: number | null;
  readonly author: number;
  /** Name of the author; empty for none. */
  readonly authorName: string;
  /** Date (ISO 8601). */
  readonly date: string;
}

/** Text of one version. */
export interface VersionText {
  readonly title: string;
  readonly content: string;
  /** Format of the content. */
  readonly format: TextFormat;
}

/** Versions of one text. All calls reject with a `ClientError`. */
export interface Versions {
  /** Lists versions, newest first. @param page number of the page, starting at 1 */
  list(page: number): Promise<{ readonly versions: readonly Version[]; readonly hasMore: boolean }>;
  read(version: number): Promise<VersionText>;
  /** Creates a new version with the text of this one. @param baseVersion current version */
  restore(version: number, baseVersion: number): Promise<void>;
}

interface VersionBody {
  readonly version: number;
  readonly kind: string;
  readonly parent_version: number | null;
  readonly author: number;
  readonly author_name: string;
  readonly date: string;
}

interface VersionTextBody {
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string; readonly format: TextFormat };
}

const PER_PAGE = 50;

export function createVersions(client: Client, { collection }: Pick<EditorConfig, 'collection'>, id: number): Versions {
  const all = `${collection}/{id}/revisions`;
  return {
    async list(page) {
      const { items, totalPages } = await client.list(all, { path: { id }, query: { page, per_page: PER_PAGE } });
      return { versions: (items as VersionBody[]).map(toVersion), hasMore: page < (totalPages ?? 0) };
    },
    async read(version) {
      const path = { id, rev: version };
      const { title, content } = (await client.get(`${all}/{rev}`, { path })) as VersionTextBody;
      return { title: title.raw, content: content.raw, format: content.format };
    },
    async restore(version, baseVersion) {
      await client.post(`${all}/{rev}/restore`, { path: { id, rev: version }, body: { version: baseVersion } });
    },
  };
}

function toVersion({ version, kind, parent_version: restored, author, author_name, date }: VersionBody): Version {
  return { version, kind, restored, author, authorName: author_name, date };
}
