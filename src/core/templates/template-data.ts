import type { SafeHtml } from '../html/safe-html.js';
import type { Strings } from './strings.js';

/** Link in the menu of a page. */
export interface MenuLink {
  label: string;
  link: string;
  current: boolean;
}

/** Metadata of a page, rendered separately so that a site's own layout can place it in its `<head>`. */
export interface HeadData {
  description: string | null;
  /** Absolute URL of this page, built from the configured site URL. */
  canonical: string | null;
  /** Robots directives such as `noindex`. Null for none. */
  robots: string | null;
  /** The page in all its locales, including this one. */
  alternates: { locale: string; link: string }[];
  feeds: { title: string; link: string }[];
  stylesheets: string[];
  /** URLs of same-origin module scripts. */
  scripts: string[];
  /** Import map for the scripts, made with `safeJson`. Null for none. */
  modules: SafeHtml | null;
  /** Content-Security-Policy nonce of the request. */
  cspNonce: string | null;
  /** Made with `safeJson`. */
  jsonLd: SafeHtml[];
  /** Further elements added by plugins. */
  markup: SafeHtml[];
}

/** Data of the default layout. A site's own layout also gets `head`, `body` and `title`. */
export interface PageData {
  strings: Strings;
  title: string;
  /** URL of the favicon. */
  icon: string;
  head: SafeHtml;
  body: SafeHtml;
  site: { name: string; link: string };
  menu: MenuLink[];
  /**
   * The user who is signed in. Null for visitors, who get `loginLink` if there is one. Without `logoutLink`, only the
   * embedding site can end the session.
   */
  account: { name: string; link: string; logoutLink: string | null } | null;
  loginLink: string | null;
}

/** Template data of the login page. */
export interface LoginData {
  strings: Strings;
  /** URL of the form. */
  action: string;
  /** CSRF nonce of the form. */
  nonce: string;
  /** Same-site path to redirect to after the login. */
  redirectTo: string;
  /** The login entered before. Passwords are never repeated. */
  login: string;
  error: string | null;
  /** Success message of the previous page, such as a changed password. */
  notice: string | null;
  /** URL of the page for a forgotten password. */
  lostLink: string;
}

/** The form that requests a password reset. The result is the same for known and unknown accounts. */
export interface LostPasswordData {
  strings: Strings;
  action: string;
  nonce: string;
  login: string;
  error: string | null;
  /** Whether the reset was requested. */
  sent: boolean;
  loginLink: string;
}

/** The form for a new password, opened by the link in the email. */
export interface ResetPasswordData {
  strings: Strings;
  action: string;
  nonce: string;
  /** Login of the account. Null for an invalid or expired link, which shows no form. */
  login: string | null;
  error: string | null;
  /** Minimum password length in characters. */
  minimum: number;
  /** URL to request another link. */
  lostLink: string;
}

/** The page opened by the confirmation link of an email address. */
export interface ConfirmEmailData {
  strings: Strings;
  title: string;
  action: string;
  nonce: string;
  token: string;
  /** The email to confirm. Null for an expired link, which shows no form. */
  email: string | null;
  isDone: boolean;
  error: string | null;
  /** Name of the site, and the URL to continue to. */
  site: string;
  next: string;
}

/** Account emails. Each has one template for HTML and one for text, `mail/...-text`. */
export interface AccountMailData {
  strings: Strings;
  subject: string;
  site: { name: string };
  /** "Hello Ada,". Without the name if the email address is unverified. */
  greeting: string;
  login: string;
  /** Absolute URL of the action. Null if there is none, or if the site does not know its own URL. */
  link: string | null;
}

/** Confirmation page: its button sends a POST, so that other sites cannot log a user out with a link. */
export interface LogoutData {
  strings: Strings;
  action: string;
  nonce: string;
  /** User whose local drafts the script removes from this browser. 0 for none. */
  userId: number;
  /** URL to continue to. */
  next: string;
}

/** The OAuth consent page. Except for the scope labels, its contents may come from untrusted clients. */
export interface OAuthConsentData {
  strings: Strings;
  /** URL of the form. */
  action: string;
  /** CSRF nonce of the form, valid only for this authorization request. */
  nonce: string;
  /** Hidden fields that the form sends back unchanged. */
  parameters: { name: string; value: string }[];
  /** Name of the site. */
  site: string;
  /** Name of the client. */
  client: string;
  account: { name: string; login: string };
  /** URL to switch to another account. */
  logoutLink: string;
  /** Host that receives the response. Null for a client on the user's own computer. */
  target: string | null;
  /** Requested scopes with their labels. */
  scopes: { name: string; label: string }[];
}

/** Redirects back to an OAuth client, automatically where the browser allows it. */
export interface OAuthForwardData {
  strings: Strings;
  title: string;
  link: string;
}

/** Standalone error and notice pages: 403, 404, 410, 429, 500, "you are signed out". */
export interface MessageData {
  strings: Strings;
  status: number;
  title: string;
  message: string;
  links: { label: string; link: string }[];
  /** Shown on 500 pages, to find the log entry. */
  requestId: string | null;
}

/** The API reference. It is complete without scripts; a script replaces the list with an interactive one. */
export interface ReferenceData {
  strings: Strings;
  /** URL of the REST root. */
  root: string;
  /** URL of the OpenAPI document. */
  documentLink: string;
  /** URL that returns the user's nonce. Null for visitors, who have none. */
  nonceLink: string | null;
  groups: {
    name: string;
    operations: { method: string; path: string; summary: string; permission: string; deprecated: boolean }[];
  }[];
}

declare module './names.js' {
  interface TemplateData {
    'core/head': HeadData;
    'core/page': PageData;
    'core/login': LoginData;
    'core/logout': LogoutData;
    'core/oauth-consent': OAuthConsentData;
    'core/oauth-forward': OAuthForwardData;
    'core/lost-password': LostPasswordData;
    'core/reset-password': ResetPasswordData;
    'core/confirm-email': ConfirmEmailData;
    'core/message': MessageData;
    'core/reference': ReferenceData;
    'mail/password-reset': AccountMailData;
    'mail/password-reset-text': AccountMailData;
    'mail/no-password-here': AccountMailData;
    'mail/no-password-here-text': AccountMailData;
    'mail/password-changed': AccountMailData;
    'mail/password-changed-text': AccountMailData;
    'mail/confirm-address': AccountMailData;
    'mail/confirm-address-text': AccountMailData;
    'mail/change-requested': AccountMailData;
    'mail/change-requested-text': AccountMailData;
    'mail/address-changed': AccountMailData;
    'mail/address-changed-text': AccountMailData;
  }
}
