import { isDeepStrictEqual } from 'node:util';
import { type Attachment, HostError, type User } from '../../../index.js';
import type { ArticleAttachment } from './attachment.js';
import type { AttachmentFields, Attachments, ChangedFields, NewArticleAttachment } from './attachments.js';

/** A file that an article is to have, as an import knows it. */
export interface WantedAttachment {
  /** Hex, of the file. */
  readonly sha256: string;
  /** What is not named stays as it is here. */
  readonly fields: ChangedFields;
  readonly past?: NewArticleAttachment['past'];
  readonly by: User | null;
  /** The file in the library; null where there is none, which was reported, and in a dry run. */
  take(): Promise<Attachment | null>;
  /** Why it did not become one of the article's. */
  refused(error: HostError): void;
}

/**
 * Gives an article files, each known by its digest: what it has of them gets the wanted fields, and what it has besides
 * stays or goes.
 * @returns whether the article has all of them
 */
export async function syncAttachments(
  attachments: Pick<Attachments, 'add' | 'of' | 'remove' | 'update'>,
  articleId: number,
  wanted: readonly WantedAttachment[],
  { removeOthers, dryRun }: { readonly removeOthers: boolean; readonly dryRun: boolean },
): Promise<boolean> {
  const others = articleId === 0 ? [] : await attachments.of(articleId);
  let isWhole = true;
  for (const each of wanted) {
    const index = others.findIndex(({ file }) => file.sha256 === each.sha256);
    const [present] = index < 0 ? [] : others.splice(index, 1);
    try {
      if (!present) isWhole = (await addOne(each)) && isWhole;
      else if (!dryRun && !hasFields(present, each.fields)) await attachments.update(present.id, each.fields);
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      // Another import of the same source was first.
      if (error.code === 'vendor_kb_attachment_exists') continue;
      each.refused(error);
      isWhole = false;
    }
  }
  if (removeOthers && !dryRun) for (const { id } of others) await attachments.remove(id);
  return isWhole;

  async function addOne({ fields, past, by, take }: WantedAttachment): Promise<boolean> {
    const file = await take();
    if (!file || dryRun) return false;
    const isOwnFile = file.postId === articleId;
    await attachments.add(articleId, { file, ...fields, ...(past && { past }), isOwnFile, by });
    return true;
  }
}

function hasFields(present: ArticleAttachment, fields: ChangedFields): boolean {
  return Object.entries(fields).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(present[name as keyof AttachmentFields], value),
  );
}
