import { randomBytes } from 'node:crypto';
import { HostError } from '../errors.js';

/** A Content-Security-Policy by directive: `{ 'img-src': ["'self'", 'https:'] }`. */
export type CspDirectives = Record<string, string[]>;

/**
 * The policy of our pages: our own strict one, none because the site sends one, or what a function makes of ours. It gets
 * a copy of our directives, the nonce of this very response among the sources of `script-src`, and returns directives or
 * a whole policy.
 */
export type CspOption = 'own' | 'off' | ((directives: CspDirectives) => CspDirectives | string);

export interface PagePolicy {
  /** For scripts of this response alone; null where no policy would know it. */
  readonly nonce: string | null;
  /** The header's value; null for none. */
  readonly policy: string | null;
}

/** Scripts, styles and fonts of this site, pictures from anywhere, frames nowhere, no plugins, no `<base>`. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'script-src': ["'self'"],
  'img-src': ["'self'", 'https:', 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'self'"],
};

/** What a page needs that the others do not, or does without. */
export interface PolicyNeeds {
  /** Its scripts write styles into it. */
  readonly inlineStyles?: boolean | undefined;
  /** An address of another site that answers its form sends the reader on to. */
  readonly formTarget?: string | undefined;
  /** Its scripts make a frame of their own to write in, with styles and pictures of its own, and with this page as what its links start from. */
  readonly ownFrames?: boolean | undefined;
  /** It may not even be shown in frames of this site. */
  readonly unframed?: boolean | undefined;
  readonly request: {
    /** The nonce of the site's own policy, which is then ours too: no script could carry two. */
    readonly cspNonce: string | null;
  };
}

/** Makes the policy of each page. @throws HostError `csp_invalid` (500) for what no header can carry */
export function createCsp(option: CspOption): (page: PolicyNeeds) => PagePolicy {
  return ({ inlineStyles, ownFrames, formTarget, unframed, request: { cspNonce } }) => {
    if (option === 'off') return { nonce: cspNonce, policy: null };
    const nonce = cspNonce ?? randomBytes(16).toString('base64');
    const directives: CspDirectives = Object.fromEntries(
      Object.entries(OWN).map(([name, sources]) => [name, [...sources]]),
    );
    directives['script-src']?.push(`'nonce-${nonce}'`);
    if (inlineStyles) directives['style-src']?.push("'unsafe-inline'");
    if (ownFrames) {
      Object.assign(directives, { 'frame-src': ['blob:'], 'base-uri': ["'self'"] });
      // Pictures that are being uploaded are shown meanwhile.
      directives['img-src']?.push('blob:');
    }
    if (formTarget !== undefined) directives['form-action']?.push(sourceOf(formTarget));
    if (unframed) directives['frame-ancestors'] = ["'none'"];
    return { nonce, policy: option === 'own' ? policyOf(directives) : checked(option(directives)) };
  };
}

/** An address as a policy can name it; IPv6 ones it cannot, only their scheme. */
function sourceOf(address: string): string {
  const { origin, protocol, hostname } = new URL(address);
  return hostname.startsWith('[') ? protocol : origin;
}

function policyOf(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** @throws HostError `csp_invalid` for what the site's function answers and no policy could hold */
export function assertCspNonce(nonce: unknown): asserts nonce is string | null | undefined {
  if (nonce === undefined || nonce === null) return;
  if (typeof nonce === 'string' && /^[\w+/-]+={0,2}$/.test(nonce)) return;
  throw new HostError(
    'csp_invalid',
    'The option cspNonce is a function that answered no nonce. Return the nonce of your policy as it stands in it, in base64, or null where there is none.',
  );
}

/** A header that cannot be sent would be left out, and the page would stand without any policy. */
function checked(answer: unknown): string {
  const policy = typeof answer === 'string' ? answer : isDirectives(answer) ? policyOf(answer) : '';
  if (/^[\x20-\x7e]+$/.test(policy)) return policy;
  throw new HostError(
    'csp_invalid',
    "The option csp is a function that returned no policy. Return the directives it was given, changed as you like, or a text without line breaks; to send none write csp: 'off'.",
  );
}

function isDirectives(answer: unknown): answer is CspDirectives {
  if (typeof answer !== 'object' || answer === null) return false;
  return Object.entries(answer).every(
    ([name, sources]) =>
      /^[a-z-]+$/.test(name) &&
      Array.isArray(sources) &&
      sources.every((source) => typeof source === 'string' && /^[^\s;,]+$/.test(source)),
  );
}
