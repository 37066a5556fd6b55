import { createHash, randomInt } from 'node:crypto';
import { type Database, type Selectable, type TableOf, utc } from '../../../database.js';
import type { PluginContext, Site } from '../../../index.js';
import type { KnownAffiliate } from '../clicks/directory.js';
import { invalidParam } from '../commissions/errors.js';
import type { linksTable } from '../tables/links.js';
import { CAMPAIGN_RULE, parseCampaign } from './campaign.js';
import { createLinkCache, type StoredLink } from './link-cache.js';
import { withoutRef, withRef } from './ref-query.js';
import { invalidUrl, isShortAddress, judgeTarget, shortTarget } from './target.js';

/** Context of a link's URL. */
export interface LinkContext {
  readonly affiliate: Pick<KnownAffiliate, 'id' | 'code'>;
  /** Empty for none. */
  readonly campaign: string;
}

/** A link as returned by `POST /links/generate`. */
export interface GeneratedLink {
  /** Target URL with the code in its query. */
  readonly url: string;
  readonly short_url: string;
  readonly code: string;
  readonly campaign: string | null;
  readonly target_url: string;
  readonly link_id: number;
}

export interface ListedLink extends GeneratedLink {
  readonly createdAt: Date;
}

export interface LinkInput {
  /** Defaults to the home page. */
  readonly url?: string | undefined;
  readonly campaign?: string | undefined;
}

/** Target of a short link. */
export interface LinkTarget {
  readonly target: URL;
  /** Empty for none. */
  readonly campaign: string;
}

export interface Links {
  /**
   * Creates a link, or returns the existing one for the same target and campaign.
   * @throws HostError 400 `vendor_affiliate_invalid_url`, `vendor_affiliate_invalid_param` for the campaign
   */
  generate(affiliate: Pick<KnownAffiliate, 'id' | 'code'>, input: LinkInput): Promise<GeneratedLink>;
  /**
   * Returns the target of a short link with the code in its query. Without a link, or if its target is no longer
   * allowed, this is the home page.
   */
  open(affiliate: Pick<KnownAffiliate, 'id' | 'code'>, shortCode: string | undefined): Promise<LinkTarget>;
  list(
    affiliate: Pick<KnownAffiliate, 'id' | 'code'>,
    listing: LinkListing,
  ): Promise<{ readonly rows: readonly ListedLink[]; readonly total: number }>;
  /** Finds a link of the affiliate, or null. */
  find(affiliate: Pick<KnownAffiliate, 'id' | 'code'>, id: number): Promise<ListedLink | null>;
}

/** Page of an affiliate's links, newest first. */
export interface LinkListing {
  readonly page: number;
  readonly perPage: number;
}

export interface LinksParts {
  readonly db: Database;
  readonly outbox: Pick<PluginContext['outbox'], 'announce'>;
  readonly site: Pick<Site, 'href' | 'origin' | 'secure' | 'url'>;
  readonly log: Pick<PluginContext['log'], 'warn'>;
  readonly now: () => Date;
  /** Hosts besides the site's own that links may lead to. */
  readonly allowedHosts: () => Promise<readonly string[]>;
  /** Name of the query parameter that holds the code. */
  readonly refParameter: () => Promise<string>;
  /** Final decision on the URL a link leads to. */
  readonly linkUrl: (url: string, link: LinkContext) => string;
  /** Path prefix of short links, such as `/go`. */
  readonly shortPath: string;
}

/** Excludes characters that are easily confused when copied by hand. */
const SHORT_DIGITS = '23456789abcdefghjkmnpqrstvwxyz';
const SHORT_LENGTH = 8;
/** Maximum attempts. Collisions are so rare that even a second attempt is unlikely. */
const ATTEMPTS = 5;

export function createLinks(parts: LinksParts): Links {
  const { db, outbox, site, log, now, allowedHosts, refParameter, linkUrl, shortPath } = parts;
  const cache = createLinkCache(db);

  async function judge(text: string): Promise<URL | null> {
    return judgeTarget(text, { site, hosts: await allowedHosts() });
  }

  /** @returns null for targets that are not allowed or are short links themselves */
  async function judgePage(text: string): Promise<URL | null> {
    const target = await judge(text);
    return target && isShortAddress(target, { site, shortPath }) ? null : target;
  }

  /** Returns the target with the code, after the site's filter. A filtered URL must be allowed, too. */
  async function addressed(target: URL, link: LinkContext): Promise<URL> {
    const url = withRef(target, { name: await refParameter(), code: link.affiliate.code, campaign: link.campaign });
    const redirectTarget = linkUrl(url.href, link);
    return redirectTarget === url.href ? url : ((await judgePage(redirectTarget)) ?? url);
  }

  function find(affiliateId: number, digest: string) {
    return db.query
      .selectFrom('affiliate_links')
      .select(['id', 'short_code'])
      .where('affiliate_id', '=', affiliateId)
      .where('digest', '=', digest)
      .executeTakeFirst();
  }

  /** Handles concurrent creation of the same link, and collisions of short codes. */
  async function findOrMake(
    affiliateId: number,
    target: URL,
    campaign: string,
    described: (link: { readonly id: number; readonly short_code: string }) => GeneratedLink,
  ): Promise<GeneratedLink> {
    const digest = createHash('sha256')
      .update(JSON.stringify([target.href, campaign]))
      .digest('base64url');
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const found = await find(affiliateId, digest);
      if (found) return described(found);
      const row = {
        affiliate_id: affiliateId,
        short_code: newShortCode(),
        digest,
        target_url: target.href,
        campaign,
        created_at: utc.encode(now()),
      };
      try {
        return await db.transaction(async () => {
          const link = described({ id: await db.insert('affiliate_links', row), short_code: row.short_code });
          await outbox.announce('vendor_affiliate_link_generated', link, affiliateId);
          return link;
        });
      } catch (error) {
        if (!db.isUniqueViolation(error)) throw error;
      }
    }
    throw new Error(`No unused link code was found in ${ATTEMPTS} attempts.`);
  }

  function describe(
    { code }: Pick<KnownAffiliate, 'code'>,
    link: { readonly id: number; readonly short_code: string; readonly target_url: string; readonly campaign: string },
    url: URL,
  ): GeneratedLink {
    return {
      url: url.href,
      short_url: site.url(`${shortPath}/${code}/${link.short_code}`),
      code,
      campaign: link.campaign === '' ? null : link.campaign,
      target_url: link.target_url,
      link_id: link.id,
    };
  }

  async function listed(
    affiliate: Pick<KnownAffiliate, 'id' | 'code'>,
    row: Selectable<TableOf<typeof linksTable>>,
  ): Promise<ListedLink> {
    const url = await addressed(new URL(row.target_url), { affiliate, campaign: row.campaign });
    return { ...describe(affiliate, row, url), createdAt: utc.decode(row.created_at) };
  }

  const linksOf = (affiliateId: number) =>
    db.query.selectFrom('affiliate_links').where('affiliate_id', '=', affiliateId);

  /** Visitors are redirected even while the database is down: home, unless the link is cached. */
  async function look(affiliateId: number, shortCode: string): Promise<StoredLink | null> {
    try {
      return await cache.find(affiliateId, shortCode);
    } catch (error) {
      log.warn(
        { err: error, affiliate: affiliateId, link: shortCode },
        'A link could not be looked up and redirects to the home page',
      );
      return null;
    }
  }

  return {
    async generate(affiliate, { url: text = site.url('/'), campaign: named = '' }) {
      const campaign = parseCampaign(named);
      if (campaign === null) throw invalidParam('campaign', CAMPAIGN_RULE);
      const judged = await judge(text);
      if (!judged) throw invalidUrl();
      if (isShortAddress(judged, { site, shortPath })) throw shortTarget();
      const target = withoutRef(judged, await refParameter());
      const url = await addressed(target, { affiliate, campaign });
      return findOrMake(affiliate.id, target, campaign, (link) =>
        describe(affiliate, { ...link, target_url: target.href, campaign }, url),
      );
    },
    async open(affiliate, shortCode) {
      const link = shortCode === undefined ? null : await look(affiliate.id, shortCode);
      // The allowed hosts may have changed since the link was created.
      const target = (link && (await judgePage(link.targetUrl))) ?? new URL(site.url('/'));
      const campaign = link?.campaign ?? '';
      return { target: await addressed(target, { affiliate, campaign }), campaign };
    },
    async list(affiliate, { page, perPage }) {
      const [rows, count] = await Promise.all([
        linksOf(affiliate.id)
          .selectAll()
          .orderBy('id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        linksOf(affiliate.id)
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirst(),
      ]);
      return {
        rows: await Promise.all(rows.map((row) => listed(affiliate, row))),
        total: Number(count?.total ?? 0),
      };
    },
    async find(affiliate, id) {
      const row = await linksOf(affiliate.id).selectAll().where('id', '=', id).executeTakeFirst();
      return row ? listed(affiliate, row) : null;
    },
  };
}

function newShortCode(): string {
  return Array.from({ length: SHORT_LENGTH }, () => SHORT_DIGITS.charAt(randomInt(SHORT_DIGITS.length))).join('');
}
