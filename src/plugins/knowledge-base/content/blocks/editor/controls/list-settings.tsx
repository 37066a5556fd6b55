import { RangeControl, SelectControl, ToggleControl } from '@wordpress/components';
import { blockText } from '../texts.js';

const LEVELS = [2, 3, 4, 5, 6];

/** Selects a heading level for the article's outline. */
export function LevelControl({
  label,
  level,
  onChange,
}: {
  label: string;
  level: number;
  onChange: (level: number) => void;
}) {
  return (
    <SelectControl
      label={label}
      value={String(level)}
      options={LEVELS.map((one) => ({ value: String(one), label: blockText('level', { level: String(one) }) }))}
      onChange={(chosen: string) => onChange(Number(chosen))}
    />
  );
}

/** Appearance settings shared by lists of articles. */
export interface ListAppearance {
  readonly layout: 'list' | 'grid';
  readonly columns: number;
  readonly titleLevel: number;
  readonly showExcerpt: boolean;
}

/** Controls for the appearance of a list of articles. */
export function ListAppearanceControls({
  attributes: { layout, columns, titleLevel, showExcerpt },
  setAttributes,
}: {
  attributes: ListAppearance;
  setAttributes: (changed: Partial<ListAppearance>) => void;
}) {
  return (
    <>
      <SelectControl
        label={blockText('layout')}
        value={layout}
        options={(['list', 'grid'] as const).map((value) => ({ value, label: blockText(value) }))}
        onChange={(chosen: 'list' | 'grid') => setAttributes({ layout: chosen })}
      />
      {layout === 'grid' && (
        <RangeControl
          label={blockText('columns')}
          value={columns}
          min={1}
          max={4}
          onChange={(chosen?: number) => setAttributes({ columns: chosen ?? 2 })}
        />
      )}
      <LevelControl
        label={blockText('heading-level')}
        level={titleLevel}
        onChange={(chosen) => setAttributes({ titleLevel: chosen })}
      />
      <ToggleControl
        label={blockText('excerpt')}
        checked={showExcerpt}
        onChange={(chosen) => setAttributes({ showExcerpt: chosen })}
      />
    </>
  );
}
