// Opens what the fragment of the address leads to, where the browser does not: `details` around it, and one at it. Names
// that authors give have an "h-" before them on the page; the address may be without it.
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
