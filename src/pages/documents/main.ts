import '../design/tokens.css';
import '../design/base.css';
import '../design/button.css';
import '../design/card.css';
import './documents.css';

/** In milliseconds. */
const shownFor = 2_000;

/** Adds a button to a block of code that copies it. */
function addCopyButton(code: HTMLPreElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, shownFor);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  code.replaceWith(frame);
  frame.append(code, button);
}

// Browsers let pages copy over HTTPS and on the own machine only.
if ('clipboard' in navigator) for (const code of document.querySelectorAll('pre')) addCopyButton(code);
