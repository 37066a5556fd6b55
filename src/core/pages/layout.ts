import type { SafeHtml } from '../html/safe-html.js';

/** A page ready to be set into a layout. */
export interface LayoutInput {
  readonly title: string;
  /** Elements for the layout's `<head>`: styles, canonical address, metadata. */
  readonly head: SafeHtml;
  /** The content, without header and footer. */
  readonly body: SafeHtml;
  /** BCP 47. */
  readonly locale: string;
  /** Who is signed in; null for visitors. */
  readonly user: { readonly id: number; readonly name: string; readonly roles: readonly string[] } | null;
  /** Lets a script of the layout run under our policy: `<script nonce="...">`. Null with `csp: 'off'` and no `cspNonce`. */
  readonly nonce: string | null;
}

/**
 * The site's own frame: gets title, head and body, and answers a whole HTML document. Scripts and styles in it are
 * subject to the page's Content-Security-Policy, which the option `csp` widens or leaves to the site.
 */
export type Layout = (page: LayoutInput) => string | Promise<string>;
