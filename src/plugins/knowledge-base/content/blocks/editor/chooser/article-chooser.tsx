import { SearchControl } from '@wordpress/components';
import { useRef, useState } from '@wordpress/element';
import { blockText } from '../texts.js';
import { ChosenArticles } from './chosen-articles.js';
import { type ListedArticle, useFoundArticles, useTitles } from './use-articles.js';

/** Selects articles by title, in an order that can be changed. */
export function ArticleChooser({
  ids,
  locale,
  onChange,
}: {
  ids: readonly number[];
  locale: string;
  onChange: (ids: readonly number[]) => void;
}) {
  const [words, setWords] = useState('');
  const [said, setSaid] = useState('');
  const { found, failure } = useFoundArticles(words, locale, ids);
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
    setSaid(blockText('chooser-added', { title }));
  }
  const offered = found?.filter(({ id }) => !ids.includes(id)) ?? [];

  return (
    <div className="kb-edit-chooser">
      <SearchControl
        label={blockText('chooser-search')}
        hideLabelFromVision={false}
        value={words}
        onChange={setWords}
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
        {said !== '' && <span className="kb-edit-said">{said}</span>}
      </p>
      <ChosenArticles ids={ids} titleOf={titleOf} onChange={onChange} say={setSaid} />
    </div>
  );
}
