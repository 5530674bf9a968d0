const second = 1_000;

/** Shows how long a time is still held, in minutes and seconds. */
export function startCountdown(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-until]')) {
    const timer = element.querySelector('[role=timer]');
    const until = Date.parse(element.dataset['until'] ?? '');
    if (!timer || Number.isNaN(until)) continue;
    const show = (): void => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / second));
      timer.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
      if (left > 0) setTimeout(show, second);
    };
    show();
  }
}
