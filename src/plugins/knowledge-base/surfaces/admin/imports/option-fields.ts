import type { FieldDefinition } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import { IMPORT_FORMATS, MAX_MAP_BYTES } from '../../../content/import/formats.js';
import { MEDIA_MODES } from '../../../content/import/media/media-mode.js';
import { PROFILES } from '../../../content/import/profiles/profile.js';
import { WXR_PROFILES } from '../../../content/import/wxr/mapping.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Category } from '../../../domain/categories/category-tree.js';

export const UPDATES = ['newer', 'skip', 'overwrite'] as const;
export const STATUSES = ['draft', 'pending', 'publish'] as const;
export const ALL_PROFILES = ['auto', ...PROFILES, ...WXR_PROFILES] as const;
export const MAX_LENGTHS = { source: 200, url: 2000 } as const;

/** Display names of profiles, which are product names. */
const PROFILE_NAMES: Readonly<Record<(typeof ALL_PROFILES)[number], string>> = {
  auto: '',
  hugo: 'Hugo',
  jekyll: 'Jekyll',
  docusaurus: 'Docusaurus',
  betterdocs: 'BetterDocs',
  echo: 'Echo Knowledge Base',
  wedocs: 'weDocs',
};

/** Chosen import options besides the file. Empty means the default. */
export interface ChosenOptions {
  readonly from?: string;
  readonly profile?: string;
  readonly source?: string;
  readonly category?: string;
  readonly status?: string;
  readonly author?: string;
  readonly update?: string;
  readonly media?: string;
  readonly baseUrl?: string;
  readonly limit?: string;
  readonly map?: string;
}

/** Returns the fields for import options: common ones and advanced ones. */
export function optionFields(
  { categories }: Pick<KnowledgeBase, 'categories'>,
  { text }: Strings,
  chosen: ChosenOptions,
): FieldDefinition[] {
  const usual: FieldDefinition[] = [
    {
      kind: 'select',
      name: 'from',
      label: text('import.from'),
      value: chosen.from ?? 'auto',
      required: true,
      options: IMPORT_FORMATS.map((value) => ({ value, label: text(`import.from-${value}`) })),
    },
    {
      kind: 'select',
      name: 'category',
      label: text('import.category'),
      required: true,
      value: chosen.category ?? '',
      options: [
        { value: '', label: text('import.top') },
        ...topDown(categories.tree().all()).map((category) => ({
          value: String(category.id),
          label: `${'– '.repeat(category.depth - 1)}${category.name}`,
        })),
      ],
    },
    {
      kind: 'select',
      name: 'status',
      label: text('import.status'),
      value: chosen.status ?? '',
      required: true,
      options: [
        { value: '', label: text('import.status-source') },
        ...STATUSES.map((value) => ({ value, label: text(`articles.state-${value}`) })),
      ],
    },
  ];
  const rare: Exclude<FieldDefinition, { kind: 'hidden' }>[] = [
    {
      kind: 'select',
      name: 'profile',
      label: text('import.profile'),
      hint: text('import.profile-hint'),
      value: chosen.profile ?? 'auto',
      required: true,
      options: ALL_PROFILES.map((value) => ({ value, label: PROFILE_NAMES[value] || text('import.from-auto') })),
    },
    {
      kind: 'select',
      name: 'update',
      label: text('import.update'),
      value: chosen.update ?? 'newer',
      required: true,
      options: UPDATES.map((value) => ({ value, label: text(`import.update-${value}`) })),
    },
    {
      kind: 'select',
      name: 'media',
      label: text('import.media'),
      value: chosen.media ?? '',
      required: true,
      options: [
        { value: '', label: text('import.media-auto') },
        ...MEDIA_MODES.map((value) => ({ value, label: text(`import.media-${value}`) })),
      ],
    },
    {
      kind: 'text',
      name: 'author',
      label: text('import.author'),
      hint: text('import.author-hint'),
      value: chosen.author ?? '',
      maxLength: MAX_LENGTHS.source,
      autocomplete: 'off',
    },
    {
      kind: 'text',
      name: 'source',
      label: text('import.source'),
      hint: text('import.source-hint'),
      value: chosen.source ?? '',
      maxLength: MAX_LENGTHS.source,
    },
    {
      kind: 'url',
      name: 'base_url',
      label: text('import.base-url'),
      hint: text('import.base-url-hint'),
      value: chosen.baseUrl ?? '',
      maxLength: MAX_LENGTHS.url,
    },
    {
      kind: 'number',
      name: 'limit',
      label: text('import.limit'),
      hint: text('import.limit-hint'),
      value: chosen.limit ?? '',
      min: 1,
    },
    {
      kind: 'textarea',
      name: 'map',
      label: text('import.map'),
      hint: text('import.map-hint'),
      value: chosen.map ?? '',
      rows: 8,
      maxLength: MAX_MAP_BYTES,
    },
  ];
  return [...usual, ...rare.map((field) => ({ ...field, fold: text('import.more') }))];
}

/** Returns each category before its children. */
function topDown(all: readonly Category[]): Category[] {
  return all.filter(({ depth }) => depth === 1).flatMap(withBelow);
}

function withBelow(category: Category): Category[] {
  return [category, ...category.children.flatMap(withBelow)];
}
