// Adds a show button to each password field. Without this script, the form works as it is.
for (const input of document.querySelectorAll('input[type="password"][data-show]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'm-show';
  button.setAttribute('aria-controls', input.id);
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? input.dataset.hide : input.dataset.show;
  };
  show(false);
  button.addEventListener('click', () => show(input.type === 'password'));
  // Browsers save text fields for autocomplete, so make it a password field again.
  input.form.addEventListener('submit', () => show(false));
  input.after(button);
}
