import { HostError } from '../../../index.js';
import { addressKey } from '../../../pages.js';
import type { OwnedLimits, RestRequest } from '../../../rest.js';
import type { AccessSecret } from './secrets.js';

/** Caller that starts a run over REST, with its type of authentication. */
export type ProcessCaller =
  | { readonly by: 'session'; readonly userId: number | null }
  | { readonly by: 'secret'; readonly isInAddress: boolean };

type Caller = Pick<RestRequest, 'args' | 'can' | 'headers' | 'query' | 'remoteAddress' | 'user'>;

export interface ProcessAccess {
  /**
   * Authenticates a request once and caches the result. Admits users with `manage_bank` and callers with the secret.
   * @throws HostError 403 `vendor_bank_forbidden`, identical for everyone else; 429 `rest_too_many_requests` for an IP
   *   address with more than ten wrong secrets in a minute
   */
  admit(request: Caller): Promise<ProcessCaller>;
}

const SECRET_HEADER = 'X-Vendor-Bank-Secret';

/** Limit of wrong secrets per IP address. */
const WRONG_SECRETS = { max: 10, window: '1m' } as const;

export function createProcessAccess({
  secret,
  limits,
  isQueryTaken,
}: {
  readonly secret: Pick<AccessSecret, 'matches'>;
  readonly limits: Pick<OwnedLimits, 'require'>;
  /** Whether the secret may be a query parameter. */
  readonly isQueryTaken: () => Promise<boolean>;
}): ProcessAccess {
  const judged = new WeakMap<Caller, Promise<ProcessCaller>>();

  async function judge(request: Caller): Promise<ProcessCaller> {
    if (await request.can('manage_bank')) return { by: 'session', userId: request.user?.id ?? null };
    const unseen = secretOfHeaders(request.headers) ?? secretOfBody(request);
    const inAddress = unseen === null && (await isQueryTaken()) ? textOf(request.query.secret) : null;
    const token = unseen ?? inAddress;
    if (token === null) throw forbidden();
    if (await secret.matches(token)) return { by: 'secret', isInAddress: inAddress !== null };
    await limits.require('wrong-secret', addressKey(request.remoteAddress ?? ''), WRONG_SECRETS);
    throw forbidden();
  }

  return {
    admit(request) {
      const verdict = judged.get(request) ?? judge(request);
      judged.set(request, verdict);
      return verdict;
    },
  };
}

function secretOfHeaders(headers: RestRequest['headers']): string | null {
  const own = textOf(headers[SECRET_HEADER.toLowerCase()]);
  if (own !== null) return own;
  return /^bearer +(\S+)$/i.exec(textOf(headers.authorization)?.trim() ?? '')?.[1] ?? null;
}

function secretOfBody({ args, query }: Pick<Caller, 'args' | 'query'>): string | null {
  return query.secret === undefined ? textOf(args.secret) : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function forbidden(): HostError {
  const message =
    'Requires the capability to manage bank transactions, or the access secret. Sign in and send a nonce, or send the secret.';
  return new HostError('vendor_bank_forbidden', message, { status: 403 });
}
