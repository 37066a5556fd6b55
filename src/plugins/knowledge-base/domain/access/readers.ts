import type { PostViewer } from '../../../../content.js';
import type { OwnedHooks } from '../../../../hooks.js';
import { HostError, type User } from '../../../../index.js';
import type { VisitorRequest } from '../../../../pages.js';
import type { RestRequest } from '../../../../rest.js';
import type { Article } from '../articles/article.js';
import type { Category } from '../categories/category-tree.js';
import { articleNotFound, categoryNotFound, UNSHARED } from '../errors.js';
import type { KbAccess } from './access.js';
import type { EffectiveAccess } from './effective.js';
import { targetOf } from './target.js';
import type { Unlock } from './unlock.js';
import type { KbViewer } from './viewer.js';

/** Caller of a request. */
export type Person = Pick<RestRequest, 'can' | 'user' | 'reader' | 'cookies'>;

/** Members of a REST or page request that access decisions depend on. */
export type Reader = Person & Pick<RestRequest, 'headers' | 'remoteAddress'>;

/** Access decisions for requests. */
export interface Readers {
  /** Returns the viewer of a request: always the same object, so that verdicts are computed once per request. */
  viewerOf(viewer: PostViewer): KbViewer;
  /** Decides about an article for a request, including a password in the `X-KB-Password` header. */
  accessTo(article: Article, reader: Reader): Promise<EffectiveAccess>;
  /**
   * Returns the article if this request may read it.
   * @param idOrSlug identifier used in the request, for the error message
   * @throws HostError 404 `vendor_kb_article_not_found`, also for an existing article that must stay hidden; 401
   *   `vendor_kb_login_required`, `vendor_kb_password_required`, 403 `vendor_kb_forbidden`,
   *   `vendor_kb_wrong_password`
   */
  readable(article: Article | null, idOrSlug: number | string, reader: Reader): Promise<Article>;
  /**
   * Returns the category if this request may see it.
   * @throws HostError like `readable`, with 404 `vendor_kb_category_not_found`
   */
  readableCategory(category: Category, reader: Reader): Promise<Category>;
  /**
   * Unlocks everything on the way to the target that the password opens.
   * @returns the `Set-Cookie` that keeps it unlocked for this visitor; null for a wrong password
   * @throws HostError 429 `rest_too_many_requests` after too many attempts from an IP address
   */
  unlock(target: Article | Category, access: EffectiveAccess, password: string, reader: Reader): Promise<string | null>;
  /**
   * Creates the error for a denied request and fires `vendor_kb_access_denied`.
   * @param what restricted target as named in the message, e.g. `file 7`
   * @default the article or category
   */
  refuse(target: Article | Category, access: EffectiveAccess, reader: Reader, what?: string): Promise<HostError>;
}

export function createReaders(parts: { access: KbAccess; unlock: Unlock; hooks: OwnedHooks }): Readers {
  const { access, unlock, hooks } = parts;
  const viewers = new WeakMap<PostViewer, KbViewer>();

  function viewerOf(reader: PostViewer): KbViewer {
    const cached = viewers.get(reader);
    if (cached) return cached;
    const viewer: KbViewer = {
      user: reader.reader,
      unlocked: unlock.opened(reader.cookies),
      can: (capability) => reader.can(capability),
      mayEdit: (article) => reader.can('edit_kb_article', article),
    };
    viewers.set(reader, viewer);
    return viewer;
  }

  async function open(found: EffectiveAccess, password: string, reader: Reader): Promise<number[]> {
    const opened = await unlock.tryPassword(password, found.chain, reader.remoteAddress);
    const before = viewerOf(reader);
    viewers.set(reader, { ...before, unlocked: new Set([...before.unlocked, ...opened]) });
    return opened;
  }

  /** Decides, and decides again after the password sent with the request unlocked the target. */
  async function ask(of: (viewer: KbViewer) => Promise<EffectiveAccess>, reader: Reader): Promise<EffectiveAccess> {
    const found = await of(viewerOf(reader));
    const password = reader.headers['x-kb-password'];
    if (found.reason !== 'password' || typeof password !== 'string') return found;
    if ((await open(found, password, reader)).length === 0) throw wrongPassword();
    return of(viewerOf(reader));
  }

  async function refuse(
    target: Article | Category,
    found: EffectiveAccess,
    { reader }: Pick<Reader, 'reader'>,
    what = nameOf(target),
  ): Promise<HostError> {
    await hooks.doActionAsync('vendor_kb_access_denied', targetOf(target), found, { viewer: reader });
    return refusal(target, found, what);
  }

  const accessTo = async (article: Article, reader: Reader): Promise<EffectiveAccess> =>
    access.common(article) ?? ask((viewer) => access.of(article, viewer), reader);

  return {
    viewerOf,
    accessTo,
    async unlock(target, found, password, reader) {
      if ((await open(found, password, reader)).length === 0) return null;
      const { user, unlocked } = viewerOf(reader);
      await hooks.doActionAsync('vendor_kb_unlocked', targetOf(target), { viewer: user });
      return unlock.cookie(unlocked);
    },
    refuse,
    async readable(article, idOrSlug, reader) {
      if (!article) throw articleNotFound(idOrSlug);
      const found = await accessTo(article, reader);
      if (found.allowed) return article;
      throw found.status === 404 ? articleNotFound(idOrSlug) : await refuse(article, found, reader);
    },
    async readableCategory(category, reader) {
      const found = await ask((viewer) => access.ofCategory(category.id, viewer), reader);
      if (found.allowed) return category;
      throw await refuse(category, found, reader);
    },
  };
}

export function wrongPassword(): HostError {
  return new HostError('vendor_kb_wrong_password', 'Wrong password. Check upper and lower case.', {
    status: 403,
    headers: UNSHARED,
  });
}

function isArticle(target: Article | Category): target is Article {
  return 'categoryIds' in target;
}

function nameOf(target: Article | Category): string {
  return `${isArticle(target) ? 'article' : 'category'} ${target.id}`;
}

function refusal(target: Article | Category, { status, reason, mode }: EffectiveAccess, what: string): HostError {
  if (status === 404) return isArticle(target) ? articleNotFound(target.id) : categoryNotFound(target.id);
  if (reason === 'password') {
    return new HostError(
      'vendor_kb_password_required',
      `The ${what} requires a password. Send it in the X-KB-Password header.`,
      { status: 401, headers: UNSHARED, details: { mode } },
    );
  }
  if (reason === 'login') {
    return new HostError('vendor_kb_login_required', `Sign in to read the ${what}.`, {
      status: 401,
      headers: UNSHARED,
      details: { mode },
    });
  }
  return new HostError('vendor_kb_forbidden', `Your account cannot read the ${what}.`, {
    status: 403,
    headers: UNSHARED,
    details: { mode },
  });
}

/** Sender of a REST or page request. */
export interface Caller extends VisitorRequest {
  readonly user: User | null;
}
