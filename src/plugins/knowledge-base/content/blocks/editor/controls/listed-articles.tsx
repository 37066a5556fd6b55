import { store as blockEditor, InspectorControls, useBlockProps } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import type { ReactNode } from 'react';
import type { BlockMetadata } from '../../../../../../blocks.js';
import { ServerPreview } from '../../../../../../editor.js';
import { blockText } from '../texts.js';

/** Edits a block that lists articles: its settings and a preview as the writer sees it. */
export function ListedArticles({
  metadata: { name },
  attributes,
  sampleTitle,
  empty,
  children,
}: {
  metadata: Pick<BlockMetadata, 'name'>;
  attributes: Readonly<Record<string, unknown>>;
  /** Heading of the sample shown in the block picker. */
  sampleTitle: string;
  /** Message for an empty list. */
  empty: string;
  /** Settings panels. */
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

/** Mimics the server's markup, so that the block picker shows a filled list. */
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
