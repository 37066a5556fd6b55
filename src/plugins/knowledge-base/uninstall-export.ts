import path from 'node:path';
import type { Readable } from 'node:stream';
import { type ExportFolder, HostError, type UninstallContext } from '../../index.js';
import type { Attachment } from '../../media.js';
import { JSON_FILE } from './content/json/records.js';
import type { JsonSource } from './content/json/source.js';
import { createRules } from './domain/access/rules.js';
import { ARTICLE_STATUSES } from './domain/articles/article.js';
import { createArticleMemory } from './domain/articles/article-memory.js';
import { readInOrder } from './domain/articles/read-articles.js';
import { type ArticleAttachment, toAttachment } from './domain/attachments/attachment.js';
import { buildCategoryTree, TAXONOMY } from './domain/categories/category-tree.js';
import { createLatest } from './domain/reloadable-value.js';
import { loadExporter } from './surfaces/export/documents.js';
import './declared.js';

/**
 * Exports data that uninstalling deletes outside the plugin's own tables.
 * Writes `export.json`, everything in the format of `mortise kb import --from=json`, and below `files`, by id, the
 * attachments of articles.
 */
export async function exportBeforeUninstall(context: UninstallContext, folder: ExportFolder): Promise<void> {
  const { tables } = await context.db.about();
  if (!tables.includes('kb_articles')) return;
  const source = await createSource(context);
  const copied = new Map<number, string>();
  /** Copies each file once; null if its bytes are missing. */
  async function copyFile(file: Attachment): Promise<string | null> {
    const place = copied.get(file.id) ?? `files/${file.id}${extensionIn(file)}`;
    if (copied.has(file.id)) return place;
    const bytes = await bytesOf(context, file);
    if (!bytes) return null;
    copied.set(file.id, place);
    await folder.file(place, async (write) => {
      for await (const chunk of bytes) await write(chunk as Buffer);
    });
    return place;
  }
  const { exportJson } = await loadExporter();
  await folder.file(JSON_FILE, async (write) => {
    await exportJson(source, { statuses: ARTICLE_STATUSES, revisions: true, write, copyFile });
  });
}

async function createSource(context: UninstallContext): Promise<JsonSource> {
  const { db, content } = context;
  const memory = createArticleMemory(db);
  const rules = createRules(context);
  const readTree = async () => buildCategoryTree(await content.terms.list(TAXONOMY));
  const { current: tree, refresh } = createLatest(buildCategoryTree([]), readTree);
  await Promise.all([rules.refresh(), refresh()]);
  return {
    ...context,
    attachments: { of: (articleId) => attachmentsOf(context, articleId) },
    articles: { getMany: (ids) => readInOrder({ db, memory }, ids) },
    categories: { tree, refresh },
    access: { rules },
  };
}

async function attachmentsOf({ db, media }: UninstallContext, articleId: number): Promise<ArticleAttachment[]> {
  const rows = await db.query
    .selectFrom('kb_attachments')
    .selectAll()
    .where('article_id', '=', articleId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const found: ArticleAttachment[] = [];
  for (const row of rows) {
    const file = await media.get(row.media_id);
    if (file) found.push(toAttachment(row, file));
  }
  return found;
}

/** Returns null if the bytes are missing: the rest must still be exported. */
async function bytesOf({ media, log }: UninstallContext, { id }: Attachment): Promise<Readable | null> {
  try {
    return await media.read(id);
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'storage_missing') throw error;
    log.warn({ err: error, media: id }, 'The content of an attachment is missing, so it is not in the export');
    return null;
  }
}

/** Returns a portable file extension; empty otherwise. */
function extensionIn({ filename }: Attachment): string {
  return /^\.[a-z0-9]{1,12}$/i.exec(path.extname(filename))?.[0] ?? '';
}
