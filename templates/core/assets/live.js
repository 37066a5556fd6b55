/* Reloads the list while something in it is running, unless the user is interacting with it. */
const PAUSE = 2000;
const REGIONS = '.m-list, .m-job';

function isTouched(region) {
  if (region.contains(document.activeElement) || String(document.getSelection()) !== '') return true;
  return [...region.querySelectorAll('input, select')].some((field) =>
    field.type === 'checkbox'
      ? field.checked !== field.defaultChecked
      : field.tagName === 'SELECT'
        ? [...field.options].some(
            (option) => option.selected !== (option.defaultSelected || option.index === 0) && option.selected,
          )
        : field.value !== field.defaultValue,
  );
}

async function refresh() {
  const region = document.querySelector(REGIONS);
  if (!region || !document.querySelector('[data-live]')) return;
  if (!document.hidden && !isTouched(region)) {
    try {
      const answer = await fetch(location.href);
      // The session has ended. The next click leads to the login page.
      if (!answer.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = page.querySelector(REGIONS);
      if (fresh && !isTouched(region)) region.replaceWith(document.adoptNode(fresh));
    } catch {
      // The server may be restarting.
    }
  }
  setTimeout(refresh, PAUSE);
}

setTimeout(refresh, PAUSE);
