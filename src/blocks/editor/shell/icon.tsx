/** Outlines in a 24 by 24 view box, in the style of the admin area. */
const SHAPES = {
  plus: 'M12 5v14M5 12h14',
  list: 'M4 6h10M8 12h12M8 18h9M4 12h.01M4 18h.01',
  undo: 'M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 5 5V18',
  redo: 'M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0-5 5V18',
  settings: 'M4 5h16v14H4zM14.5 5v14',
  down: 'M6 9.5l6 6 6-6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  more: 'M12 5a.5.5 0 1 0 0 1 .5.5 0 1 0 0-1M12 11.5a.5.5 0 1 0 0 1 .5.5 0 1 0 0-1M12 18a.5.5 0 1 0 0 1 .5.5 0 1 0 0-1',
  close: 'M6 6l12 12M18 6 6 18',
  save: 'M5 4.5h11l3.5 3.5v11.5H5zM8.5 4.5V9H15V4.5M8.5 19.5V14h7v5.5',
} as const;

export type IconName = keyof typeof SHAPES;

/** Decorative icon. The button around it has the label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="me-icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  );
}
