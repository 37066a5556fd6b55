import type { AdminRequest } from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import { type Design, keyOf, mergedSettings } from '../../settings/designs.js';
import type { WatermarkSettings } from '../../settings/schema.js';
import type { DesignSettings } from '../../settings/settings.js';
import { DESIGN_PATH, EDIT_DESIGN_PATH, NEW_DESIGN_PATH } from '../tabs.js';

/** Design that a page edits. */
export interface Target {
  readonly path: string;
  /** Query of the page's URL. */
  readonly query: Readonly<Record<string, string>>;
  /** Design for some images; null for the default one. */
  readonly design: Design | null;
  /** Name of the saved design; null for a new one and for the default one. */
  readonly name: string | null;
  /** Its settings. */
  readonly saved: WatermarkSettings;
  /** Default design. */
  readonly general: WatermarkSettings;
}

const EMPTY: Design = { name: '', when: {}, changes: {} };

/**
 * Returns the design that a page edits.
 * @param missing message for a design that does not exist
 * @throws HostError 404 `vendor_watermark_design_not_found`
 */
export async function targetOf(
  settings: Pick<DesignSettings, 'designs' | 'get'>,
  { path, query }: Pick<AdminRequest, 'path' | 'query'>,
  missing: string,
): Promise<Target> {
  const general = await settings.get();
  if (path === NEW_DESIGN_PATH) return { path, query: {}, design: EMPTY, name: null, saved: general, general };
  const name = typeof query.name === 'string' ? query.name : null;
  if (name === null && path !== EDIT_DESIGN_PATH) {
    return { path: DESIGN_PATH, query: {}, design: null, name: null, saved: general, general };
  }
  const design = (await settings.designs()).find((each) => each.name === name);
  if (!design) throw new HostError('vendor_watermark_design_not_found', missing, { status: 404 });
  const saved = mergedSettings(general, design.changes);
  return { path: EDIT_DESIGN_PATH, query: { name: design.name }, design, name: design.name, saved, general };
}

/** Returns the designs with an unsaved one in the place of its saved version, or at the end. */
export function withDraft(designs: readonly Design[], name: string | null, draft: Design): Design[] {
  return name === null
    ? [...designs, draft]
    : designs.map((design) => (keyOf(design.name) === keyOf(name) ? draft : design));
}
