import { isDeepStrictEqual } from 'node:util';
import { json, utc } from '../../../../database.js';
import { cleanedFor } from '../../domain/articles/stored-html.js';
import { CONTENT_VERSION } from '../../domain/categories/categories.js';
import type { RevisionFields } from '../../domain/revisions/revisions.js';
import type { JsonRun } from './json-run.js';
import type { ArticleRecord, FieldsRecord, RevisionRecord } from './records.js';

/**
 * Links an article to its related articles, now that all articles exist. This creates no new version, so the newest
 * revision is updated as well.
 */
export async function completeRelated(run: JsonRun, record: ArticleRecord): Promise<void> {
  const { kb, targets, settled, report } = run;
  const id = await targets.article(record.uuid);
  if (record.related.length === 0 || id === undefined || !settled.has(id)) return;
  const found = await Promise.all(record.related.map(targets.article));
  const related = [...new Set(found.filter((other) => other !== undefined))];
  if (found.includes(undefined)) {
    const message = 'Some of its related articles do not exist here.';
    report.warnings.push({ key: record.slug, message });
  }
  await kb.db.transaction(async () => {
    const row = await kb.db.query
      .selectFrom('kb_articles')
      .select(['related', 'version'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || isDeepStrictEqual(row.related === null ? [] : json.decode(row.related), related)) return;
    await kb.db.query
      .updateTable('kb_articles')
      .set({ related: json.encode(related) })
      .where('id', '=', id)
      .execute();
    const revision = await kb.revisions.get(id, row.version);
    if (revision) {
      await kb.db.query
        .updateTable('kb_revisions')
        .set({ fields: json.encode({ ...revision.fields, related }) })
        .where('article_id', '=', id)
        .where('version', '=', row.version)
        .execute();
    }
    await kb.versions.bump(CONTENT_VERSION);
  });
}

/**
 * Imports an earlier version of an article that matches the file. It replaces the local version with the same
 * number.
 */
export async function importRevision(run: JsonRun, record: RevisionRecord): Promise<void> {
  const { kb, targets, settled } = run;
  const id = await targets.article(record.article);
  if (id === undefined || !settled.has(id)) return;
  const values = {
    kind: record.kind,
    parent_version: record.parent_version,
    author_id: await targets.user(record.author),
    created_at: utc.encode(new Date(record.created_at)),
    title: record.title,
    excerpt: record.excerpt,
    content: await cleanedFor(run.actor, record.format, record.content, run.kb.blocks),
    content_format: record.format,
    fields: json.encode(await fieldsOf(run, record.fields)),
  };
  const row = { article_id: id, version: record.version, ...values };
  await kb.db.transaction(async () => {
    const article = await kb.db.query
      .selectFrom('kb_articles')
      .select('version')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    // Skip versions above the current one: they would collide with the next save.
    if (!article || article.version < record.version) return;
    await kb.db.upsert('kb_revisions', row, ['article_id', 'version'], values);
  });
}

async function fieldsOf({ targets }: JsonRun, fields: FieldsRecord): Promise<RevisionFields> {
  const related = await Promise.all(fields.related.map(targets.article));
  return {
    slug: fields.slug,
    status: fields.status,
    locale: fields.locale,
    categoryIds: fields.categories.flatMap((uuid) => targets.findCategory(uuid) ?? []),
    tags: fields.tags,
    menuOrder: fields.order,
    sticky: fields.sticky,
    seo: await targets.seo(fields.seo),
    featuredMedia: await targets.media(fields.featured_media),
    related: related.filter((id) => id !== undefined),
    reviewBy: fields.review_by,
    ...(fields.search_aliases && { searchAliases: fields.search_aliases }),
  };
}
