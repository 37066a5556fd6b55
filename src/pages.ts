/**
 * 'mortise/pages': public pages, anonymous visitors, safe HTML, templates and the data of built-in templates.
 *
 *     pages.mount('/recipes', async ({ path }) => page(`<h1>${escapeHtml(path)}</h1>`));
 */

export { escapeHtml, isSafeHtml, type SafeHtml, safeHtml, safeJson } from './core/html/safe-html.js';
export { addressKey, networkKey } from './core/http/client-address.js';
export { idOf } from './core/id-of.js';
export { type CookieOptions, serialiseCookie } from './core/identity/cookies.js';
export type { ObservedPage, PageNote, PageObserver } from './core/pages/observers.js';
export type { Frame, RenderPage } from './core/pages/render.js';
export {
  type MountOptions,
  type OwnedPages,
  type PageHandler,
  type PageRequest,
  type PageResponse,
  page,
  redirect,
} from './core/pages/router.js';
export type {
  AccountMailData,
  ConfirmEmailData,
  HeadData,
  LoginData,
  LogoutData,
  LostPasswordData,
  MenuLink,
  MessageData,
  OAuthConsentData,
  OAuthForwardData,
  PageData,
  ReferenceData,
  ResetPasswordData,
} from './core/templates/template-data.js';
export type { TemplateFolder, TemplateLocation } from './core/templates/template-locations.js';
export type { TemplateModule, TemplateTools } from './core/templates/template-module.js';
export type {
  FolderOptions,
  OwnedTemplates,
  TemplateCandidate,
  TemplateCatalogue,
  TemplateQuestion,
  TemplateVariants,
} from './core/templates/templates.js';
export type { DailyVisit } from './core/visitors/daily-visits.js';
export {
  type AnonymousVisitor,
  isBot,
  type OwnedVisitors,
  type VisitorKeyOptions,
  type VisitorRequest,
} from './core/visitors/visitors.js';
