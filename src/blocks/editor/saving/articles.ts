import type { Client } from '../../../client.js';
import type { EditorConfig } from '../config.js';

/** Arguments of the route by name, besides title and content: status, categories, what else the panels change. */
export type Fields = Readonly<Record<string, unknown>>;

/** What is written in the editor. */
export interface Draft {
  readonly title: string;
  /** The grammar of blocks. */
  readonly content: string;
  /** Those alone that were changed. */
  readonly fields: Fields;
}

/** A text as it is stored. */
export interface StoredArticle extends Omit<Draft, 'fields'> {
  readonly id: number;
  /** Sent back as `If-Match`. */
  readonly etag: string;
  readonly link: string;
  /** The whole answer of the route, with `context=edit`. */
  readonly body: Fields;
}

/** Reads and writes one text by REST. All calls reject with a `ClientError`. */
export interface Articles {
  load(id: number): Promise<StoredArticle>;
  /**
   * @param known what the draft was made of; null for something new
   * @param overwrite also when somebody else has saved since
   */
  save(draft: Draft, known: StoredArticle | null, overwrite?: boolean): Promise<StoredArticle>;
  /** Moves it to the trash. */
  trash(known: StoredArticle): Promise<void>;
  /** Takes it out of the trash again. @param known as it was before */
  untrash(known: StoredArticle): Promise<StoredArticle>;
}

interface Answer {
  readonly data: unknown;
  readonly response: Response;
}

/** The members of an answer with `context=edit` that are used here. */
interface ArticleBody {
  readonly id: number;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string };
  readonly link: string;
}

export function createArticles(client: Client, { collection }: Pick<EditorConfig, 'collection'>): Articles {
  const one = `${collection}/{id}`;
  return {
    async load(id) {
      // Whoever edits is no reader who counts.
      return toStored(await client.request('GET', one, { path: { id }, query: { context: 'edit', count: false } }));
    },
    async save(draft, known, overwrite = false) {
      const { title, content, fields } = draft;
      const body = { ...fields, title, content, format: 'blocks' };
      if (!known) return toStored(await client.request('POST', collection, { body, idempotencyKey: true }));
      const headers = new Headers(overwrite ? [] : [['If-Match', known.etag]]);
      return toStored(await client.request('PATCH', one, { path: { id: known.id }, body, headers }));
    },
    async trash({ id, etag }) {
      await client.delete(one, { path: { id }, headers: new Headers([['If-Match', etag]]) });
    },
    async untrash({ id, body }) {
      return toStored(await client.request('PATCH', one, { path: { id }, body: { status: body.status } }));
    },
  };
}

function toStored({ data, response }: Answer): StoredArticle {
  const { id, title, content, link } = data as ArticleBody;
  const etag = response.headers.get('ETag') ?? '';
  return { id, title: title.raw, content: content.raw, etag, link, body: data as Fields };
}
