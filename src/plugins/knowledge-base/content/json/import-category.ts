import { isDeepStrictEqual } from 'node:util';
import type { CategoryInput } from '../../domain/categories/categories.js';
import { assertMayImportCategory } from '../import/import-access.js';
import type { Tally } from '../import/report.js';
import { withUuid } from './category-uuids.js';
import type { JsonRun } from './json-run.js';
import { createNames } from './names.js';
import type { CategoryRecord } from './records.js';
import { toCategoryRecord } from './to-records.js';

/** Placeholder id of a category that a dry run would create. */
const DRY_ID = 0;

/** Creates a category, or updates the existing one if the update policy allows it. */
export async function importCategory(run: JsonRun, record: CategoryRecord): Promise<keyof Tally> {
  const { kb, targets, update, dryRun, actor, report, made } = run;
  const parentId = record.parent === null ? (run.under ?? 0) : targets.category(record.parent);
  const tree = kb.categories.tree();
  const siblings =
    parentId !== 0 ? (tree.get(parentId)?.children ?? []) : record.parent === null ? tree.roots(record.locale) : [];
  const id = targets.findCategory(record.uuid) ?? siblings.find(({ slug }) => slug === record.slug)?.id;
  if (id !== undefined) {
    // A category with the same slug takes its place, even with another UUID.
    targets.addCategory(record.uuid, id);
    if (update === 'skip' || (await isSame(run, id, record))) return 'unchanged';
    if (update !== 'overwrite') {
      report.edited.push(record.slug);
      return 'unchanged';
    }
  }
  assertMayImportCategory(run, record.access_rule !== null, id);
  if (dryRun) {
    if (id === undefined) targets.addCategory(record.uuid, DRY_ID);
    return id === undefined ? 'created' : 'updated';
  }
  const input: CategoryInput & { name: string } = {
    name: record.name,
    slug: record.slug,
    description: record.description,
    order: record.order,
    parentId,
    locale: record.locale,
    meta: {
      ...withUuid(record.meta, record.uuid),
      ...(record.image && { image: await targets.media(record.image) }),
      ...(record.seo && { seo: await targets.seo(record.seo) }),
    },
    ruleId: await targets.rule(record.access_rule),
  };
  if (id !== undefined) {
    await kb.categories.update(id, input, actor);
    return 'updated';
  }
  const created = await kb.categories.create(input, actor);
  targets.addCategory(record.uuid, created.id);
  made.categories.add(created.id);
  return 'created';
}

async function isSame({ kb, targets, under }: JsonRun, id: number, record: CategoryRecord): Promise<boolean> {
  const present = kb.categories.tree().get(id);
  if (!present) return false;
  const names = createNames(kb, new Map());
  const found = await toCategoryRecord(present, names, kb.access.rules.snapshot().ofCategory.get(id) ?? null);
  const parentId = record.parent === null ? (under ?? 0) : targets.findCategory(record.parent);
  return present.parentId === parentId && isDeepStrictEqual({ ...found, parent: null }, { ...record, parent: null });
}
