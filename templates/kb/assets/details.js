// Opens the <details> elements at and around the URL fragment's target, for browsers that do not. Ids set by authors
// have the prefix "h-" on the page, which the fragment may omit.
function openTarget() {
  const target = document.getElementById(fragment()) ?? document.getElementById(`h-${fragment()}`);
  for (let at = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  target?.scrollIntoView();
}

function fragment() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

addEventListener('hashchange', openTarget);
if (location.hash.length > 1) openTarget();
