import { useRef } from '@wordpress/element';
import type { KeyboardEvent } from 'react';
import type { Texts } from '../texts/use-texts.js';
import { type MediaItem, thumbnailOf } from './media-item.js';

/** Files as a list box: arrow keys move, Space selects, Enter confirms. */
export function MediaGrid({
  items,
  selected,
  isMultiple,
  active,
  hasMore,
  onActive,
  onToggle,
  onTake,
  onMore,
  text,
}: {
  items: readonly MediaItem[];
  selected: readonly MediaItem[];
  isMultiple: boolean;
  /** Index of the file with the keyboard focus. */
  active: number;
  hasMore: boolean;
  onActive: (index: number) => void;
  onToggle: (item: MediaItem) => void;
  onTake: (item: MediaItem) => void;
  onMore: () => void;
  text: Texts;
}) {
  const grid = useRef<HTMLDivElement>(null);

  function go(index: number): void {
    if (index >= items.length && hasMore) onMore();
    const next = Math.max(0, Math.min(index, items.length - 1));
    onActive(next);
    grid.current?.querySelectorAll<HTMLElement>('[role=option]')[next]?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const item = items[active];
    const steps: Readonly<Record<string, () => void>> = {
      ArrowRight: () => go(active + 1),
      ArrowLeft: () => go(active - 1),
      ArrowDown: () => go(active + columnsOf(grid.current)),
      ArrowUp: () => go(active - columnsOf(grid.current)),
      Home: () => go(0),
      End: () => go(items.length - 1),
      ' ': () => item && onToggle(item),
      Enter: () => item && onTake(item),
    };
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step();
  }

  return (
    <div
      className="me-media-grid"
      role="listbox"
      tabIndex={-1}
      aria-label={text('media-files')}
      aria-multiselectable={isMultiple}
      ref={grid}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => {
        const picture = thumbnailOf(item);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list box hears the keys of all
          <div
            key={item.id}
            className="me-media-file"
            role="option"
            aria-selected={selected.some(({ id }) => id === item.id)}
            tabIndex={index === active ? 0 : -1}
            onFocus={() => onActive(index)}
            onClick={() => onToggle(item)}
            onDoubleClick={() => onTake(item)}
          >
            <span className="me-media-picture">
              {picture === null ? (
                <span className="me-media-kind" aria-hidden="true">
                  {endingOf(item)}
                </span>
              ) : (
                <img src={picture} alt="" loading="lazy" />
              )}
            </span>
            <span className="me-media-name">{item.title || item.filename}</span>
          </div>
        );
      })}
    </div>
  );
}

/** Number of files in a row, read from the layout. */
function columnsOf(grid: HTMLElement | null): number {
  const tops = Array.from(grid?.querySelectorAll<HTMLElement>('[role=option]') ?? [], ({ offsetTop }) => offsetTop);
  return Math.max(1, tops.filter((top) => top === tops[0]).length);
}

function endingOf({ filename }: MediaItem): string {
  return /\.([^.]{1,5})$/.exec(filename)?.[1]?.toUpperCase() ?? '';
}
