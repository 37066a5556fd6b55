import type { RestRequest } from '../../../../index.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import { forbiddenField, notYours } from '../../affiliates/errors.js';
import { WRITABLE_FIELDS } from '../../affiliates/fields.js';
import { invalidParam } from '../../commissions/errors.js';

type Caller = Pick<RestRequest, 'can' | 'user'>;

/** Who may see and change whom (affiliate.md A2). */
export interface AffiliateRights {
  isAdmin(request: Pick<RestRequest, 'can'>): Promise<boolean>;
  /** Permission of routes for administrators and for whoever takes part, also while they are not active. */
  isSomebody(request: Caller): Promise<boolean>;
  /**
   * Refuses everybody but administrators and the affiliate themselves, whether or not there is such a one.
   * @returns the affiliate of the caller; null for administrators
   * @throws HostError 403 `vendor_affiliate_forbidden`
   */
  assertOwn(request: Caller, id: number): Promise<Affiliate | null>;
  /**
   * Refuses fields that the caller may not write; nothing is left out in silence.
   * @param request its body as it was sent, and its arguments, which an address may have brought as well
   * @throws HostError 403 `vendor_affiliate_forbidden_field`, for administrators 400 `vendor_affiliate_invalid_param`
   */
  assertFields(request: Pick<RestRequest, 'args' | 'body'>, isAdmin: boolean): Promise<void>;
}

/** What goes with a change and is no field of anybody. */
const BESIDES = ['id', 'version'];

export function createRights(affiliates: Pick<Affiliates, 'ofUser' | 'profileFields'>): AffiliateRights {
  const isAdmin: AffiliateRights['isAdmin'] = async ({ can }) => can('manage_options');

  /** What a credential is limited to counts for affiliates, too. */
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
      // A body that is there and holds no fields would change nothing, and be answered as if it had.
      if (body !== undefined && !isObject(body)) throw invalidParam('body', 'Send the fields as a JSON object.');
      const given = Object.entries(args).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const sent = new Set([...Object.keys(body ?? {}), ...given]);
      const allowed: readonly string[] = admin ? WRITABLE_FIELDS : await affiliates.profileFields();
      const others = [...sent].filter((name) => !allowed.includes(name) && !BESIDES.includes(name));
      const [first] = others;
      if (first === undefined) return;
      if (!admin) throw forbiddenField(others);
      throw invalidParam(first, 'That is no field that can be changed.');
    },
  };
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
