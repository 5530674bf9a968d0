/** Ignores further clicks while a form is being sent. The server books once anyway; this shows that something happens. */
export function sendOnce(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-once]')) return;
    // Later, because a disabled button would not be sent.
    setTimeout(() => setDisabled(form, true));
  });
  // A page that the browser kept is shown again by its button "back".
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('[data-once]')) setDisabled(form, false);
  });
}

function setDisabled(form: HTMLFormElement, isDisabled: boolean): void {
  for (const button of form.querySelectorAll('button')) button.disabled = isDisabled;
}
