import { createHash, randomInt } from 'node:crypto';
import { type Database, type Site, utc } from '../../../index.js';
import type { KnownAffiliate } from '../clicks/directory.js';
import { invalidCampaign, invalidUrl } from './errors.js';
import { withoutRef, withRef } from './ref-query.js';
import { judgeTarget } from './target.js';

/** A link, as `POST /links/generate` answers it. */
export interface GeneratedLink {
  /** The target with the code in its query. */
  readonly url: string;
  readonly short_url: string;
  readonly code: string;
  readonly campaign: string | null;
  readonly target_url: string;
  readonly link_id: number;
}

export interface LinkInput {
  /** The home of the site without it. */
  readonly url?: string | undefined;
  readonly campaign?: string | undefined;
}

/** Where a short address leads. */
export interface LinkTarget {
  readonly target: URL;
  /** Empty for none. */
  readonly campaign: string;
}

export interface Links {
  /**
   * Makes a link, or finds the one that was made of the same before.
   * @throws HostError 400 `vendor_affiliate_invalid_url`, `vendor_affiliate_invalid_param` for the campaign
   */
  generate(affiliate: Pick<KnownAffiliate, 'id' | 'code'>, input: LinkInput): Promise<GeneratedLink>;
  /**
   * Where a short address of an affiliate leads to; home for none and for one whose target is not allowed any more. The
   * target has the code in its query.
   */
  open(affiliate: Pick<KnownAffiliate, 'id' | 'code'>, shortCode: string | undefined): Promise<LinkTarget>;
}

export interface LinksParts {
  readonly db: Database;
  readonly site: Pick<Site, 'origin' | 'secure' | 'url'>;
  readonly now: () => Date;
  /** Hosts besides the site's own that links may lead to. */
  readonly allowedHosts: () => readonly string[] | Promise<readonly string[]>;
  /** Name of the parameter that holds the code. */
  readonly refParameter: () => string;
  /** Path of the short addresses below the host, such as `/go`. */
  readonly shortPath: string;
}

const CAMPAIGN = /^[\w.-]{1,64}$/;
/** Without those that are taken for each other when somebody copies them by hand. */
const SHORT_DIGITS = '23456789abcdefghjkmnpqrstvwxyz';
const SHORT_LENGTH = 8;
/** Two links have one code by chance so seldom that a second try is one too many already. */
const ATTEMPTS = 5;

export function createLinks({ db, site, now, allowedHosts, refParameter, shortPath }: LinksParts): Links {
  async function judge(text: string): Promise<URL | null> {
    return judgeTarget(text, { site, hosts: await allowedHosts() });
  }

  function find(affiliateId: number, digest: string) {
    return db.query
      .selectFrom('affiliate_links')
      .select(['id', 'short_code'])
      .where('affiliate_id', '=', affiliateId)
      .where('digest', '=', digest)
      .executeTakeFirst();
  }

  /** Others may be making the same link, or another one by the same code. */
  async function findOrMake(affiliateId: number, target: URL, campaign: string) {
    const digest = createHash('sha256')
      .update(JSON.stringify([target.href, campaign]))
      .digest('base64url');
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const row = {
        affiliate_id: affiliateId,
        short_code: newShortCode(),
        digest,
        target_url: target.href,
        campaign,
        created_at: utc.encode(now()),
      };
      try {
        const found = await find(affiliateId, digest);
        return found ?? { id: await db.insert('affiliate_links', row), short_code: row.short_code };
      } catch (error) {
        if (!db.isUniqueViolation(error)) throw error;
      }
    }
    throw new Error(`No free code for a link was found in ${ATTEMPTS} tries.`);
  }

  return {
    async generate(affiliate, { url: text = site.url('/'), campaign = '' }) {
      if (campaign !== '' && !CAMPAIGN.test(campaign)) throw invalidCampaign();
      const judged = await judge(text);
      if (!judged) throw invalidUrl();
      const name = refParameter();
      const target = withoutRef(judged, name);
      const { id, short_code } = await findOrMake(affiliate.id, target, campaign);
      return {
        url: withRef(target, { name, code: affiliate.code, campaign }).href,
        short_url: site.url(`${shortPath}/${affiliate.code}/${short_code}`),
        code: affiliate.code,
        campaign: campaign === '' ? null : campaign,
        target_url: target.href,
        link_id: id,
      };
    },
    async open(affiliate, shortCode) {
      const row =
        shortCode === undefined
          ? undefined
          : await db.query
              .selectFrom('affiliate_links')
              .select(['target_url', 'campaign'])
              .where('short_code', '=', shortCode)
              .where('affiliate_id', '=', affiliate.id)
              .executeTakeFirst();
      // The list of hosts may be another one than when the link was made.
      const target = (row && (await judge(row.target_url))) ?? new URL(site.url('/'));
      const campaign = row?.campaign ?? '';
      return { target: withRef(target, { name: refParameter(), code: affiliate.code, campaign }), campaign };
    },
  };
}

function newShortCode(): string {
  return Array.from({ length: SHORT_LENGTH }, () => SHORT_DIGITS.charAt(randomInt(SHORT_DIGITS.length))).join('');
}
