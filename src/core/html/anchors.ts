const PREFIX = 'h-';

/**
 * Returns the page id for a name chosen by an author. The prefix keeps it from shadowing a property of `document` or
 * `window` (DOM clobbering); it is added only once, so that sanitizing is idempotent.
 */
export function anchorId(name: string): string {
  const id = name.trim().replace(/[\s\p{Cc}]+/gu, '-');
  return id === '' || id.startsWith(PREFIX) ? id : PREFIX + id;
}

/**
 * Maps a fragment of a source document to the id on the rendered page. For example, `#problem-it-addresses` becomes
 * `h-problem-it-addresses`; percent escapes such as `#%E5%9B%BE` are decoded. An empty fragment stays empty.
 */
export function headingAnchor(fragment: string): string {
  const name = fragment.startsWith('#') ? fragment.slice(1) : fragment;
  return anchorId(decodeFragment(name));
}

function decodeFragment(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone % is valid in a fragment and represents itself.
    return name;
  }
}
