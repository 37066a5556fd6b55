import { BlockInspector, store } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import { useEffect, useId, useRef, useState } from '@wordpress/element';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../shell/icon.js';
import type { Texts } from '../texts/use-texts.js';
import { documentPanels } from './document-panels.js';
import { useEditedDocument } from './open-document.js';

interface BlockSelectors {
  getSelectedBlockClientId(): string | null;
}

/** Settings of the document, and of the selected block. */
export function SettingsPanel({ end, text }: { end?: ReactNode; text: Texts }) {
  const place = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<'document' | 'block'>('document');
  const selected = useSelect((select) => (select(store) as unknown as BlockSelectors).getSelectedBlockClientId(), []);
  useEffect(() => {
    // Keeps the tab while the user works in the panel.
    if (!place.current?.contains(document.activeElement)) choose(selected === null ? 'document' : 'block');
  }, [selected]);
  return (
    <div ref={place}>
      <Tabs
        id="me-settings-tab"
        label={text('settings')}
        chosen={chosen}
        choose={choose}
        tabs={[
          { name: 'document', label: text('document-tab'), content: <DocumentSettings end={end} /> },
          { name: 'block', label: text('block-tab'), content: <BlockInspector /> },
        ]}
      />
    </div>
  );
}

function DocumentSettings({ end }: { end: ReactNode }) {
  const { fault } = useEditedDocument();
  const [panels] = useState(documentPanels);
  return (
    <>
      {panels.map(({ name, title, isOpen = false, fields = [], render: Content }) => (
        <Section
          key={name}
          title={title}
          isOpenAtFirst={isOpen}
          isRefused={fields.some((field) => fault(field) !== undefined)}
        >
          <Content />
        </Section>
      ))}
      {end}
    </>
  );
}

/** Section of a panel, with a heading that opens and closes it. */
function Section({
  title,
  isOpenAtFirst,
  isRefused,
  children,
}: {
  title: string;
  isOpenAtFirst: boolean;
  /** Whether a value in it was rejected, which opens it. */
  isRefused: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    if (isRefused) setOpen(true);
  }, [isRefused]);
  return (
    <div className="me-section">
      <h3>
        <button
          type="button"
          className="me-section-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <Icon name="down" />
        </button>
      </h3>
      <div className="me-section-body" id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly content: ReactNode;
}

/** Tabs by the ARIA pattern: arrow keys move between them, and hidden panels keep their input. */
function Tabs<Name extends string>({
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
