import { HostError } from '../../../../index.js';
import { oldPaths } from './import-item.js';
import type { ImportRun } from './import-run.js';
import type { ImportItem } from './item.js';
import { localeOf } from './plan-import.js';
import { hashOf, UNWRITTEN } from './sources.js';

/** Imports a redirect-only file: its old paths redirect to a page of the source or to an external URL. */
export async function importRedirect(run: ImportRun, item: ImportItem): Promise<void> {
  const { kb, sources, report, dryRun } = run;
  const target = (await fileTarget(run, item)) ?? targetOf(run, item);
  const hash = hashOf(JSON.stringify([item, target]));
  const sourceRecord = run.records.get(item.key);
  if (sourceRecord?.sourceHash === hash) {
    report.redirects.unchanged += 1;
    return;
  }
  report.redirects[sourceRecord ? 'updated' : 'created'] += 1;
  if (dryRun) return;
  await kb.db.transaction(async () => {
    for (const path of oldPaths(item)) await kb.redirects.add({ locale: localeOf(item), path, ...target });
    const frontMatter = item.head + item.body || null;
    const record = { targetId: target.targetId ?? 0, sourceHash: hash, ...UNWRITTEN, frontMatter };
    await sources.save(item.key, 'redirect', record);
  });
}

/** Resolves a redirect to a media file to the file's current URL. */
async function fileTarget({ kb, media, source }: ImportRun, { key, redirectTo }: ImportItem): Promise<Target | null> {
  if (!source.home || redirectTo === null) return null;
  const file = await media.ofAddress(redirectTo, key);
  return file && { kind: 'external', targetUrl: new URL(file.url, kb.site.origin).href };
}

type Target =
  | { kind: 'article' | 'category'; targetId: number }
  | { kind: 'external'; targetId?: never; targetUrl: string };

/** @throws HostError 422 `vendor_kb_import_invalid` if the target does not exist */
function targetOf(run: ImportRun, item: ImportItem): Target {
  const to = item.redirectTo ?? '';
  if (/^https?:\/\//i.test(to) && URL.canParse(to)) return { kind: 'external', targetUrl: to };
  const page = run.index.byAddress(to, item.locale);
  const target = page && run.targets.get(page.key);
  if (page && target && page.kind !== 'redirect') return { kind: page.kind, targetId: target.id };
  throw new HostError(
    'vendor_kb_import_invalid',
    `It redirects to "${to}", which is neither a page of the source nor a URL.`,
    {
      status: 422,
    },
  );
}
