// Opens what the fragment of the address leads to, where the browser does not: `details` around it, and one at it.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  target?.scrollIntoView();
}

addEventListener('hashchange', openTarget);
if (location.hash.length > 1) openTarget();
