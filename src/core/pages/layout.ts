import type { SafeHtml } from '../html/safe-html.js';

/** A page to be wrapped in a layout. */
export interface LayoutInput {
  readonly title: string;
  /** Elements for the layout's `<head>`: styles, canonical URL, metadata. */
  readonly head: SafeHtml;
  /** Content without header and footer. */
  readonly body: SafeHtml;
  /** BCP 47. */
  readonly locale: string;
  /** The authenticated user. Null for visitors. */
  readonly user: { readonly id: number; readonly name: string; readonly roles: readonly string[] } | null;
  /** Nonce for the layout's scripts: `<script nonce="...">`. Null with `csp: 'off'` and no `cspNonce`. */
  readonly nonce: string | null;
}

/**
 * The site's own layout: wraps title, head and body into a complete HTML document. Its scripts and styles are subject
 * to the page's Content-Security-Policy, which the option `csp` can relax or leave to the site.
 */
export type Layout = (page: LayoutInput) => string | Promise<string>;
