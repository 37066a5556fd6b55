import type { Access } from '../access/capabilities.js';
import { secretDigest } from '../crypto/secret-digest.js';
import { HostError } from '../errors.js';
import type { AuthEvents, NewAuthEvent } from '../identity/auth-events.js';
import type { AmbientIdentity } from '../identity/authenticator.js';
import { issuerOf, OAUTH_PATHS } from '../identity/oauth/addresses.js';
import type { OAuthGrants } from '../identity/oauth/grants.js';
import { oauthError } from '../identity/oauth/oauth-error.js';
import { isWithin } from '../identity/oauth/scopes.js';
import type { LoginLinks } from '../pages/login-links.js';
import type { RenderPage } from '../pages/render.js';
import { type PageHandler, type PageRequest, type PageResponse, redirect } from '../pages/router.js';
import { coreCatalogues } from '../texts/core-catalogues.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { IssueCode } from './authorization-code.js';
import { type AuthorizationRequest, type ResponseAddress, readAuthorizationRequest } from './authorization-request.js';
import type { OAuthClients } from './clients.js';
import { isLoopback } from './redirect-uri.js';

export interface AuthorizePageParts {
  readonly site: LocalizedSite;
  readonly access: Access;
  readonly clients: OAuthClients;
  readonly grants: OAuthGrants;
  readonly issueCode: IssueCode;
  readonly authEvents: AuthEvents;
  readonly render: RenderPage;
  readonly links: Pick<LoginLinks, 'logIn'>;
}

/** Parameter that marks a return from the login page. */
const AFTER_LOGIN = 'after_login';

/** Headers that keep the code and the client's state in the URL from leaking. */
const UNSEEN = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** Handles `GET /oauth/authorize`, where a client sends the user, and `POST` with the user's decision. */
export function createAuthorizePage(parts: AuthorizePageParts): PageHandler {
  return (request) => {
    if (request.path !== '/') return null;
    if (request.method === 'GET') return ask(parts, request);
    if (request.method === 'POST') return decide(parts, request);
    return null;
  };
}

async function ask(parts: AuthorizePageParts, request: PageRequest): Promise<PageResponse> {
  const { site, grants, links } = parts;
  const authorization = await readAuthorizationRequest(request.query, parts);
  if ('refusal' in authorization) return respond(parts, request, authorization, errorParameters(authorization.refusal));
  const refuse = (refusal: HostError): Promise<PageResponse> =>
    respond(parts, request, authorization, errorParameters(refusal));
  const identity = ambientIdentity(request);
  if (!identity) {
    if (authorization.prompt === 'none') return refuse(oauthError('login_required', 'The user is not signed in.'));
    const back = new URLSearchParams({ ...authorization.parameters, [AFTER_LOGIN]: '1' });
    return redirect(links.logIn(`${site.href(OAUTH_PATHS.authorization)}?${back}`));
  }
  if (!isGivable(identity, authorization)) return refuse(notGivable());
  const { client, prompt } = authorization;
  // RFC 8252 section 8.6: any program on this computer could claim to be the one that was allowed before.
  const isCertain = !client.isPublic || !isLoopback(authorization.redirectUri);
  if (prompt !== 'consent' && isCertain && (await grants.covers(identity.user.id, client.id, authorization.scopes))) {
    return allow(parts, request, identity, authorization, true);
  }
  if (prompt === 'none') return refuse(oauthError('consent_required', 'The user has not authorized this app.'));
  return consentPage(parts, request, identity, authorization);
}

async function decide(parts: AuthorizePageParts, request: PageRequest): Promise<PageResponse> {
  const form = await request.readForm();
  const authorization = await readAuthorizationRequest(form, parts);
  if ('refusal' in authorization) return respond(parts, request, authorization, errorParameters(authorization.refusal));
  const identity = ambientIdentity(request);
  if (!identity || !request.verifyNonce(form.nonce, actionOf(authorization))) {
    throw new HostError('form_expired', 'This form has expired. Go back to the app and start again.', {
      status: 403,
    });
  }
  if (!isGivable(identity, authorization)) return respond(parts, request, authorization, errorParameters(notGivable()));
  if (form.decision === 'allow') return allow(parts, request, identity, authorization, false);
  await parts.authEvents.record({ ...eventOf(request, identity, authorization), event: 'oauth_denied' });
  return respond(
    parts,
    request,
    authorization,
    errorParameters(oauthError('access_denied', 'The user denied access.')),
  );
}

async function allow(
  parts: AuthorizePageParts,
  request: PageRequest,
  identity: AmbientIdentity,
  authorization: AuthorizationRequest,
  isRemembered: boolean,
): Promise<PageResponse> {
  const code = await parts.issueCode(identity.user, authorization);
  const event = eventOf(request, identity, authorization);
  await parts.authEvents.record({
    ...event,
    event: 'oauth_authorized',
    detail: { ...event.detail, scopes: authorization.scopes, remembered: isRemembered },
  });
  return respond(parts, request, authorization, { code });
}

function consentPage(
  { site, access, render }: AuthorizePageParts,
  request: PageRequest,
  { user }: AmbientIdentity,
  authorization: AuthorizationRequest,
): Promise<PageResponse> {
  const strings = site.strings(site.locale, coreCatalogues);
  const { client, redirectUri, scopes } = authorization;
  const labels = new Map(access.scopes().map(({ name, label }) => [name, label]));
  const title = strings.text('consent.title', { client: client.name, site: site.name });
  return render(
    'core/oauth-consent',
    {
      strings,
      action: site.href(OAUTH_PATHS.authorization),
      nonce: request.nonce(actionOf(authorization)),
      parameters: Object.entries(authorization.parameters).map(([name, value]) => ({ name, value })),
      site: site.name,
      client: client.name,
      account: { name: user.name, login: user.login },
      logoutLink: site.href(`${site.admin}/logout`),
      target: isLoopback(redirectUri) ? null : new URL(redirectUri).host,
      scopes: scopes.map((name) => ({ name, label: labels.get(name) ?? name })),
    },
    {
      request,
      title,
      strings,
      head: { robots: 'noindex' },
      headers: {
        'Cache-Control': 'no-store',
        // The URL contains the client's state.
        'Referrer-Policy': 'same-origin',
      },
      formTarget: redirectUri,
      unframed: true,
    },
  );
}

/** Nonce action of the form, bound to this exact request, so that it allows only what was shown. */
function actionOf({ parameters, scopes }: AuthorizationRequest): string {
  return `oauth_authorize ${secretDigest(JSON.stringify([parameters, scopes]))}`;
}

/** Requires a browser login. A program must not use a password or token to obtain more permissions. */
function ambientIdentity({ identity }: PageRequest): AmbientIdentity | null {
  if (identity?.via !== 'explicit') return identity;
  throw new HostError('oauth_browser_needed', 'Only a user who is signed in with a browser can authorize an app.', {
    status: 403,
  });
}

/** Whether a login with limited scopes covers the requested ones. */
function isGivable({ scopes }: AmbientIdentity, authorization: AuthorizationRequest): boolean {
  return scopes === undefined || isWithin(authorization.scopes, scopes);
}

function notGivable(): HostError {
  return oauthError('invalid_scope', "The user's login has fewer scopes than requested.");
}

function eventOf(
  request: PageRequest,
  { user }: AmbientIdentity,
  { client }: AuthorizationRequest,
): Pick<NewAuthEvent, 'userId' | 'ip' | 'userAgent' | 'detail'> {
  return {
    userId: user.id,
    ip: request.remoteAddress,
    userAgent: request.headers['user-agent'],
    detail: { client: client.clientId },
  };
}

function errorParameters({ code, message }: HostError): Record<string, string> {
  return { error: code, error_description: message };
}

/** Redirects to the client with its state and the issuer, which identifies the server (RFC 9207). */
async function respond(
  parts: AuthorizePageParts,
  request: PageRequest,
  { redirectUri, state }: ResponseAddress,
  parameters: Readonly<Record<string, string>>,
): Promise<PageResponse> {
  const iss = issuerOf(parts.site);
  const query = new URLSearchParams({ ...parameters, ...(state === undefined ? {} : { state }), iss });
  const address = `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
  if (request.method === 'GET' && request.query[AFTER_LOGIN] !== undefined) return forward(parts, request, address);
  const target = redirect(address);
  return { ...target, headers: { ...target.headers, ...UNSEEN } };
}

/**
 * Forwards to the client by a page instead of a redirect.
 * Browsers treat a redirect as part of the last submitted form, and the login form must not lead to other sites.
 */
function forward({ site, render }: AuthorizePageParts, request: PageRequest, link: string): Promise<PageResponse> {
  const strings = site.strings(site.locale, coreCatalogues);
  const title = strings.text('consent.forward', { target: new URL(link).host });
  return render(
    'core/oauth-forward',
    { strings, title, link },
    {
      request,
      title,
      strings,
      head: { robots: 'noindex' },
      headers: { ...UNSEEN, Refresh: `0; url=${link}` },
      unframed: true,
    },
  );
}
