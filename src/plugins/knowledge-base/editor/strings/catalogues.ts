import type { blocks } from './en/blocks.js';
import type { panels } from './en/panels.js';

export type PanelTextKey = keyof typeof panels;
export type BlockTextKey = keyof typeof blocks;

/** Complete editor texts of the knowledge base in one language. */
export interface KbEditorCatalogue {
  readonly panels: Readonly<Record<PanelTextKey, string>>;
  readonly blocks: Readonly<Record<BlockTextKey, string>>;
}

/** Catalogues other than English, loaded on demand. */
export const CATALOGUES: Readonly<Record<string, () => Promise<KbEditorCatalogue>>> = {
  cs: async () => (await import('./cs.js')).cs,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  ja: async () => (await import('./ja.js')).ja,
};
