import { PanelBody, RangeControl, SelectControl, ToggleControl } from '@wordpress/components';
import type { EditedAttributesOf } from '../../../../../blocks.js';
import type { BlockEditProps } from '../../../../../editor.js';
import { CategoryChooser } from '../editor/chooser/category-chooser.js';
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
