import { useRef } from '@wordpress/element';
import { blockText } from '../texts.js';

/** Lists the chosen articles with buttons that move and remove them. Keeps the focus in place. */
export function ChosenArticles({
  ids,
  titleOf,
  onChange,
  say,
}: {
  ids: readonly number[];
  titleOf: (id: number) => string;
  onChange: (ids: readonly number[]) => void;
  say: (what: string) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  if (ids.length === 0) return <p className="kb-edit-note">{blockText('chooser-empty')}</p>;

  function move(from: number, to: number): void {
    const id = ids[from];
    if (id === undefined || to < 0 || to >= ids.length) return;
    onChange(ids.toSpliced(from, 1).toSpliced(to, 0, id));
    say(blockText('chooser-moved', { title: titleOf(id), place: String(to + 1), count: String(ids.length) }));
  }

  function remove(id: number, place: number): void {
    onChange(ids.filter((other) => other !== id));
    say(blockText('chooser-removed', { title: titleOf(id) }));
    // The pressed button is gone. Focus the one that took its place.
    window.requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]');
      buttons?.[Math.min(place, buttons.length - 1)]?.focus();
    });
  }

  return (
    <ol className="kb-edit-chosen" aria-label={blockText('chooser-chosen')} ref={list}>
      {ids.map((id, place) => {
        const title = titleOf(id);
        return (
          <li key={id}>
            <span>{title}</span>
            <button
              type="button"
              aria-label={blockText('chooser-up', { title })}
              aria-disabled={place === 0}
              onClick={() => move(place, place - 1)}
            >
              <Arrow shape="M6 14l6-6 6 6" />
            </button>
            <button
              type="button"
              aria-label={blockText('chooser-down', { title })}
              aria-disabled={place === ids.length - 1}
              onClick={() => move(place, place + 1)}
            >
              <Arrow shape="M6 10l6 6 6-6" />
            </button>
            <button
              type="button"
              data-remove
              aria-label={blockText('chooser-remove', { title })}
              onClick={() => remove(id, place)}
            >
              <Arrow shape="M7 7l10 10M17 7 7 17" />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Arrow({ shape }: { shape: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={shape}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
