import '../design/design.css';
import './page.css';
import './calendar.css';
import './steps.css';
import './form.css';
import './basket.css';
import { startOwnZone } from './own-zone.js';
import { startSwapping } from './swap.js';

/** Ignores further clicks while a form is being sent. The server books once anyway; this shows that something happens. */
function sendOnce(): void {
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
  for (const button of form.querySelectorAll('button')) button.disabled = isDisabled || 'waits' in button.dataset;
}

const second = 1_000;

/** Shows how long something is still held, or when it can be done, in minutes and seconds. */
function startCountdowns(): void {
  const start = performance.now();
  for (const element of document.querySelectorAll<HTMLElement>('[data-seconds]')) {
    const timer = element.querySelector('[role=timer]');
    const seconds = Number(element.dataset['seconds']);
    const waiting = element.previousElementSibling;
    const button = waiting instanceof HTMLButtonElement && 'waits' in waiting.dataset ? waiting : undefined;
    if (button) button.disabled = true;
    if (!timer) continue;
    const show = (): void => {
      const left = Math.max(0, Math.ceil(seconds - (performance.now() - start) / second));
      timer.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
      if (left > 0) setTimeout(show, second);
      else if (button) endWaiting(element, button);
    };
    show();
  }
}

function endWaiting(note: HTMLElement, button: HTMLButtonElement): void {
  button.disabled = false;
  delete button.dataset['waits'];
  note.remove();
}

/**
 * Reports the height of the page to the page around its frame, the id of the booking that it shows as made, and the key
 * Escape, if the account allows the origin of that page. Nothing else leaves the frame.
 */
function reportToHost(): void {
  if (window.parent === window) return;
  const allowed = document.querySelector<HTMLMetaElement>('meta[name=embed-origins]')?.content.split(' ') ?? [];
  let isReporting = false;
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !allowed.includes(origin) || !asksForHeight(data) || isReporting) return;
    isReporting = true;
    const report = (): void => {
      const { bottom } = document.body.getBoundingClientRect();
      window.parent.postMessage({ bookingHeight: Math.ceil(bottom + scrollY) }, origin);
    };
    new ResizeObserver(report).observe(document.body);
    // The key reaches only the document with the focus, and not the dialog around the frame.
    addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') window.parent.postMessage({ bookingEscape: 1 }, origin);
    });
    const booked = document.querySelector<HTMLMetaElement>('meta[name=booked]')?.content;
    if (booked !== undefined) window.parent.postMessage({ bookingId: Number(booked) }, origin);
  });
}

function asksForHeight(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'booking' in data && data.booking === 'height';
}

// Last, because they use the constants of this file.
startSwapping();
startOwnZone();
sendOnce();
startCountdowns();
reportToHost();
