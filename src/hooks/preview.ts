import { createHash } from 'node:crypto';

/** A value as a trace keeps it: short enough to read, exact enough to tell whether it is the same as another. */
export interface Preview {
  /** JSON, shortened; secrets are replaced. */
  readonly text: string;
  /** Two values with the same hash are the same as far as JSON goes and as far as they were looked at. */
  readonly hash: string;
}

const LONGEST_TEXT = 200;
const MOST_MEMBERS = 2_000;
const SECRET = /pass(?:word|wd)?$|secret|token|nonce|cookie|authorization|api_?key|hash$/i;

/** Takes a picture of a value; later changes to it do not show. Never throws. */
export function previewOf(value: unknown): Preview {
  const json = toJson(value);
  return {
    text: json.length > LONGEST_TEXT ? `${json.slice(0, LONGEST_TEXT - 1)}…` : json,
    hash: createHash('sha256').update(json).digest('hex').slice(0, 16),
  };
}

function toJson(value: unknown): string {
  const seen = new Set<unknown>();
  let members = 0;
  try {
    const json: unknown = JSON.stringify(value, (key, member: unknown) => {
      if (SECRET.test(key) && member !== null && member !== undefined) return '[redacted]';
      if (++members > MOST_MEMBERS) return undefined;
      if (typeof member === 'bigint') return `${member}n`;
      if (typeof member === 'function') return `[function ${member.name}]`;
      if (typeof member !== 'object' || member === null) return member;
      // A member that comes twice is written once, which also keeps circles from going on forever.
      if (seen.has(member)) return '[seen above]';
      seen.add(member);
      if (member instanceof Map) return { map: [...member] };
      if (member instanceof Set) return { set: [...member] };
      if (member instanceof Error) return { name: member.name, message: member.message };
      return member;
    });
    return typeof json === 'string' ? json : String(json);
  } catch {
    // A getter or a toJSON of the value failed: that is no reason to disturb the request that is being traced.
    return `[${typeof value}]`;
  }
}
