import type { PostViewer } from '../../../../content.js';
import type { Attachment } from '../../../../media.js';
import type { KbAccess } from '../access/access.js';
import type { EffectiveAccess } from '../access/effective.js';
import type { Reader, Readers } from '../access/readers.js';
import type { KbViewer } from '../access/viewer.js';
import type { Article } from '../articles/article.js';
import type { Articles } from '../articles/articles.js';
import { attachmentNotFound } from '../errors.js';
import type { ArticleAttachment } from './attachment.js';
import type { Attachments } from './attachments.js';
import type { RuledFiles } from './ruled-files.js';

/** An attachment with its article. */
export interface AttachedFile {
  readonly attachment: ArticleAttachment;
  readonly article: Article;
  readonly access: EffectiveAccess;
}

/** Attachment with the deciding rule as text: `file 7`. */
interface DecidedFile extends AttachedFile {
  readonly decidedBy: string;
}

/** Access to attachments: requires access to the article, and satisfies the file's own rule. */
export interface AttachmentAccess {
  /** Returns the access to a file. If the article is closed, returns the article's. */
  accessOf(attachment: RuleOwner, article: Article, viewer: KbViewer): Promise<EffectiveAccess>;
  /** Returns the article's attachments that a viewer may read, in order. Runs no statement if there are none. */
  openTo(article: Article, viewer: KbViewer): Promise<ArticleAttachment[]>;
  /** Finds an attachment with this request's access. A password in the header counts. Null if not found. */
  look(id: number, reader: Reader): Promise<AttachedFile | null>;
  /**
   * Loads an attachment that this request may read.
   * @throws HostError 404 `vendor_kb_attachment_not_found`, 401 `vendor_kb_login_required`,
   *   `vendor_kb_password_required`, 403 `vendor_kb_forbidden`, `vendor_kb_wrong_password`
   */
  readable(id: number, reader: Reader): Promise<AttachedFile>;
  /**
   * Loads an attachment to change it. The caller then checks permission to edit the article.
   * @throws HostError 404 `vendor_kb_attachment_not_found`, also if a rule hides it
   */
  existing(id: number, reader: Reader): Promise<AttachedFile>;
  /** Tells whether articles let the media library show a file. */
  mayShow(file: Pick<Attachment, 'id' | 'postId' | 'authorId'>, viewer: PostViewer): Promise<boolean>;
  /** Returns the ids of files that `mayShow` rejects and no closed article hides. */
  hiddenFrom(viewer: PostViewer): Promise<number[]>;
}

type RuleOwner = Pick<ArticleAttachment, 'ruleId'>;

interface AttachmentAccessParts {
  readonly articles: Pick<Articles, 'get' | 'getMany'>;
  readonly attachments: Pick<Attachments, 'get' | 'of' | 'usesOf' | 'guardedUses'>;
  readonly ruledFiles: Pick<RuledFiles, 'mayBeAt'>;
  readonly access: KbAccess & Readers;
}

export function createAttachmentAccess({
  articles,
  attachments,
  ruledFiles,
  access,
}: AttachmentAccessParts): AttachmentAccess {
  /** Applies the file's rule as if it were the article's. Authors, administrators and callbacks count the same. */
  const ruledBy = ({ ruleId }: RuleOwner, article: Article): Article | null =>
    ruleId === null ? null : { ...article, ruleId };

  async function accessOf(attachment: RuleOwner, article: Article, viewer: KbViewer): Promise<EffectiveAccess> {
    const found = await access.of(article, viewer);
    const ruled = found.allowed ? ruledBy(attachment, article) : null;
    return ruled ? access.of(ruled, viewer) : found;
  }

  async function load(id: number): Promise<Omit<AttachedFile, 'access'> | null> {
    const attachment = await attachments.get(id);
    const article = attachment && (await articles.get(attachment.articleId));
    return article ? { attachment, article } : null;
  }

  async function look(id: number, reader: Reader): Promise<DecidedFile | null> {
    const loaded = await load(id);
    if (!loaded) return null;
    const found = await access.accessTo(loaded.article, reader);
    const ruled = found.allowed ? ruledBy(loaded.attachment, loaded.article) : null;
    if (!ruled) return { ...loaded, access: found, decidedBy: `article ${loaded.article.id}` };
    return { ...loaded, access: await access.accessTo(ruled, reader), decidedBy: `file ${id}` };
  }

  async function isOpen(use: { readonly articleId: number } & RuleOwner, viewer: KbViewer): Promise<boolean> {
    const article = await articles.get(use.articleId);
    return article !== null && (await accessOf(use, article, viewer)).allowed;
  }

  return {
    accessOf,
    look,
    async openTo(article, viewer) {
      const mayHaveSome = article.counters?.attachments !== 0 || (await ruledFiles.mayBeAt(article.id));
      if (!mayHaveSome) return [];
      const all = await attachments.of(article.id);
      const accesses = await Promise.all(all.map((attachment) => accessOf(attachment, article, viewer)));
      return all.filter((_, index) => accesses[index]?.allowed);
    },
    async readable(id, reader) {
      const found = await look(id, reader);
      if (!found || found.access.status === 404) throw attachmentNotFound(id);
      if (!found.access.allowed) throw await access.refuse(found.article, found.access, reader, found.decidedBy);
      return found;
    },
    async existing(id, reader) {
      const loaded = await load(id);
      if (!loaded) throw attachmentNotFound(id);
      const found = await accessOf(loaded.attachment, loaded.article, access.viewerOf(reader));
      if (!found.allowed) throw attachmentNotFound(id);
      return { ...loaded, access: found };
    },
    async mayShow({ id, postId, authorId }, viewer) {
      const uses = await attachments.usesOf(id);
      const isGuarded = uses.some(({ ruleId }) => ruleId !== null) || (uses.length > 0 && postId === 0);
      if (!isGuarded || (viewer.reader !== null && viewer.reader.id === authorId)) return true;
      for (const use of uses) if (await isOpen(use, access.viewerOf(viewer))) return true;
      return false;
    },
    async hiddenFrom(viewer) {
      const all = await attachments.guardedUses();
      const uses = all.filter(({ fileAuthorId }) => viewer.reader === null || viewer.reader.id !== fileAuthorId);
      const found = await articles.getMany([...new Set(uses.map(({ articleId }) => articleId))]);
      const byId = new Map(found.map((article) => [article.id, article]));
      const open = new Set<number>();
      for (const use of uses) {
        const article = byId.get(use.articleId);
        if (!article || open.has(use.mediaId)) continue;
        if ((await accessOf(use, article, access.viewerOf(viewer))).allowed) open.add(use.mediaId);
      }
      return [...new Set(uses.map(({ mediaId }) => mediaId))].filter((id) => !open.has(id));
    },
  };
}
