import type { Logger } from 'pino';
import type { Access } from '../access/capabilities.js';
import { HostError } from '../errors.js';
import { formatQuery, type Query } from '../http/query.js';
import { failureOf } from '../pages/failure.js';
import type { LoginLinks } from '../pages/login-links.js';
import { assertOwnOrigin } from '../pages/own-origin.js';
import { type PageHandler, type PageRequest, type PageResponse, redirect } from '../pages/router.js';
import type { Site } from '../site.js';
import type { Strings } from '../templates/strings.js';
import { trimTrailingSlashes } from '../trim-slashes.js';
import {
  type ActionOutcome,
  type AdminRequest,
  type IssuedSecret,
  isPageResponse,
  type RefusedForm,
  type RegisteredAdminPage,
} from './admin-page.js';
import { errorText } from './error-text.js';
import { flashCookie, flashOf } from './flash.js';
import { formNonceAction } from './form.js';
import { maySee } from './menu.js';
import type { AdminRegistry } from './registry.js';
import { ADMIN_HEADERS, type RenderAdmin } from './render-admin.js';
import { createSubmittedForm, formFaultOf } from './submitted-form.js';

export interface AdminAreaParts {
  readonly site: Site;
  readonly links: LoginLinks;
  readonly registry: AdminRegistry;
  readonly access: Pick<Access, 'capabilities'>;
  readonly render: RenderAdmin;
  readonly strings: Strings;
  readonly log: Logger;
  readonly debug: boolean;
}

/** Creates the handler of the registered admin pages and their forms. */
export function createAdminArea(parts: AdminAreaParts): PageHandler {
  return async (request) => {
    if (!request.user) return toLogin(parts, request);
    try {
      const response = await servePage(parts, { ...request, user: request.user, path: tidyPath(request.path) });
      return { ...response, headers: { ...ADMIN_HEADERS, ...response.headers } };
    } catch (error) {
      return errorPage(parts, request, error);
    }
  };
}

type SignedInRequest = PageRequest & Pick<AdminRequest, 'user'>;

async function servePage(parts: AdminAreaParts, request: SignedInRequest): Promise<PageResponse> {
  const found = parts.registry.match(request.path);
  if (!found) throw new HostError('page_not_found', parts.strings.text('admin.no-page'), { status: 404 });
  const { page, params } = found;
  if (!(await maySee(page, request))) {
    throw new HostError('admin_forbidden', parts.strings.text('admin.forbidden'), {
      status: 403,
      missing_capability: page.capability,
    });
  }
  const adminRequest = createAdminRequest(parts, request, params);
  if (request.method === 'GET' || request.method === 'HEAD') return showPage(parts, page, adminRequest);
  if (request.method === 'POST') return submitForm(parts, page, adminRequest);
  throw new HostError('page_method_not_allowed', parts.strings.text('admin.no-method'), { status: 405 });
}

/** Builds the request for a page. @param refused rejected form to show again */
function createAdminRequest(
  { site, strings }: AdminAreaParts,
  request: SignedInRequest,
  params: Record<string, string>,
  refused: RefusedForm | null = null,
): AdminRequest {
  return { ...request, params, strings, refused, previewed: null, link: (path, query) => adminLink(site, path, query) };
}

/** Builds the URL of an admin page. */
function adminLink(site: Site, path: string, query: Query = {}): string {
  const text = formatQuery(present(query), {});
  return site.href(path === '/' ? site.admin : site.admin + path) + (text === '' ? '' : `?${text}`);
}

/** Removes empty parameters. */
function present(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined));
}

async function showPage(
  { render, strings }: AdminAreaParts,
  page: RegisteredAdminPage,
  request: AdminRequest,
  {
    status = 200,
    secret = null,
    fault = null,
  }: { status?: number; secret?: IssuedSecret | null; fault?: string | null } = {},
): Promise<PageResponse> {
  const data = await page.load(request);
  if (isPageResponse(data)) return data;
  if (typeof data !== 'object' || data === null) {
    throw new HostError('admin_page_invalid', `The admin page ${page.path} of "${page.owner}" returned no data.`);
  }
  const { refused } = request;
  const faults = [...(fault === null ? [] : [fault]), ...(refused && !refused.isShown ? [unshownText(refused)] : [])];
  const notices = faults.map((text) => ({ kind: 'error' as const, text, link: null }));
  return render(page.template, data, {
    request,
    strings,
    page,
    heading: await page.heading(data, request),
    status,
    isRefused: refused !== null || fault !== null,
    secret,
    notices,
  });
}

/** Combines all messages into one, for pages without fields to show them at, such as lists. */
function unshownText({ message, errors }: RefusedForm): string {
  return [message, ...Object.values(errors).filter((text) => text !== message)].join(' ');
}

async function submitForm(
  parts: AdminAreaParts,
  page: RegisteredAdminPage,
  request: AdminRequest,
): Promise<PageResponse> {
  const { site, strings } = parts;
  assertOwnOrigin(site, request);
  const sent = await readSent(page, request);
  if ('tooLarge' in sent) return showPage(parts, page, request, { status: 413, fault: sent.tooLarge });
  const form = createSubmittedForm(sent.form);
  const name = form.text('_action');
  const action = Object.hasOwn(page.actions, name) ? page.actions[name] : undefined;
  if (!action) throw new HostError('admin_action_unknown', strings.text('admin.no-action'), { status: 400 });
  const showAgain = (fault: Pick<RefusedForm, 'errors' | 'message'>, status: number): Promise<PageResponse> =>
    showPage(
      parts,
      page,
      { ...request, refused: { action: name, form, ...fault, status, isShown: false } },
      { status },
    );
  if (!request.verifyNonce(form.text('_nonce'), formNonceAction(request.path, name))) {
    // An expired form loses no work: it is shown again as it was filled in, with a fresh nonce.
    return showAgain({ message: strings.text('admin.form-expired'), errors: {} }, 403);
  }
  try {
    const outcome = await action(request, form, sent.files);
    if (isPageResponse(outcome)) return outcome;
    if (outcome?.preview) {
      const previewed = { action: name, form: createSubmittedForm({ ...sent.form, ...outcome.preview }) };
      return await showPage(parts, page, { ...request, previewed });
    }
    return outcome?.secret
      ? await showPage(parts, page, request, { secret: outcome.secret })
      : afterAction(site, request, outcome ?? {});
  } catch (error) {
    const fault = formFaultOf(error, strings);
    if (!fault || !(error instanceof HostError)) throw error;
    const response = await showAgain(fault, error.status);
    return { ...response, headers: { ...response.headers, ...waitingTime(error) } };
  }
}

type Upload = Awaited<ReturnType<AdminRequest['readUpload']>>;

/** Reads the submitted form, or returns the page's message for a file over the size limit. */
async function readSent(
  { uploads, formLimit: limit, uploadTooLarge }: RegisteredAdminPage,
  request: AdminRequest,
): Promise<Upload | { readonly tooLarge: string }> {
  if (!uploads) return { form: await request.readForm(limit), files: [] };
  try {
    return await request.readUpload(uploads, limit);
  } catch (error) {
    if (!uploadTooLarge || !(error instanceof HostError) || error.code !== 'rest_upload_too_large') throw error;
    return { tooLarge: uploadTooLarge(request) };
  }
}

/** Post/Redirect/Get: a reload repeats nothing. */
function afterAction(site: Site, request: AdminRequest, { to, notice, cookies = [] }: ActionOutcome): PageResponse {
  const target = to === undefined ? request.link(request.path, request.query) : adminLink(site, to);
  const response = redirect(target);
  const flash = flashOf(notice);
  const all = [...cookies, ...(flash ? [flashCookie(request, flash, site.secure)] : [])];
  return all.length === 0 ? response : { ...response, headers: { ...response.headers, 'Set-Cookie': all } };
}

function waitingTime({ data }: HostError): Record<string, string> {
  return data.retry_after === undefined ? {} : { 'Retry-After': String(data.retry_after) };
}

/** Maximum length of the URL to return to after login. Clients reject redirects much longer than twice that. */
const MAX_BACK = 2_000;

/** Redirects to the login and back. A submitted form is not processed. */
function toLogin({ site, links }: AdminAreaParts, request: PageRequest): PageResponse {
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  const back = adminLink(site, tidyPath(request.path), isSafe ? request.query : {});
  const response = redirect(links.logIn(back.length <= MAX_BACK ? back : adminLink(site, '/')), isSafe ? 302 : 303);
  return { ...response, headers: { ...ADMIN_HEADERS, ...response.headers } };
}

/** Renders an error inside the admin layout, so that the menu stays available. */
async function errorPage(parts: AdminAreaParts, request: PageRequest, error: unknown): Promise<PageResponse> {
  const { access, site, render, strings } = parts;
  const failure = failureOf(error, request, parts);
  const { status, title, requestId } = failure;
  const message = error instanceof HostError && status < 500 ? errorText(error, strings) : failure.message;
  const name = error instanceof HostError ? error.data.missing_capability : undefined;
  const capability =
    typeof name === 'string'
      ? { name, label: access.capabilities().find((capability) => capability.name === name)?.label ?? name }
      : null;
  const links = [{ label: strings.text('admin.title'), link: adminLink(site, '/') }];
  const data = { strings, message, requestId, capability, links };
  const response = await render('core/admin/message', data, {
    request,
    strings,
    page: null,
    heading: { title },
    status,
  });
  return status === 405 ? { ...response, headers: { ...response.headers, Allow: 'GET, HEAD, POST' } } : response;
}

/** Turns `/users/` into `/users`. */
function tidyPath(path: string): string {
  return path === '/' ? path : trimTrailingSlashes(path) || '/';
}
