import { HostError } from '../../../../index.js';
import type { AccessRule } from '../../domain/access/rule.js';
import type { ArticleSeo } from '../../domain/articles/article.js';
import { fileByDigest } from '../import/media/library-file.js';
import type { ImportReport } from '../import/report.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { uuidOfCategory } from './category-uuids.js';
import { memoized } from './names.js';
import type { AccessRecord, MediaRecord, SeoRecord } from './records.js';

/** Resolves names of an export to ids of this site. Missing targets are reported once. */
export interface Targets {
  /**
   * @throws HostError 422 `vendor_kb_import_invalid` if it does not exist: outside its category the article might be
   *   public
   */
  category(uuid: string): number;
  findCategory(uuid: string): number | undefined;
  addCategory(uuid: string, id: number): void;
  article(uuid: string): Promise<number | undefined>;
  addArticle(uuid: string, id: number): void;
  /** Returns 0 for no user, and the substitute author for a login without an account here. */
  user(login: string | null): Promise<number>;
  users(logins: readonly string[]): Promise<number[]>;
  /** Returns 0 for no media file, and for one missing in the library. */
  media(media: MediaRecord | null): Promise<number>;
  seo(seo: SeoRecord): Promise<ArticleSeo>;
  /** Returns the id of the rule; null for none. Do not call it inside a transaction. */
  rule(access: AccessRecord | null): Promise<number | null>;
}

export function createTargets(
  { db, categories, users, media, access, unknownNames }: KnowledgeBase,
  report: ImportReport,
  { otherAuthor, dryRun }: { readonly otherAuthor: number; readonly dryRun: boolean },
): Targets {
  const categoryIds = new Map<string, number>();
  for (const category of categories.tree().all()) {
    const uuid = uuidOfCategory(category);
    if (uuid !== null) categoryIds.set(uuid, category.id);
  }
  const articleIds = new Map<string, number>();

  const idOfLogin = memoized(async (login: string) => {
    const user = await users.byLogin(login);
    if (!user) report.warnings.push({ key: login, message: 'No user has this login. It was omitted.' });
    return user?.id ?? null;
  });
  const idOfFile = memoized(async (sha256: string) => (await fileByDigest(media, sha256))?.id ?? 0);
  const missing = memoized(async ({ sha256, filename }: MediaRecord) => {
    const message = `The media library does not have this file (${sha256}). Items that use it are imported without it.`;
    report.warnings.push({ key: filename, message });
  });
  const warnOfName = memoized(async (unknown: string) => {
    report.warnings.push({ key: 'access_rule', message: `${unknown} It grants no access in rules.` });
  });
  const files = new Map<string, MediaRecord>();

  const targets: Targets = {
    category(uuid) {
      const id = categoryIds.get(uuid);
      if (id !== undefined) return id;
      throw new HostError(
        'vendor_kb_import_invalid',
        `Its category ${uuid} could not be imported. Correct the category first.`,
        {
          status: 422,
        },
      );
    },
    findCategory: (uuid) => categoryIds.get(uuid),
    addCategory: (uuid, id) => void categoryIds.set(uuid, id),
    async article(uuid) {
      const existing = articleIds.get(uuid);
      if (existing !== undefined) return existing;
      const row = await db.query.selectFrom('kb_articles').select('id').where('uuid', '=', uuid).executeTakeFirst();
      if (row) articleIds.set(uuid, row.id);
      return row?.id;
    },
    addArticle: (uuid, id) => void articleIds.set(uuid, id),
    user: async (login) => (login === null ? 0 : ((await idOfLogin(login)) ?? otherAuthor)),
    async users(logins) {
      const ids = await Promise.all(logins.map(idOfLogin));
      return ids.filter((id) => id !== null);
    },
    async media(reference) {
      if (reference === null) return 0;
      const id = await idOfFile(reference.sha256);
      const first = files.get(reference.sha256) ?? reference;
      files.set(reference.sha256, first);
      if (id === 0) await missing(first);
      return id;
    },
    async seo({ og_image, ...seo }) {
      return { ...seo, ogImage: await targets.media(og_image) };
    },
    async rule(record) {
      if (record === null) return null;
      const rule = await toRule(record, targets, report);
      for (const unknown of await unknownNames(rule)) await warnOfName(unknown);
      return dryRun ? 0 : access.rules.keep(rule);
    },
  };
  return targets;
}

/** Converts a rule like `toRule` of the access rules. Users without an account here are dropped. */
async function toRule(record: AccessRecord, { users }: Targets, report: ImportReport): Promise<AccessRule> {
  const { mode, listed, teaser, message } = record;
  const shared = {
    listed,
    teaser,
    teaserWords: record.teaser_words,
    message,
    redirectToLogin: record.redirect_to_login,
  };
  switch (mode) {
    case 'roles':
      return { mode, roles: [...new Set(record.roles)].sort(), ...shared };
    case 'users': {
      const ids = [...new Set(await users(record.users ?? []))].sort((one, other) => one - other);
      if (ids.length > 0) return { mode, users: ids, ...shared };
      const key = (record.users ?? []).join(', ');
      report.warnings.push({ key, message: 'The users of this rule do not exist here. Access is denied.' });
      return { mode: 'nobody', ...shared };
    }
    case 'capability':
      return { mode, capability: record.capability ?? '', ...shared };
    case 'password':
      return { mode, passwordHash: record.password_hash ?? '', ...shared };
    default:
      return { mode, ...shared };
  }
}
