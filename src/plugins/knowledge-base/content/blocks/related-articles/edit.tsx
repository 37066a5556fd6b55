import {
  PanelBody,
  RangeControl,
  SearchControl,
  SelectControl,
  TextControl,
  ToggleControl,
} from '@wordpress/components';
import { useRef, useState } from '@wordpress/element';
import type { EditedAttributesOf } from '../../../../../blocks.js';
import { type BlockEditProps, useEditedDocument } from '../../../../../editor.js';
import { ChosenArticles } from '../editor/chooser/chosen-articles.js';
import { type ListedArticle, useFoundArticles, useTitles } from '../editor/chooser/use-articles.js';
import { ListAppearanceControls } from '../editor/controls/list-settings.js';
import { ListedArticles } from '../editor/controls/listed-articles.js';
import { blockText } from '../editor/texts.js';
import { metadata } from './metadata.js';

type Attributes = EditedAttributesOf<typeof metadata>;

type Settings = Pick<BlockEditProps<Attributes>, 'attributes' | 'setAttributes'>;

const WAYS = { tags: 'tags', category: 'same', search: 'title-words', manual: 'manual' } as const;

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

/** Selects articles by title, in an order that can be changed. */
function ArticleChooser({
  ids,
  locale,
  onChange,
}: {
  ids: readonly number[];
  locale: string;
  onChange: (ids: readonly number[]) => void;
}) {
  const [search, setSearch] = useState('');
  const [message, setMessage] = useState('');
  const { found, failure } = useFoundArticles(search, locale, ids);
  const stored = useTitles(ids);
  /** Titles chosen just now, known before the server answers. */
  const added = useRef(new Map<number, string>());
  const titleOf = (id: number): string => {
    const title = stored?.get(id) ?? added.current.get(id);
    return title ?? blockText(stored ? 'chooser-gone' : 'chooser-unknown', { id: String(id) });
  };

  function add({ id, title }: ListedArticle): void {
    added.current.set(id, title);
    onChange([...ids, id]);
    setMessage(blockText('chooser-added', { title }));
  }
  const offered = found?.filter(({ id }) => !ids.includes(id)) ?? [];

  return (
    <div className="kb-edit-chooser">
      <SearchControl
        label={blockText('chooser-search')}
        hideLabelFromVision={false}
        value={search}
        onChange={setSearch}
      />
      {offered.length > 0 && (
        <ul className="kb-edit-found" aria-label={blockText('chooser-found')}>
          {offered.map((article) => (
            <li key={article.id}>
              <button
                type="button"
                aria-label={blockText('chooser-add', { title: article.title })}
                onClick={() => add(article)}
              >
                {article.title}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="kb-edit-note" role="status">
        {failure !== null && blockText('chooser-failed', { message: failure })}
        {failure === null && found && offered.length === 0 && blockText('chooser-none')}
        {message !== '' && <span className="kb-edit-said">{message}</span>}
      </p>
      <ChosenArticles ids={ids} titleOf={titleOf} onChange={onChange} say={setMessage} />
    </div>
  );
}
