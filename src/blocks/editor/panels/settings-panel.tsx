import { BlockInspector, store } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import { useEffect, useRef, useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import type { Texts } from '../texts/texts.js';
import { documentPanels } from './document-panels.js';
import { useEditedDocument } from './open-document.js';
import { Section } from './section.js';
import { Tabs } from './tabs.js';

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
