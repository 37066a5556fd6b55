import { PanelBody, RangeControl, SelectControl, TextControl, ToggleControl } from '@wordpress/components';
import type { EditedAttributesOf } from '../../../../../blocks.js';
import { type BlockEditProps, useEditedDocument } from '../../../../../editor.js';
import { ArticleChooser } from '../editor/chooser/article-chooser.js';
import { ListAppearanceControls } from '../editor/controls/list-settings.js';
import { ListedArticles } from '../editor/controls/listed-articles.js';
import { blockText } from '../editor/texts.js';
import { metadata } from './metadata.js';

type Attributes = EditedAttributesOf<typeof metadata>;
type Settings = Pick<BlockEditProps<Attributes>, 'attributes' | 'setAttributes'>;

const WAYS = { tags: 'tags', category: 'same', search: 'search', manual: 'manual' } as const;

/** Previews the articles as the writer sees them. */
export function RelatedArticlesEdit({ attributes, setAttributes }: BlockEditProps<Attributes>) {
  const { stored } = useEditedDocument();
  const isWaiting = stored === null && attributes.by !== 'manual';
  return (
    <ListedArticles
      metadata={metadata}
      attributes={attributes}
      sampleTitle={blockText('related-title')}
      empty={blockText(isWaiting ? 'related-unsaved' : 'related-none')}
    >
      <Choice attributes={attributes} setAttributes={setAttributes} />
      <Appearance attributes={attributes} setAttributes={setAttributes} />
    </ListedArticles>
  );
}

function Choice({ attributes, setAttributes }: Settings) {
  const { stored, locale } = useEditedDocument();
  const { by, count, ids, excludeCurrent } = attributes;
  return (
    <PanelBody title={blockText('choice')}>
      <SelectControl
        label={blockText('related-by')}
        value={by}
        options={(Object.keys(WAYS) as Attributes['by'][]).map((value) => ({ value, label: blockText(WAYS[value]) }))}
        onChange={(chosen: Attributes['by']) => setAttributes({ by: chosen })}
      />
      {by === 'manual' && (
        <ArticleChooser
          ids={ids}
          locale={String(stored?.locale ?? locale)}
          onChange={(chosen) =>
            setAttributes({ ids: chosen, ...(chosen.length > count ? { count: most(chosen) } : {}) })
          }
        />
      )}
      <RangeControl
        label={blockText('related-count')}
        value={count}
        min={1}
        max={10}
        onChange={(chosen?: number) => setAttributes({ count: chosen ?? 3 })}
      />
      <ToggleControl
        label={blockText('related-exclude')}
        checked={excludeCurrent}
        onChange={(chosen) => setAttributes({ excludeCurrent: chosen })}
      />
    </PanelBody>
  );
}

/** Raises the count to the number of chosen articles, up to the maximum. */
function most(ids: readonly number[]): number {
  return Math.min(ids.length, metadata.attributes.count.maximum);
}

function Appearance({ attributes, setAttributes }: Settings) {
  const { title, emptyText, showDate } = attributes;
  return (
    <PanelBody title={blockText('appearance')}>
      <TextControl
        label={blockText('related-heading')}
        help={blockText('related-heading-hint')}
        value={title}
        onChange={(written) => setAttributes({ title: written })}
      />
      <ListAppearanceControls attributes={attributes} setAttributes={setAttributes} />
      <ToggleControl
        label={blockText('show-date')}
        checked={showDate}
        onChange={(chosen) => setAttributes({ showDate: chosen })}
      />
      <TextControl
        label={blockText('related-empty')}
        help={blockText('related-empty-hint')}
        value={emptyText}
        onChange={(written) => setAttributes({ emptyText: written })}
      />
    </PanelBody>
  );
}
