import { isDeepStrictEqual } from 'node:util';
import type { RestRequest } from '../../../../rest.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import { forbiddenField, notYours } from '../../affiliates/errors.js';
import { KEPT_FIELDS, WRITABLE_FIELDS } from '../../affiliates/fields.js';
import { invalidParam } from '../../commissions/errors.js';

type Caller = Pick<RestRequest, 'can' | 'user'>;

/** Access rules of affiliates. */
export interface AffiliateRights {
  isAdmin(request: Pick<RestRequest, 'can'>): Promise<boolean>;
  /** Permission check of routes for administrators and for affiliates of any status. */
  isSomebody(request: Caller): Promise<boolean>;
  /**
   * Refuses callers other than administrators and the affiliate, whether or not the id exists.
   * @returns the affiliate of the caller; null for administrators
   * @throws HostError 403 `vendor_affiliate_forbidden`
   */
  assertOwn(request: Caller, id: number): Promise<Affiliate | null>;
  /**
   * Returns the arguments that change something. Members that no caller can write are ignored, and a field that has the
   * value that the caller reads is unchanged, so that a client can send back what it read.
   * @param request its body as sent, and its arguments, which may also come from the URL
   * @param visible the affiliate as the caller reads it
   * @throws HostError 403 `vendor_affiliate_forbidden_field` for fields that the caller may not change, for
   *   administrators 400 `vendor_affiliate_invalid_param` for unknown fields
   */
  changesOf<Args extends object>(
    request: { readonly args: Args; readonly body: unknown },
    visible: Readonly<Record<string, unknown>>,
    isAdmin: boolean,
  ): Promise<Partial<Args>>;
}

/** Members that no caller can write, and arguments that are not fields. */
const IGNORED: ReadonlySet<string> = new Set([...KEPT_FIELDS, 'version', 'pending_email']);

export function createRights(affiliates: Pick<Affiliates, 'ofUser' | 'profileFields'>): AffiliateRights {
  const isAdmin: AffiliateRights['isAdmin'] = async ({ can }) => can('manage_options');

  /** Scope limits of a credential apply to affiliates, too. */
  async function caller({ can, user }: Caller): Promise<Affiliate | null> {
    return user && (await can('read')) ? affiliates.ofUser(user.id) : null;
  }

  return {
    isAdmin,
    isSomebody: async (request) => (await isAdmin(request)) || (await caller(request)) !== null,
    async assertOwn(request, id) {
      if (await isAdmin(request)) return null;
      const own = await caller(request);
      if (own?.id !== id) throw notYours();
      return own;
    },
    async changesOf({ args, body }, visible, admin) {
      // A body without fields would change nothing but report success.
      if (body !== undefined && !isObject(body)) throw invalidParam('body', 'Send the fields as a JSON object.');
      const sent: Readonly<Record<string, unknown>> = { ...body, ...args };
      const changed = Object.keys(sent).filter(
        (name) => sent[name] !== undefined && !IGNORED.has(name) && !isDeepStrictEqual(sent[name], visible[name]),
      );
      const allowed: readonly string[] = admin ? WRITABLE_FIELDS : await affiliates.profileFields();
      const others = changed.filter((name) => !allowed.includes(name));
      const [first] = others;
      if (first === undefined)
        return Object.fromEntries(changed.map((name) => [name, sent[name]])) as Partial<typeof args>;
      if (!admin) throw forbiddenField(others);
      throw invalidParam(first, 'This field does not exist or cannot be changed.');
    },
  };
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
