import { type Client, isClientError } from '../../../client.js';
import type { EditorConfig } from '../config.js';
import type { KeptDraft } from './local-copies.js';

/** Arguments of the route by name, besides title and content: status, categories, what else the panels change. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a text may be written in. */
export type TextFormat = 'blocks' | 'markdown' | 'html';

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
  /** What its content is written in; only `blocks` can be edited here. */
  readonly format: TextFormat;
  /** The whole answer of the route, with `context=edit`. */
  readonly body: Fields;
}

/** Reads and writes one text by REST. All calls reject with a `ClientError`. */
export interface Articles {
  load(id: number): Promise<StoredArticle>;
  /**
   * @param known the stored text that is replaced; when somebody else has saved since, it is refused
   */
  save(draft: Draft, known: StoredArticle): Promise<StoredArticle>;
  /** @param key of this attempt; the same draft with it again makes no second one */
  create(draft: Draft, key: string): Promise<StoredArticle>;
  /** Keeps on the server what is being written; it is no save. */
  keep(draft: Draft, known: StoredArticle): Promise<void>;
  /** What was kept there and not saved; null for nothing, or where the server keeps nothing. */
  kept(id: number): Promise<KeptDraft | null>;
  dropKept(id: number): Promise<void>;
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
  readonly content: { readonly raw: string; readonly format: TextFormat };
  readonly link: string;
}

interface AutosaveBody {
  readonly autosave: (Draft & { readonly date: string; readonly format: string }) | null;
}

export function createArticles(client: Client, { collection }: Pick<EditorConfig, 'collection'>): Articles {
  const one = `${collection}/{id}`;
  const autosave = `${one}/autosave`;
  /** When the one came that this page has seen on the server: another one is of another window. */
  let seen: string | null = null;
  /** What was sent and not answered: one of them may have arrived. */
  let unanswered: readonly Draft[] = [];

  async function readKept(id: number): Promise<AutosaveBody['autosave']> {
    return ((await client.get(autosave, { path: { id } })) as AutosaveBody).autosave;
  }

  async function put(draft: Draft, { id, body: { version } }: StoredArticle): Promise<void> {
    const body = { ...draft, version, format: 'blocks', replaces: seen };
    const { autosave: kept } = (await client.put(autosave, { path: { id }, body })) as AutosaveBody;
    seen = kept?.date ?? null;
    unanswered = [];
  }

  return {
    async load(id) {
      // Whoever edits is no reader who counts.
      return toStored(await client.request('GET', one, { path: { id }, query: { context: 'edit', count: false } }));
    },
    async create(draft, key) {
      return toStored(await client.request('POST', collection, { body: bodyOf(draft), idempotencyKey: key }));
    },
    async keep({ title, content, fields }, known) {
      const draft = { title, content, fields };
      const before = unanswered;
      unanswered = [...before, draft];
      try {
        await put(draft, known);
      } catch (error) {
        if (!isClientError(error, 'vendor_kb_autosave_elsewhere')) throw error;
        unanswered = [];
        const there = before.length === 0 ? null : await readKept(known.id);
        if (!there || !before.some((one) => isSameText(one, there))) throw error;
        seen = there.date;
        await put(draft, known);
      }
    },
    async kept(id) {
      try {
        const found = await readKept(id);
        seen = found?.date ?? null;
        if (found?.format !== 'blocks') return null;
        const { title, content, fields, date } = found;
        return { title, content, fields, keptAt: Date.parse(date), key: null };
      } catch (error) {
        // Nobody is kept from writing by it.
        if (isClientError(error)) return null;
        throw error;
      }
    },
    async dropKept(id) {
      await client.delete(autosave, { path: { id } });
    },
    async save(draft, known) {
      const body = bodyOf(draft);
      const headers = new Headers([['If-Match', known.etag]]);
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

function bodyOf({ title, content, fields }: Draft): Fields {
  return { ...fields, title, content, format: 'blocks' };
}

function toStored({ data, response }: Answer): StoredArticle {
  const { id, title, content, link } = data as ArticleBody;
  const etag = response.headers.get('ETag') ?? '';
  return { id, title: title.raw, content: content.raw, format: content.format, etag, link, body: data as Fields };
}

/** Whether both say the same, whatever else is set. */
export function isSameText(one: Pick<Draft, 'content' | 'title'>, other: Pick<Draft, 'content' | 'title'>): boolean {
  return one.title === other.title && one.content === other.content;
}

/** Whether both would be saved as the same. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  const [a, b] = [one, other].map(({ title, content, fields }) => JSON.stringify([title, content, fields]));
  return a === b;
}
