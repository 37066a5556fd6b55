// Adds a copy button to each code block if the Clipboard API is available. The button texts come from data attributes,
// because this file is the same in all languages.
const main = document.querySelector('[data-copy]');
const { copy = '', copied = '' } = main?.dataset ?? {};

function addButton(pre) {
  const frame = document.createElement('div');
  frame.className = 'kb-code';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = copy;
  const status = document.createElement('span');
  status.className = 'kb-hidden';
  status.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent.replace(/\n$/, ''));
    } catch {
      // The browser refused. Select the code for manual copying.
      getSelection()?.selectAllChildren(pre);
      return;
    }
    status.textContent = copied;
    button.textContent = copied;
    setTimeout(() => {
      status.textContent = '';
      button.textContent = copy;
    }, 2000);
  });
  pre.replaceWith(frame);
  frame.append(pre, button, status);
}

if (navigator.clipboard) for (const pre of main?.querySelectorAll('pre:has(> code)') ?? []) addButton(pre);
