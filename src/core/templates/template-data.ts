import type { SafeHtml } from '../html/safe-html.js';
import type { Strings } from './strings.js';

export interface MenuLink {
  label: string;
  link: string;
  current: boolean;
}

/** Metadata of a page, rendered apart from the layout so that a site's own layout can place it in its `<head>`. */
export interface HeadData {
  description: string | null;
  /** Absolute address of this page, built from the configured site address. */
  canonical: string | null;
  /** `noindex` and the like; null lets search engines decide. */
  robots: string | null;
  /** The page in other locales, this one included. */
  alternates: { locale: string; link: string }[];
  feeds: { title: string; link: string }[];
  stylesheets: string[];
  /** Module scripts, same origin. */
  scripts: string[];
  /** An import map, made by `safeJson`: what these scripts import by name. Null for none. */
  modules: SafeHtml | null;
  /** The request's Content-Security-Policy nonce. */
  cspNonce: string | null;
  /** Made by `safeJson`. */
  jsonLd: SafeHtml[];
  /** Further elements, as plugins add them. */
  markup: SafeHtml[];
}

/** The default layout. `head`, `body` and `title` are what a site's own layout gets as well. */
export interface PageData {
  strings: Strings;
  title: string;
  /** Address of the picture in the browser's tab. */
  icon: string;
  head: SafeHtml;
  body: SafeHtml;
  site: { name: string; link: string };
  menu: MenuLink[];
  /**
   * Who is logged in; null for visitors, and then `loginLink` is shown when there is one. Without `logoutLink` only the
   * site can end the session.
   */
  account: { name: string; link: string; logoutLink: string | null } | null;
  loginLink: string | null;
}

export interface LoginData {
  strings: Strings;
  /** Where the form posts to. */
  action: string;
  /** Nonce of the form. */
  nonce: string;
  /** Same-site path to go to afterwards. */
  redirectTo: string;
  /** What was typed before, never the password. */
  login: string;
  error: string | null;
  /** Good news from where the visitor comes, such as a changed password. */
  notice: string | null;
  /** For those who have forgotten their password. */
  lostLink: string;
}

/** The form that asks for a new password, and what it leads to: the same page whoever asked. */
export interface LostPasswordData {
  strings: Strings;
  action: string;
  nonce: string;
  login: string;
  error: string | null;
  /** Whether it was asked for. */
  sent: boolean;
  loginLink: string;
}

/** The form for a new password, behind the link in the mail. */
export interface ResetPasswordData {
  strings: Strings;
  action: string;
  nonce: string;
  /** Whose password it is; null for a link that does not work (any more), which shows no form. */
  login: string | null;
  error: string | null;
  /** Shortest password, in characters. */
  minimum: number;
  /** Where to ask for another link. */
  lostLink: string;
}

/** The page that a link for an email address leads to. */
export interface ConfirmEmailData {
  strings: Strings;
  title: string;
  action: string;
  nonce: string;
  token: string;
  /** The address that is confirmed; null for a link that has expired, which shows no form. */
  email: string | null;
  isDone: boolean;
  error: string | null;
  /** Name of the site, and where its pages begin. */
  site: string;
  next: string;
}

/** Mails about an account, each with a template for the text, `mail/...-text`, and one for HTML. */
export interface AccountMailData {
  strings: Strings;
  subject: string;
  site: { name: string };
  /** "Hello Ada,": without the name where nobody has proven that the address is the reader's. */
  greeting: string;
  login: string;
  /** Absolute address of what the reader can do; null where there is nothing, or the site does not know its address. */
  link: string | null;
}

/** A link leads to this page and its button posts, so that no foreign page can log anybody out. */
export interface LogoutData {
  strings: Strings;
  action: string;
  nonce: string;
  /** Whose texts its script removes from this browser; 0 for nobody's. */
  userId: number;
  /** Where to go then. */
  next: string;
}

/** A program asks a person to be allowed something. Everything on it but the labels of scopes may come from strangers. */
export interface OAuthConsentData {
  strings: Strings;
  /** Where the form posts to. */
  action: string;
  /** Nonce of the form, good for this very request alone. */
  nonce: string;
  /** What the form sends back as it is. */
  parameters: { name: string; value: string }[];
  /** Name of this site. */
  site: string;
  /** Name of the program. */
  client: string;
  account: { name: string; login: string };
  /** For whoever wants to be somebody else. */
  logoutLink: string;
  /** Host that the answer goes to; null for a program on the person's own computer. */
  target: string | null;
  /** What it asks for, in words. */
  scopes: { name: string; label: string }[];
}

/** The way back to a program, taken by itself where browsers do so. */
export interface OAuthForwardData {
  strings: Strings;
  title: string;
  link: string;
}

/** Errors and notices that are a page of their own: 403, 404, 410, 429, 500, "you are logged out". */
export interface MessageData {
  strings: Strings;
  status: number;
  title: string;
  message: string;
  links: { label: string; link: string }[];
  /** Shown on 500s, for finding the log line. */
  requestId: string | null;
}

/** The reference of all routes. It is whole as it is; a script puts an interactive one in the place of the list. */
export interface ReferenceData {
  strings: Strings;
  /** Address of the REST root. */
  root: string;
  /** Address of the OpenAPI document. */
  documentLink: string;
  /** Where the visitor's nonce comes from; null for visitors, who have none. */
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
