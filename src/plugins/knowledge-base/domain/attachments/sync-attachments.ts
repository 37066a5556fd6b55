import { isDeepStrictEqual } from 'node:util';
import { HostError, type User } from '../../../../index.js';
import type { Attachment } from '../../../../media.js';
import type { ArticleAttachment } from './attachment.js';
import type { AttachmentFields, Attachments, ChangedFields, NewArticleAttachment } from './attachments.js';

/** A file that an import attaches to an article. */
export interface AttachmentInput {
  /** Hex digest of the file. */
  readonly sha256: string;
  /** Absent fields keep their current value. */
  readonly fields: ChangedFields;
  readonly past?: NewArticleAttachment['past'];
  readonly by: User | null;
  /** Returns the file in the library. Null if missing (already reported) and in dry runs. */
  take(): Promise<Attachment | null>;
  /** Reports a file that could not be attached. */
  refused(error: HostError): void;
}

/**
 * Synchronizes an article's attachments by digest. Existing files get the given fields; others stay or are removed.
 * @returns whether the article has all of the files
 */
export async function syncAttachments(
  attachments: Pick<Attachments, 'add' | 'of' | 'remove' | 'update'>,
  articleId: number,
  inputs: readonly AttachmentInput[],
  { removeOthers, dryRun }: { readonly removeOthers: boolean; readonly dryRun: boolean },
): Promise<boolean> {
  const others = articleId === 0 ? [] : await attachments.of(articleId);
  let isWhole = true;
  for (const each of inputs) {
    const index = others.findIndex(({ file }) => file.sha256 === each.sha256);
    const [present] = index < 0 ? [] : others.splice(index, 1);
    try {
      if (!present) isWhole = (await addOne(each)) && isWhole;
      else if (!dryRun && !hasFields(present, each.fields)) await attachments.update(present.id, each.fields);
    } catch (error) {
      if (!(error instanceof HostError) || error.status >= 500) throw error;
      // Another import of the same source attached it first.
      if (error.code === 'vendor_kb_attachment_exists') continue;
      each.refused(error);
      isWhole = false;
    }
  }
  if (removeOthers && !dryRun) for (const { id } of others) await attachments.remove(id);
  return isWhole;

  async function addOne({ fields, past, by, take }: AttachmentInput): Promise<boolean> {
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
