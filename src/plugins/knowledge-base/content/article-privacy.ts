import type { Person } from '../../../access.js';
import { type Database, json, utc } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { Versions } from '../../../services.js';
import { removeFromRules, rulesNaming } from '../domain/access/deleted-users.js';
import type { Autosaves } from '../domain/revisions/autosaves.js';

const VERSIONS = { name: 'knowledge-base/versions', label: 'Article versions' };
const CONTRIBUTIONS = { name: 'knowledge-base/contributions', label: 'Changed articles of other authors' };
const AUTOSAVES = { name: 'knowledge-base/autosaves', label: 'Autosaves' };
const ATTACHMENTS = { name: 'knowledge-base/attachments', label: 'Article attachments' };

const RULES = { name: 'knowledge-base/access-rules', label: 'Access rules that name the person' };

const TEXTS_STAY = 'Texts belong to the site. Their author is removed.';
const FILES_STAY = 'Files belong to the site. Their uploader is removed.';
const RULES_STAY = 'Rules stay for the other users they name.';

/** User id 0, stored as saver or uploader when the user is unknown. */
const UNKNOWN_USER = 0;

interface PrivacyParts {
  readonly hooks: OwnedHooks;
  readonly db: Database;
  readonly versions: Pick<Versions, 'bump'>;
}

type OwnAutosaves = Pick<Autosaves, 'ofUser' | 'removeOfUser'>;

/** Registers the export and erasure of personal data in articles, except authorship. The core handles authors. */
export function registerArticlePrivacy(
  { hooks, db, versions }: PrivacyParts,
  { autosaves }: { readonly autosaves: OwnAutosaves },
): void {
  hooks.addFilter('privacy_export', async (groups, person) => [
    ...groups,
    { ...VERSIONS, records: await versionsBy(db, person) },
    { ...CONTRIBUTIONS, records: (await contributionsOf(db, person)).map((id) => ({ article_id: id })) },
    { ...AUTOSAVES, records: await autosavesBy(autosaves, person) },
    { ...ATTACHMENTS, records: await attachmentsBy(db, person) },
    { ...RULES, records: (await rulesOf(db, person)).map((id) => ({ rule_id: id })) },
  ]);

  hooks.addFilter('privacy_erase', async (erasures, person, { dryRun }) => {
    const found = [
      { ...VERSIONS, count: (await versionsBy(db, person)).length, reason: TEXTS_STAY },
      { ...CONTRIBUTIONS, count: (await contributionsOf(db, person)).length, reason: TEXTS_STAY },
      { ...ATTACHMENTS, count: (await attachmentsBy(db, person)).length, reason: FILES_STAY },
      { ...RULES, count: (await rulesOf(db, person)).length, reason: RULES_STAY },
    ];
    const unsaved = { ...AUTOSAVES, count: (await autosavesBy(autosaves, person)).length, reason: null };
    if (person.user && !dryRun) {
      await autosaves.removeOfUser(person.user.id);
      await detach({ db, versions }, person.user.id);
      await detachAttachments(db, person.user.id);
    }
    const detached = found.map((each) => ({ ...each, outcome: 'detached' as const }));
    return [...erasures, ...detached, { ...unsaved, outcome: 'erased' as const }];
  });

  // Attachments pass to the heir. Version history has no heir and loses its author. Autosaves were private and are
  // deleted.
  hooks.addAction('user_deleted', async ({ id }) => {
    await autosaves.removeOfUser(id);
    await detach({ db, versions }, id);
  });
}

async function versionsBy(db: Database, { user }: Person): Promise<Record<string, unknown>[]> {
  if (!user) return [];
  const rows = await db.query
    .selectFrom('kb_revisions')
    .select(['article_id', 'version', 'kind', 'title', 'excerpt', 'content', 'content_format', 'created_at'])
    .where('author_id', '=', user.id)
    .orderBy('id')
    .execute();
  return rows.map(withIsoDate);
}

async function autosavesBy(autosaves: OwnAutosaves, { user }: Person): Promise<Record<string, unknown>[]> {
  if (!user) return [];
  return (await autosaves.ofUser(user.id)).map(({ articleId, savedAt, title, content, contentFormat, fields }) => ({
    article_id: articleId,
    title,
    content,
    content_format: contentFormat,
    fields,
    saved_at: savedAt.toISOString(),
  }));
}

async function attachmentsBy(db: Database, { user }: Person): Promise<Record<string, unknown>[]> {
  if (!user) return [];
  const rows = await db.query
    .selectFrom('kb_attachments')
    .select(['id', 'article_id', 'title', 'description', 'created_at'])
    .where('created_by', '=', user.id)
    .orderBy('id')
    .execute();
  return rows.map(withIsoDate);
}

function withIsoDate<Row extends { readonly created_at: string }>({ created_at, ...row }: Row) {
  return { ...row, created_at: utc.decode(created_at).toISOString() };
}

/** Returns the ids of articles that list the person as a contributor. */
async function contributionsOf(db: Database, { user }: Person): Promise<number[]> {
  return user ? articlesNaming(db, user.id) : [];
}

async function rulesOf(db: Database, { user }: Person): Promise<number[]> {
  return user ? rulesNaming({ db }, user.id) : [];
}

async function articlesNaming(db: Database, userId: number): Promise<number[]> {
  const rows = await db.query
    .selectFrom('kb_articles')
    .select(['id', 'contributors'])
    .where('contributors', 'like', `%${userId}%`)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, contributors }) => (contributorsIn(contributors).includes(userId) ? [id] : []));
}

function contributorsIn(stored: string | null): number[] {
  return stored === null ? [] : (json.decode(stored) as number[]);
}

async function detach({ db, versions }: Pick<PrivacyParts, 'db' | 'versions'>, userId: number): Promise<void> {
  await db.query.updateTable('kb_revisions').set({ author_id: UNKNOWN_USER }).where('author_id', '=', userId).execute();
  for (const id of await articlesNaming(db, userId)) await removeContributor(db, id, userId);
  await removeFromRules({ db, versions }, new Set([userId]));
}

/** Locks the article, so that concurrent saves wait. */
function removeContributor(db: Database, articleId: number, userId: number): Promise<void> {
  return db.transaction(async () => {
    const row = await db.query
      .selectFrom('kb_articles')
      .select('contributors')
      .where('id', '=', articleId)
      .forUpdate()
      .executeTakeFirst();
    const others = contributorsIn(row?.contributors ?? null).filter((id) => id !== userId);
    await db.query
      .updateTable('kb_articles')
      .set({ contributors: json.encode(others) })
      .where('id', '=', articleId)
      .execute();
  });
}

async function detachAttachments(db: Database, userId: number): Promise<void> {
  await db.query
    .updateTable('kb_attachments')
    .set({ created_by: UNKNOWN_USER })
    .where('created_by', '=', userId)
    .execute();
}
