import { existsSync } from 'node:fs';
import path from 'node:path';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { createItemIndex } from '../../src/plugins/knowledge-base/content/import/links/item-index.js';
import { createLinkResolver } from '../../src/plugins/knowledge-base/content/import/links/resolve-links.js';
import { restoreLinks, rewriteLinks } from '../../src/plugins/knowledge-base/content/import/links/rewrite-links.js';
import { scanLinks } from '../../src/plugins/knowledge-base/content/import/links/scan-links.js';
import { type ImportSource, readSource } from '../../src/plugins/knowledge-base/content/import/source.js';

const corpus = process.env.MORTISE_CORPUS;
const folder = path.join(corpus ?? '', 'knowledge-base');
const present = corpus !== undefined && existsSync(folder);
const required = (process.env.MORTISE_REQUIRE ?? '').split(',').includes('corpus');
if (!present && !required) console.log('skipped: import of the real corpus (set MORTISE_CORPUS)');

/** Links of a source by type. Unresolved ones are sorted lines of `destination <- file`. */
async function linksOf(source: ImportSource, baseUrl: string) {
  const resolve = createLinkResolver(createItemIndex(source), { baseUrls: [baseUrl] });
  const counts = { resolved: 0, samePage: 0, unresolved: 0, external: 0, assets: 0, brokenFragments: 0 };
  const unresolved: string[] = [];
  const brokenFragments: string[] = [];
  for (const item of source.items) {
    const resolution = await resolve(item);
    counts.resolved += resolution.resolved.length;
    counts.samePage += resolution.resolved.filter(({ samePage }) => samePage).length;
    counts.unresolved += resolution.unresolved.length;
    counts.external += resolution.external;
    counts.assets += resolution.assets.length;
    counts.brokenFragments += resolution.brokenFragments.length;
    const file = item.key.replace('content/', '');
    unresolved.push(...resolution.unresolved.map((link) => `${link.destination} <- ${file}`));
    brokenFragments.push(...resolution.brokenFragments.map((link) => `${link.destination} <- ${file}`));
  }
  return { counts, unresolved: unresolved.sort(), brokenFragments: brokenFragments.sort() };
}

function kindsOf(source: ImportSource) {
  const kinds = { article: 0, category: 0, redirect: 0, generated: 0 };
  for (const item of source.items) kinds[item.generated ? 'generated' : item.kind]++;
  return {
    ...kinds,
    skipped: source.skipped.length,
    others: source.otherFiles.length,
    problems: source.problems.length,
    files: source.fileCount,
  };
}

/** Inline links and images found by marked, which reports no offsets. */
function linksByMarked(body: string): string[] {
  const found: string[] = [];
  marked.walkTokens(marked.lexer(body), (token) => {
    if ((token.type === 'link' || token.type === 'image') && token.raw.endsWith(')')) found.push(token.href);
  });
  return found.sort();
}

describe.runIf(present || required)('CNCF glossary, a Hugo site in 16 locales', () => {
  const read = () => readSource(path.join(folder, 'cncf-glossary'));

  it('accounts for every file, and lists the license', async () => {
    const source = await read();
    expect(kindsOf(source)).toEqual({
      article: 895,
      category: 60,
      redirect: 0,
      generated: 0,
      skipped: 0,
      others: 1,
      problems: 0,
      files: 956,
    });
    expect(source.otherFiles).toEqual(['LICENSE']);
  });

  it('keeps its templates and drafts as drafts', async () => {
    const { items } = await read();
    expect(items.filter(({ status }) => status === 'draft')).toHaveLength(31);
    expect(items.filter(({ key }) => key.endsWith('/_TEMPLATE.md')).every(({ status }) => status === 'draft')).toBe(
      true,
    );
  });

  it('has exactly these links, of which exactly these are broken', async () => {
    const { counts, unresolved, brokenFragments } = await linksOf(await read(), 'https://glossary.cncf.io');
    expect(counts).toEqual(CNCF_COUNTS);
    expect(unresolved).toEqual(CNCF_UNRESOLVED);
    expect(brokenFragments).toEqual(CNCF_BROKEN);
  });

  it('has the same links that marked finds', async () => {
    for (const { key, body } of (await read()).items) {
      const scanned = scanLinks(body).filter(({ form }) => form === 'inline');
      expect([key, scanned.map(({ destination }) => destination).sort()]).toEqual([key, linksByMarked(body)]);
    }
  });

  it('is restored byte for byte after all links were rewritten', async () => {
    const source = await read();
    const resolve = createLinkResolver(createItemIndex(source));
    for (const item of source.items) {
      const { resolved } = await resolve(item);
      const moving = resolved.filter((link) => !link.samePage);
      const { text, rewrites } = rewriteLinks(
        item.body,
        moving.map((link) => ({ link, href: '/same' })),
      );
      const expected = [...resolved].reverse().reduce((body, link) => {
        return link.samePage ? body : `${body.slice(0, link.offset)}/same${body.slice(link.offset + link.length)}`;
      }, item.body);
      expect(text).toBe(expected);
      expect(restoreLinks(text, rewrites)).toBe(item.body);
    }
  });
});

describe.runIf(present || required)('login.gov help, a Jekyll site in 3 locales', () => {
  const read = () => readSource(path.join(folder, 'login-gov-help'));

  it('accounts for every file and skips the license', async () => {
    const source = await read();
    expect(kindsOf(source)).toEqual({
      article: 88,
      category: 6,
      redirect: 9,
      generated: 21,
      skipped: 1,
      others: 0,
      problems: 0,
      files: 104,
    });
    expect(source.skipped).toEqual(['LICENSE.md']);
  });

  it('has exactly these links, of which only loop variables are broken', async () => {
    const { counts, unresolved, brokenFragments } = await linksOf(await read(), 'https://login.gov');
    expect(counts).toEqual({ resolved: 99, samePage: 0, unresolved: 6, external: 155, assets: 4, brokenFragments: 0 });
    expect(unresolved).toEqual(
      ['image', 'url'].flatMap((field) =>
        ['en', 'es', 'fr'].map((locale) => `{{ item.${field} | prepend: site.baseurl }} <- _${locale}/landing/help.md`),
      ),
    );
    expect(brokenFragments).toEqual([]);
  });
});

const CNCF_COUNTS = { resolved: 2345, samePage: 128, unresolved: 62, external: 746, assets: 286, brokenFragments: 4 };

/** Checked by hand: no page of the source has this URL in the link's locale or in English. */
const CNCF_UNRESOLVED = [
  '/bare_metal_machine/ <- hi/virtual-machine.md',
  '/blue_green_deployment/ <- hi/continuous-delivery.md',
  '/bn/bare_metal_machine/ <- bn/containerization.md',
  '/bn/cloud_computing/ <- bn/database-as-a-service.md',
  '/bn/multi-tenant/ <- bn/hypervisor.md',
  '/bn/scalable/ <- bn/containers-as-a-service.md',
  '/cloud_computing/ <- hi/database-as-a-service.md',
  '/cloud_native_apps/ <- hi/bare-metal-machine.md',
  '/cloud_native_apps/ <- hi/bare-metal-machine.md',
  '/hi/canary_deployment/ <- hi/continuous-delivery.md',
  '/hi/continuous_delivery/ <- hi/continuous-integration.md',
  '/horizontal_scaling/ <- hi/bare-metal-machine.md',
  '/it/cloud_computing/ <- it/cloud_native_apps.md',
  '/it/continuous_delivery/ <- it/devsecops.md',
  '/it/continuous_integration/ <- it/devsecops.md',
  '/it/datacenter/ <- it/virtualization.md',
  '/it/distributed_systems/ <- it/chaos_engineering.md',
  '/it/horizontal_scaling/ <- it/scalability.md',
  '/it/immutability/ <- it/containerization.md',
  '/it/managed-service/ <- it/auto-scaling.md',
  '/it/services <- it/service-mesh.md',
  '/it/site_reliability_engineering/ <- it/chaos_engineering.md',
  '/it/tightly_coupled_architectures/ <- it/cloud_native_apps.md',
  '/it/vertical_scaling/ <- it/scalability.md',
  '/it/virtual_machine/ <- it/cloud_native_apps.md',
  '/microservices <- ru/container-orchestration.md',
  '/microservices/ <- de/application-programming-interface.md',
  '/microservices/ <- de/blue-green-deployment.md',
  '/microservices/ <- ru/application-programming-interface.md',
  '/microservices/ <- ru/chaos-engineering.md',
  '/microservices/ <- ur/application-programming-interface.md',
  '/tightly-coupled-architectures/ <- hi/cloud native apps.md',
  '/tightly-coupled-architectures/ <- ko/cloud-native-apps.md',
  '/tightly-coupled-architectures/ <- ko/devops.md',
  '/tightly-coupled-architectures/ <- ko/microservices.md',
  '/tightly-coupled-architectures/ <- ru/cloud-native-apps.md',
  '/tightly-coupled-architectures/ <- ru/devops.md',
  '/tightly-coupled-architectures/ <- tr/cloud-native-apps.md',
  '/tightly-coupled-architectures/ <- ur/devops.md',
  '/virtual_machine/ <- hi/bare-metal-machine.md',
  '/zh-cn/cloud_native_apps/ <- zh-cn/infrastructure-as-code.md',
  '/zh-cn/monolithic_apps/ <- zh-cn/devops.md',
  '/zh-cn/service_mesh/ <- zh-cn/style-guide/_index.md',
  '/zh-cn/site_reliability_engineering/ <- zh-cn/chaos-engineering.md',
  '/zh-tw/microservices <- zh-tw/container-orchestration.md',
  '/zh-tw/microservices <- zh-tw/distributed-apps.md',
  '/zh-tw/microservices/ <- zh-tw/chaos-engineering.md',
  '/zh-tw/microservices/ <- zh-tw/function-as-a-service.md',
  '/zh-tw/microservices/ <- zh-tw/monolithic-apps.md',
  '/zh-tw/microservices/ <- zh-tw/service-mesh.md',
  '/zh-tw/monolithic_apps/ <- zh-tw/devops.md',
  '/zh-tw/tightly-coupled-architectures/ <- zh-tw/devops.md',
  '/zh/cluster/ <- zh-cn/scalability.md',
  '/ऑटो-स्केलिंग/ <- hi/vertical-scaling.md',
  '/क्षैतिज-स्केलिंग/ <- hi/vertical-scaling.md',
  '/क्षैतिज-स्केलिंग/ <- hi/vertical-scaling.md',
  '/क्षैतिज-स्केलिंग/ <- hi/vertical-scaling.md',
  '/नोड्स/ <- hi/vertical-scaling.md',
  '/स्केलेबिलिटी/ <- hi/infrastructure-as-code.md',
  '/स्केलेबिलिटी/ <- hi/vertical-scaling.md',
  '[it/autoscaling/ <- it/chaos_engineering.md',
  'https://glossary.cncf.io/service_mesh/ <- de/style-guide/_index.md',
];

/** Checked by hand: the heading has another id, or none in the translation. */
const CNCF_BROKEN = [
  '#becoming-a-maintainer <- ur/contributor-ladder/_index.md',
  '#becoming-a-maintainer <- zh-tw/contributor-ladder/_index.md',
  '#becoming-an-approver <- ur/contributor-ladder/_index.md',
  '#definition <- zh-tw/style-guide/_index.md',
];
