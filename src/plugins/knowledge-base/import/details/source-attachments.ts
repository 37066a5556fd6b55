import type { AccessRuleInput } from '../../access/rule.js';
import { accessRule, type readFields } from '../fields.js';

/** A file that front matter says comes with an article. */
export interface SourceAttachment {
  /** Path in the source, or `sha256:` and the digest of one in the library. */
  readonly file: string;
  /** Null where the file's own name says enough. */
  readonly title: string | null;
  readonly description: string;
  /** Who may have it, of those who may read the article; null where it says nothing of that. */
  readonly access: AccessRuleInput | null;
}

/** Characters that a path or a text may have. */
const LONGEST = 2_000;
/** As many as an article has. */
const MOST = 100;
const MEMBERS: ReadonlySet<string> = new Set(['file', 'title', 'description', 'access']);

/** A list of paths, or of mappings with one each; anything else stays what it was, front matter that is only kept. */
export function readAttachments(
  fields: Pick<ReturnType<typeof readFields>, 'meant'>,
  keys: readonly string[],
): readonly SourceAttachment[] | undefined {
  return fields.meant(keys, (value) => {
    if (!Array.isArray(value) || value.length > MOST) return undefined;
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
  return typeof value === 'string' && value.length <= LONGEST;
}

/** A password stands in front matter for an article alone, where it is taken out of what is kept. */
function withoutSecret(rule: AccessRuleInput | null): AccessRuleInput | null {
  if (rule?.password === undefined) return rule;
  const { password: _, ...others } = rule;
  return { ...others, mode: 'nobody' };
}
