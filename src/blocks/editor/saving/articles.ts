import { type Client, isClientError } from '../../../client.js';
import type { EditorConfig } from '../config.js';
import type { LocalDraft } from './local-copies.js';

/** Route arguments by name, besides title and content: status, categories, and others that panels change. */
export type Fields = Readonly<Record<string, unknown>>;

/** Formats of a text. */
export type TextFormat = 'blocks' | 'markdown' | 'html';

/** Text as edited. */
export interface Draft {
  readonly title: string;
  /** Source of the blocks. */
  readonly content: string;
  /** Only the changed fields. */
  readonly fields: Fields;
}

/** Stored text. */
export interface StoredArticle extends Omit<Draft, 'fields'> {
  readonly id: number;
  /** ETag, sent back as `If-Match`. */
  readonly etag: string;
  readonly link: string;
  /** Format of the content. Only `blocks` can be edited here. */
  readonly format: TextFormat;
  /** Full response of the route, with `context=edit`. */
  readonly body: Fields;
}

/** Reads and writes one text over REST. All calls reject with a `ClientError`. */
export interface Articles {
  load(id: number): Promise<StoredArticle>;
  /** @param stored stored text that it replaces; rejected if another user has saved since */
  save(draft: Draft, stored: StoredArticle): Promise<StoredArticle>;
  /** @param key idempotency key; repeating it with the same draft creates no second text */
  create(draft: Draft, key: string): Promise<StoredArticle>;
  /** Stores an autosave on the server. This is not a save. */
  keep(draft: Draft, stored: StoredArticle): Promise<void>;
  /** Returns the autosave; null if there is none or the server does not support it. */
  autosaveOf(id: number): Promise<LocalDraft | null>;
  deleteAutosave(id: number): Promise<void>;
  /** Moves it to the trash. */
  trash(stored: StoredArticle): Promise<void>;
  /** Restores it from the trash. @param stored text before it was trashed */
  untrash(stored: StoredArticle): Promise<StoredArticle>;
}

interface ArticleResponse {
  readonly data: unknown;
  readonly response: Response;
}

/** Used members of a response with `context=edit`. */
interface ArticleBody {
  readonly id: number;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string; readonly format: TextFormat };
  readonly link: string;
}

interface AutosaveBody {
  readonly autosave: (Draft & { readonly date: string; readonly format: string }) | null;
}

export function createArticles(client: Client, { collection }: Pick<EditorConfig, 'collection'>): Articles {
  const one = `${collection}/{id}`;
  const autosave = `${one}/autosave`;
  /** Date of the last autosave seen by this page. Any other one is from another window. */
  let seen: string | null = null;
  /** Drafts that were sent without a response. One of them may have arrived. */
  let unanswered: readonly Draft[] = [];

  async function readAutosave(id: number): Promise<AutosaveBody['autosave']> {
    return ((await client.get(autosave, { path: { id } })) as AutosaveBody).autosave;
  }

  async function put(draft: Draft, { id, body: { version } }: StoredArticle): Promise<void> {
    const body = { ...draft, version, format: 'blocks', replaces: seen };
    const { autosave: savedAutosave } = (await client.put(autosave, { path: { id }, body })) as AutosaveBody;
    seen = savedAutosave?.date ?? null;
    unanswered = [];
  }

  return {
    async load(id) {
      // Editing does not count as a view.
      return toStored(await client.request('GET', one, { path: { id }, query: { context: 'edit', count: false } }));
    },
    async create(draft, key) {
      return toStored(await client.request('POST', collection, { body: bodyOf(draft), idempotencyKey: key }));
    },
    async keep({ title, content, fields }, stored) {
      const draft = { title, content, fields };
      const before = unanswered;
      unanswered = [...before, draft];
      try {
        await put(draft, stored);
      } catch (error) {
        if (!isClientError(error, 'vendor_kb_autosave_elsewhere')) throw error;
        unanswered = [];
        const autosave = before.length === 0 ? null : await readAutosave(stored.id);
        if (!autosave || !before.some((one) => isSameText(one, autosave))) throw error;
        seen = autosave.date;
        await put(draft, stored);
      }
    },
    async autosaveOf(id) {
      try {
        const found = await readAutosave(id);
        seen = found?.date ?? null;
        if (found?.format !== 'blocks') return null;
        const { title, content, fields, date } = found;
        return { title, content, fields, keptAt: Date.parse(date), key: null };
      } catch (error) {
        // A missing autosave must not block editing.
        if (isClientError(error)) return null;
        throw error;
      }
    },
    async deleteAutosave(id) {
      await client.delete(autosave, { path: { id } });
    },
    async save(draft, stored) {
      const body = bodyOf(draft);
      const headers = new Headers([['If-Match', stored.etag]]);
      return toStored(await client.request('PATCH', one, { path: { id: stored.id }, body, headers }));
    },
    async trash({ id, etag }) {
      await client.delete(one, { path: { id }, headers: new Headers([['If-Match', etag]]) });
    },
    async untrash({ id, body }) {
      return toStored(await client.request('PATCH', one, { path: { id }, body: { status: body.status } }));
    },
  };
}

function bodyOf({ title, content, fields }: Draft): Fields {
  return { ...fields, title, content, format: 'blocks' };
}

function toStored({ data, response }: ArticleResponse): StoredArticle {
  const { id, title, content, link } = data as ArticleBody;
  const etag = response.headers.get('ETag') ?? '';
  return { id, title: title.raw, content: content.raw, format: content.format, etag, link, body: data as Fields };
}

/** Whether title and content are the same, whatever the fields are. */
export function isSameText(one: Pick<Draft, 'content' | 'title'>, other: Pick<Draft, 'content' | 'title'>): boolean {
  return one.title === other.title && one.content === other.content;
}

/** Whether both would be saved as the same. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  const [a, b] = [one, other].map(({ title, content, fields }) => JSON.stringify([title, content, fields]));
  return a === b;
}
