import type { RestRequest } from '../../../../rest.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import { forbiddenField, notYours } from '../../affiliates/errors.js';
import { WRITABLE_FIELDS } from '../../affiliates/fields.js';
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
   * Refuses fields that the caller may not write, instead of ignoring them.
   * @param request its body as sent, and its arguments, which may also come from the URL
   * @throws HostError 403 `vendor_affiliate_forbidden_field`, for administrators 400 `vendor_affiliate_invalid_param`
   */
  assertFields(request: Pick<RestRequest, 'args' | 'body'>, isAdmin: boolean): Promise<void>;
}

/** Arguments that are not fields of an affiliate. */
const BESIDES = ['id', 'version'];

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
    async assertFields({ args, body }, admin) {
      // A body without fields would change nothing but report success.
      if (body !== undefined && !isObject(body)) throw invalidParam('body', 'Send the fields as a JSON object.');
      const given = Object.entries(args).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const sent = new Set([...Object.keys(body ?? {}), ...given]);
      const allowed: readonly string[] = admin ? WRITABLE_FIELDS : await affiliates.profileFields();
      const others = [...sent].filter((name) => !allowed.includes(name) && !BESIDES.includes(name));
      const [first] = others;
      if (first === undefined) return;
      if (!admin) throw forbiddenField(others);
      throw invalidParam(first, 'This field does not exist or cannot be changed.');
    },
  };
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
