/** Reports the height of the page to the page around its frame, if the account allows the origin of that page. */
export function reportHeight(): void {
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
  });
}

function asksForHeight(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'booking' in data && data.booking === 'height';
}
