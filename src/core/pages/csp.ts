import { randomBytes } from 'node:crypto';
import { HostError } from '../errors.js';

/** A Content-Security-Policy by directive: `{ 'img-src': ["'self'", 'https:'] }`. */
export type CspDirectives = Record<string, string[]>;

/**
 * Content-Security-Policy of our pages: our strict one, none because the site sends its own, or one changed by a
 * function. The function gets a copy of our directives, including the response's nonce in `script-src`, and returns
 * directives or a complete policy.
 */
export type CspOption = 'own' | 'off' | ((directives: CspDirectives) => CspDirectives | string);

export interface PagePolicy {
  /** Nonce for the scripts of this response. Null if no policy contains one. */
  readonly nonce: string | null;
  /** Value of the header. Null for none. */
  readonly policy: string | null;
}

/**
 * Our policy: scripts, styles and fonts of this site, images from anywhere, no plugins and no `<base>`. Only pages of
 * this site may frame ours.
 */
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

/** Deviations of a page from the default policy. */
export interface PolicyNeeds {
  /** Its scripts add inline styles. */
  readonly inlineStyles?: boolean | undefined;
  /** URL on another site that the page's form redirects to after submission. */
  readonly formTarget?: string | undefined;
  /**
   * Its scripts create a frame for editing, with its own styles and images. Links in it are resolved against this
   * page.
   */
  readonly ownFrames?: boolean | undefined;
  /** Forbids framing by this site as well. */
  readonly unframed?: boolean | undefined;
  readonly request: {
    /** Nonce of the site's own policy, used instead of ours because a script can only carry one. */
    readonly cspNonce: string | null;
  };
}

/** Creates the policy of each page. @throws HostError `csp_invalid` (500) for a policy that is no valid header value */
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
      // Previews of images during their upload.
      directives['img-src']?.push('blob:');
    }
    if (formTarget !== undefined) directives['form-action']?.push(sourceOf(formTarget));
    if (unframed) directives['frame-ancestors'] = ["'none'"];
    return { nonce, policy: option === 'own' ? policyOf(directives) : checked(option(directives)) };
  };
}

/** A URL as a CSP source. IPv6 hosts cannot be expressed, so only their scheme is used. */
function sourceOf(address: string): string {
  const { origin, protocol, hostname } = new URL(address);
  return hostname.startsWith('[') ? protocol : origin;
}

function policyOf(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** @throws HostError `csp_invalid` if the site's function returned an invalid nonce */
export function assertCspNonce(nonce: unknown): asserts nonce is string | null | undefined {
  if (nonce === undefined || nonce === null) return;
  if (typeof nonce === 'string' && /^[\w+/-]+={0,2}$/.test(nonce)) return;
  throw new HostError(
    'csp_invalid',
    'The cspNonce function returned no nonce. Return the nonce of your policy in base64, or null if there is none.',
  );
}

/** An invalid header would be dropped, leaving the page without a policy. */
function checked(value: unknown): string {
  const policy = typeof value === 'string' ? value : isDirectives(value) ? policyOf(value) : '';
  if (/^[\x20-\x7e]+$/.test(policy)) return policy;
  throw new HostError(
    'csp_invalid',
    "The csp function returned no policy. Return the directives it received, with your changes, or a string without line breaks. To send no policy, use csp: 'off'.",
  );
}

function isDirectives(value: unknown): value is CspDirectives {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([name, sources]) =>
      /^[a-z-]+$/.test(name) &&
      Array.isArray(sources) &&
      sources.every((source) => typeof source === 'string' && /^[^\s;,]+$/.test(source)),
  );
}
