import type { blocks } from './en/blocks.js';
import type { panels } from './en/panels.js';

export type PanelTextKey = keyof typeof panels;
export type BlockTextKey = keyof typeof blocks;

/** What the knowledge base says in the editor in one language: all of it. */
export interface KbEditorCatalogue {
  readonly panels: Readonly<Record<PanelTextKey, string>>;
  readonly blocks: Readonly<Record<BlockTextKey, string>>;
}

/** The catalogues besides English by language, each loaded where it is wanted. */
export const CATALOGUES: Readonly<Record<string, () => Promise<KbEditorCatalogue>>> = {
  cs: async () => (await import('./cs.js')).cs,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  ja: async () => (await import('./ja.js')).ja,
};
