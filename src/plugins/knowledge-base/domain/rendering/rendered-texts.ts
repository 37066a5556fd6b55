import { AsyncResource } from 'node:async_hooks';
import { type Database, json, utc } from '../../../../database.js';
import type { RenderedContent } from './rendering.js';

/** A rendered text with the key of its inputs. */
export interface RenderedText {
  readonly articleId: number;
  readonly key: string;
  readonly rendered: RenderedContent;
}

/** Database cache of rendered texts, shared by all processes. */
export interface RenderedTexts {
  /** Reads the texts of these articles by id, whatever their key. One query. */
  read(articleIds: readonly number[]): Promise<Map<number, Pick<RenderedText, 'key' | 'rendered'>>>;
  /** Stores a text in the caller's transaction. */
  write(text: RenderedText): Promise<void>;
  /** Stores a text shortly afterwards in the background. Readers do not wait for it, and it may be lost. */
  writeSoon(text: RenderedText): void;
  /** Waits for pending writes. */
  settle(): Promise<void>;
  /** Deletes texts rendered before a date. */
  purge(before: Date): Promise<void>;
  /** Deletes all texts. */
  clear(): Promise<void>;
  close(): void;
}

/** Milliseconds that writes for readers are batched. */
const DELAY = 500;
/** Maximum queued texts. Further ones are rendered again when next needed. */
const MAX_PENDING = 200;

/** Creates the cache. @param report receives write errors */
export function createRenderedTexts(db: Database, report: (error: unknown) => void): RenderedTexts {
  // Writes must not join a transaction of the request that rendered the text.
  const outside = new AsyncResource('KnowledgeBaseRenderedTexts');
  const waiting = new Map<number, RenderedText>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function write({ articleId, key, rendered }: RenderedText): Promise<void> {
    const values = {
      key,
      html: rendered.html,
      toc: json.encode(rendered.toc),
      text: rendered.text,
      word_count: rendered.wordCount,
      dynamic: rendered.dynamic === null ? null : json.encode(rendered.dynamic),
      rendered_at: utc.encode(new Date()),
    };
    await db.upsert('kb_rendered_texts', { article_id: articleId, ...values }, ['article_id'], values);
  }

  async function writeWaiting(): Promise<void> {
    const texts = [...waiting.values()];
    waiting.clear();
    try {
      for (const text of texts) if (!isClosed) await write(text);
    } catch (error) {
      report(error);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(() => outside.runInAsyncScope(writeWaiting));
    return writing;
  }

  return {
    async read(articleIds) {
      const rows = await db.query
        .selectFrom('kb_rendered_texts')
        .select(['article_id', 'key', 'html', 'toc', 'text', 'word_count', 'dynamic'])
        .where('article_id', 'in', [...articleIds])
        .execute();
      return new Map(
        rows.map(({ article_id, key, html, toc, text, word_count, dynamic }) => [
          article_id,
          {
            key,
            rendered: {
              html,
              text,
              wordCount: word_count,
              toc: json.decode(toc) as RenderedContent['toc'],
              dynamic: dynamic === null ? null : (json.decode(dynamic) as RenderedContent['dynamic']),
            },
          },
        ]),
      );
    },
    write,
    writeSoon(text) {
      if (isClosed || waiting.size >= MAX_PENDING) return;
      waiting.set(text.articleId, text);
      timer ??= outside.runInAsyncScope(() => setTimeout(flush, DELAY).unref());
    },
    settle: flush,
    async purge(before) {
      await db.query.deleteFrom('kb_rendered_texts').where('rendered_at', '<', utc.encode(before)).execute();
    },
    async clear() {
      await db.query.deleteFrom('kb_rendered_texts').execute();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
