import { ComboboxControl, PanelBody, RangeControl, SelectControl, ToggleControl } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import type { EditedAttributesOf } from '../../../../../blocks.js';
import { type BlockEditProps, useEditedDocument } from '../../../../../editor.js';
import { ListAppearanceControls } from '../editor/controls/list-settings.js';
import { ListedArticles } from '../editor/controls/listed-articles.js';
import { blockText } from '../editor/texts.js';
import { metadata } from './metadata.js';

type Attributes = EditedAttributesOf<typeof metadata>;

type Settings = Pick<BlockEditProps<Attributes>, 'attributes' | 'setAttributes'>;

/** Previews the articles as the writer sees them. */
export function CategoryPostsEdit({ attributes, setAttributes }: BlockEditProps<Attributes>) {
  const isCurrent = typeof attributes.category !== 'number';
  return (
    <ListedArticles
      metadata={metadata}
      attributes={attributes}
      sampleTitle={blockText('list-title')}
      empty={blockText(isCurrent ? 'list-none-current' : 'list-none')}
    >
      <Choice attributes={attributes} setAttributes={setAttributes} />
      <Appearance attributes={attributes} setAttributes={setAttributes} />
    </ListedArticles>
  );
}

function Choice({ attributes, setAttributes }: Settings) {
  const { category, includeChildren, count, offset, orderBy, order } = attributes;
  const { count: counts, offset: offsets } = metadata.attributes;
  return (
    <PanelBody title={blockText('choice')}>
      <CategoryChooser category={category} onChange={(chosen) => setAttributes({ category: chosen })} />
      <ToggleControl
        label={blockText('list-children')}
        checked={includeChildren}
        onChange={(chosen) => setAttributes({ includeChildren: chosen })}
      />
      <RangeControl
        label={blockText('list-count')}
        value={count}
        min={counts.minimum}
        max={counts.maximum}
        onChange={(chosen?: number) => setAttributes({ count: chosen ?? counts.default })}
      />
      <RangeControl
        label={blockText('list-offset')}
        value={offset}
        min={offsets.minimum}
        max={Math.max(20, offset)}
        onChange={(chosen?: number) => setAttributes({ offset: chosen ?? offsets.default })}
      />
      <SelectControl
        label={blockText('list-by')}
        value={orderBy}
        options={metadata.attributes.orderBy.enum.map((value) => ({ value, label: blockText(value) }))}
        onChange={(chosen: Attributes['orderBy']) => setAttributes({ orderBy: chosen })}
      />
      <SelectControl
        label={blockText('list-order')}
        value={order}
        options={(['desc', 'asc'] as const).map((value) => ({ value, label: blockText(value) }))}
        onChange={(chosen: Attributes['order']) => setAttributes({ order: chosen })}
      />
    </PanelBody>
  );
}

function Appearance({ attributes, setAttributes }: Settings) {
  const toggle = (name: 'showCount' | 'showIcon' | 'viewAll' | 'pagination', label: string) => (
    <ToggleControl
      label={label}
      checked={attributes[name]}
      onChange={(chosen) => setAttributes({ [name]: chosen } as Partial<Attributes>)}
    />
  );
  return (
    <PanelBody title={blockText('appearance')}>
      <ListAppearanceControls attributes={attributes} setAttributes={setAttributes} />
      {toggle('showCount', blockText('list-show-count'))}
      {toggle('showIcon', blockText('list-icon'))}
      {toggle('viewAll', blockText('list-all'))}
      {toggle('pagination', blockText('list-pages'))}
    </PanelBody>
  );
}

/** Value for the article's own category. */
const CURRENT = 'current';

interface ListedCategory {
  readonly id: number;
  readonly name: string;
  /** 0 at the top. */
  readonly parent: number;
}

/** Selects a category by name, or the article's own. */
function CategoryChooser({
  category,
  onChange,
}: {
  category: number | string;
  onChange: (category: number | typeof CURRENT) => void;
}) {
  const { client, stored, locale } = useEditedDocument();
  const [all, setAll] = useState<readonly ListedCategory[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const language = String(stored?.locale ?? locale);
  useEffect(() => {
    client
      .all('/vendor-kb/v1/categories', { query: { per_page: 100, locale: language, _fields: 'id,name,parent' } })
      .then((found) => setAll(found as unknown as ListedCategory[]))
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)));
  }, [client, language]);

  const options = [
    { value: CURRENT, label: blockText('list-current') },
    ...all.map((one) => ({ value: String(one.id), label: pathOf(one, all) })).toSorted(byLabel),
  ];
  // A category of another language or a deleted one stays selected.
  const value = typeof category === 'number' ? String(category) : CURRENT;
  if (!options.some((option) => option.value === value)) {
    options.push({ value, label: blockText('list-unknown', { id: value }) });
  }
  return (
    <ComboboxControl
      label={blockText('list-category')}
      help={failure === null ? undefined : blockText('list-categories-failed', { message: failure })}
      value={value}
      options={options}
      allowReset={false}
      onChange={(chosen) => onChange(chosen && chosen !== CURRENT ? Number(chosen) : CURRENT)}
    />
  );
}

/** Path such as `Guides › Setup`, since names are not unique. */
function pathOf(category: ListedCategory, all: readonly ListedCategory[]): string {
  const names: string[] = [];
  let next: ListedCategory | undefined = category;
  while (next && names.length < 20) {
    names.unshift(next.name);
    const { parent }: ListedCategory = next;
    next = all.find(({ id }) => id === parent);
  }
  return names.join(' › ');
}

function byLabel(one: { readonly label: string }, other: { readonly label: string }): number {
  return one.label.localeCompare(other.label);
}
