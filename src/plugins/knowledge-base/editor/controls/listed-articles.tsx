import { store as blockEditor, InspectorControls, useBlockProps } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import type { ReactNode } from 'react';
import type { BlockMetadata } from '../../../../blocks.js';
import { ServerPreview } from '../../../../editor.js';
import { blockText } from '../strings/texts.js';

/** A block that lists articles: its settings, and the list as whoever writes sees it. */
export function ListedArticles({
  metadata: { name },
  attributes,
  sampleTitle,
  empty,
  children,
}: {
  metadata: Pick<BlockMetadata, 'name'>;
  attributes: Readonly<Record<string, unknown>>;
  /** Above the titles that stand for a list where blocks are chosen. */
  sampleTitle: string;
  /** Said where there are none. */
  empty: string;
  /** The panels of its settings. */
  children: ReactNode;
}) {
  const isSample = useSelect((select) => select(blockEditor).getSettings().isPreviewMode === true, []);
  return (
    <>
      <InspectorControls>{children}</InspectorControls>
      <div {...useBlockProps()}>
        {isSample ? (
          <Sample title={sampleTitle} className={`wp-block-${name.replace('/', '-')}`} />
        ) : (
          <ServerPreview name={name} attributes={attributes} empty={empty} />
        )}
      </div>
    </>
  );
}

/** Looks as the server makes it: whoever chooses a block wants to know what it is, and not that there is nothing yet. */
function Sample({ title, className }: { title: string; className: string }) {
  return (
    <div className="kb kb-prose">
      <section className={`${className} is-layout-list is-columns-2`}>
        <h2 className="kb-block-title">{title}</h2>
        <ul className="kb-block-list">
          {(['sample-start', 'sample-password', 'sample-team'] as const).map((key) => (
            <li key={key}>
              <a href="#sample">{blockText(key)}</a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
