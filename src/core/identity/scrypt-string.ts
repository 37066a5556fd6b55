/** Scrypt hash with all parameters needed to recompute it. Salt and key are raw bytes. */
export interface ScryptHash {
  /** Base-2 logarithm of the cost N. */
  readonly logCost: number;
  readonly blockSize: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Maximum memory of one hash, 128 · N · r bytes: 128 MiB, the largest setting that OWASP recommends. */
const MAX_MEMORY = 128 * 1024 * 1024;
/** Maximum work of one hash, N · r · p: twice that of the largest recommended setting. */
const MAX_WORK = 2 ** 21;

const PATTERN = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/**
 * Formats a hash as `$scrypt$ln=15,r=8,p=3$<salt>$<key>`, the PHC string format with unpadded base64.
 * @see https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
 */
export function formatScryptString(hash: ScryptHash): string {
  const parameters = `ln=${hash.logCost},r=${hash.blockSize},p=${hash.parallelism}`;
  return `$scrypt$${parameters}$${encode(hash.salt)}$${encode(hash.key)}`;
}

/**
 * Parses a PHC scrypt string.
 * Parameters may come from an import, so those that need more memory or time than any legitimate setting are rejected.
 * @returns null for another format or parameters out of bounds
 */
export function parseScryptString(text: string): ScryptHash | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, logCost, blockSize, parallelism, salt = '', key = ''] = match;
  const hash: ScryptHash = {
    logCost: Number(logCost),
    blockSize: Number(blockSize),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
  return isAffordable(hash) ? hash : null;
}

/** Whether the parameters are positive integers within the memory and time limits. */
export function isAffordable({ logCost, blockSize, parallelism }: Omit<ScryptHash, 'salt' | 'key'>): boolean {
  const isWhole = [logCost, blockSize, parallelism].every((number) => Number.isInteger(number) && number >= 1);
  if (!isWhole || blockSize > 99 || parallelism > 99) return false;
  const work = 2 ** logCost * blockSize;
  return 128 * work <= MAX_MEMORY && work * parallelism <= MAX_WORK;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}
