import type { AccessRuleInput } from '../../../domain/access/rule.js';
import { accessRule, type readFields } from '../fields.js';

/** Attachment listed in front matter. */
export interface SourceAttachment {
  /** Path in the source, or `sha256:` and the hash of a file in the media library. */
  readonly file: string;
  /** Null to use the title of the media file. */
  readonly title: string | null;
  readonly description: string;
  /** Additional access rule, besides that of the article; null for none. */
  readonly access: AccessRuleInput | null;
}

/** Maximum number of characters of a path or a text. */
const MAX_LENGTH = 2_000;
/** Maximum number of attachments per article. */
const MAX_ATTACHMENTS = 100;
const MEMBERS: ReadonlySet<string> = new Set(['file', 'title', 'description', 'access']);

/** Reads a list of paths, or of mappings with a path each. Any other value stays in the metadata. */
export function readAttachments(
  fields: Pick<ReturnType<typeof readFields>, 'meant'>,
  keys: readonly string[],
): readonly SourceAttachment[] | undefined {
  return fields.meant(keys, (value) => {
    if (!Array.isArray(value) || value.length > MAX_ATTACHMENTS) return undefined;
    const found = value.map(attachmentOf);
    return found.every((each) => each !== undefined) ? found : undefined;
  });
}

function attachmentOf(value: unknown): SourceAttachment | undefined {
  if (typeof value === 'string') return attachmentOf({ file: value });
  if (typeof value !== 'object' || value === null || !Object.keys(value).every((name) => MEMBERS.has(name))) {
    return undefined;
  }
  const { file, title = null, description = '', access } = value as Record<string, unknown>;
  if (!isText(file) || file === '' || !isText(description) || (title !== null && !isText(title))) return undefined;
  return { file, title, description, access: access === undefined ? null : withoutSecret(accessRule(access)) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH;
}

/**
 * Passwords are supported only in an article's own rule, which is removed from stored front matter. Elsewhere they
 * close access.
 */
function withoutSecret(rule: AccessRuleInput | null): AccessRuleInput | null {
  if (rule?.password === undefined) return rule;
  const { password: _, ...others } = rule;
  return { ...others, mode: 'nobody' };
}
