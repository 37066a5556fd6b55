// Scrolls to the target of the URL fragment, and opens the <details> elements around it. Ids set by authors and
// generators have the prefix "h-" on the page, which old links omit. Generators also differ in the signs of an id.
function openTarget() {
  const name = fragment();
  const target = document.getElementById(name) ?? document.getElementById(`h-${name}`) ?? similar(name);
  for (let at = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  target?.scrollIntoView();
}

function similar(name) {
  const target = letters(name);
  if (target === '') return null;
  return [...document.querySelectorAll('[id^="h-"]')].find(({ id }) => letters(id.slice(2)) === target) ?? null;
}

function letters(id) {
  return id
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
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
