import { useRef } from '@wordpress/element';
import type { KeyboardEvent, ReactNode } from 'react';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly content: ReactNode;
}

/** Tabs by the ARIA pattern: arrow keys move between them, and hidden panels keep their input. */
export function Tabs<Name extends string>({
  id,
  label,
  tabs,
  chosen,
  choose,
}: {
  id: string;
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  choose: (name: Name) => void;
}) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown({ key }: KeyboardEvent): void {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    choose(next.name);
    list.current?.querySelector<HTMLElement>(`#${id}-${next.name}-tab`)?.focus();
  }

  return (
    <>
      <div className="me-tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ name, label: tabLabel }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}-tab`}
            className="me-tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-${name}`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={onKeyDown}
          >
            {tabLabel}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}`}
          className="me-tab-panel"
          aria-labelledby={`${id}-${name}-tab`}
          hidden={name !== chosen}
        >
          {content}
        </div>
      ))}
    </>
  );
}
