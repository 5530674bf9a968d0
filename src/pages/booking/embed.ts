/**
 * Puts a booking page into any page: `<script src="{server}/embed.js" data-site="acme" async></script>`. The page is in a
 * frame below the script, or at the end of the page if the script is in its head, which takes the height that the page reports. On the host of a site, `data-site` is left out.
 * The account must allow the origin of the page (`embed_origins`).
 */
{
  const heightIn = (data: unknown): number | undefined => {
    if (typeof data !== 'object' || data === null || !('bookingHeight' in data)) return undefined;
    const { bookingHeight: height } = data;
    return typeof height === 'number' && height > 0 && height < 100_000 ? Math.ceil(height) : undefined;
  };

  const embed = (script: HTMLScriptElement): void => {
    const { site, title = 'Booking' } = script.dataset;
    const address = new URL(site === undefined ? './' : `sites/${encodeURIComponent(site)}/`, script.src);
    const frame = document.createElement('iframe');
    frame.src = address.href;
    frame.title = title;
    Object.assign(frame.style, { display: 'block', width: '100%', height: '40rem', border: '0' });
    // Sent after each page of the frame. Only the booking server receives the request, and only its response is used.
    frame.addEventListener('load', () => frame.contentWindow?.postMessage({ booking: 'height' }, address.origin));
    addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow || origin !== address.origin) return;
      const height = heightIn(data);
      if (height !== undefined) frame.style.height = `${height}px`;
    });
    // A frame in the head would not be shown.
    const place = (): void => (document.body.contains(script) ? script.after(frame) : document.body.append(frame));
    const isEarly = document.readyState === 'loading' && !document.body?.contains(script);
    if (isEarly) addEventListener('DOMContentLoaded', place);
    else place();
  };

  // Constants in a block, because the script shares its scope with those of the page around it.
  const script = document.currentScript;
  if (script instanceof HTMLScriptElement) embed(script);
}
