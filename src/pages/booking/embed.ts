/**
 * Puts a booking page into any page, in a frame that takes the height which the page reports:
 *
 * - `<script src="{server}/embed.js" data-site="acme" async></script>`: below the script, or at the end of the page if the
 *   script is in its head. On the host of a site, `data-site` is left out.
 * - `<booking-page site="acme"></booking-page>`: in the element. For pages that have only elements, the script has
 *   `data-embed="elements"`.
 * - With `data-button="Book now"`, or `button` of the element: in a dialog that a button opens.
 *
 * `service` and `resource`, or `data-service` and `data-resource`, are ids of what the visitor of the page around it has
 * chosen already. The language is that of the element or of the page around it (`lang`), else that of the browser.
 *
 * The element dispatches `booked`, `resized` and `closed`, which bubble. The account must allow the origin of the page
 * (`embed_origins`).
 */
{
  /** A positive number of a message of the page; undefined for any other. */
  const numberIn = (data: unknown, name: string): number | undefined => {
    if (typeof data !== 'object' || data === null) return undefined;
    const value = new Map(Object.entries(data)).get(name);
    return typeof value === 'number' && value > 0 && value < 1_000_000_000 ? Math.ceil(value) : undefined;
  };
  const maxHeight = 100_000;
  /** An attribute that is an id; undefined for any other. */
  const idIn = (text: string | null): string | undefined =>
    /^[1-9]\d{0,9}$/.test(text ?? '') ? (text ?? '') : undefined;

  /** The label of the cross of a dialog by language. The page around it has no other text of this server. */
  const closeLabels = new Map([
    ['en', 'Close'],
    ['nb', 'Lukk'],
    ['sv', 'Stäng'],
    ['da', 'Luk'],
    ['de', 'Schließen'],
    ['fr', 'Fermer'],
  ]);

  /** The language of the element or of the page around it, if the booking page has it. */
  const languageOf = (element: HTMLElement): string | undefined => {
    const [language = ''] = (element.closest('[lang]')?.getAttribute('lang') ?? '').toLowerCase().split('-');
    const known = language === 'no' || language === 'nn' ? 'nb' : language;
    return closeLabels.has(known) ? known : undefined;
  };

  /** A dialog is as high as its page, or as the window. */
  const heightInDialog = (height: string): string => `min(${height}, calc(100dvh - 3rem))`;

  const createClass = (source: string) =>
    class extends HTMLElement {
      #frame: HTMLIFrameElement | undefined;
      /** The bookings that were reported: a page that is loaded again reports its booking again. */
      readonly #booked = new Set<number>();

      connectedCallback(): void {
        addEventListener('message', this.#receive);
        if (this.firstChild) return;
        this.style.display = 'block';
        const label = this.getAttribute('button');
        if (label === null) this.append(this.#createFrame('40rem'));
        else this.append(this.#createButton(label));
      }

      disconnectedCallback(): void {
        removeEventListener('message', this.#receive);
      }

      get #address(): URL {
        const site = this.getAttribute('site');
        const start = new URL(site === null ? './' : `sites/${encodeURIComponent(site)}/`, source);
        const [service, resource] = ['service', 'resource'].map((name) => idIn(this.getAttribute(name)));
        const address = service === undefined ? start : new URL(`services/${service}`, start);
        if (service !== undefined && resource !== undefined) address.searchParams.set('resource_id', resource);
        const language = languageOf(this);
        if (language !== undefined) address.searchParams.set('lang', language);
        return address;
      }

      #createFrame(height: string): HTMLIFrameElement {
        const { href, origin } = this.#address;
        const frame = document.createElement('iframe');
        frame.src = href;
        frame.title = this.title || this.getAttribute('button') || 'Booking';
        Object.assign(frame.style, { display: 'block', width: '100%', height, border: '0' });
        // Sent after each page of the frame. Only the booking server receives the request, and only its response is used.
        frame.addEventListener('load', () => frame.contentWindow?.postMessage({ booking: 'height' }, origin));
        this.#frame = frame;
        return frame;
      }

      #createButton(label: string): HTMLButtonElement {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = label;
        button.addEventListener('click', () => this.#openDialog());
        return button;
      }

      #openDialog(): void {
        const dialog = document.createElement('dialog');
        dialog.setAttribute('aria-label', this.title || this.getAttribute('button') || 'Booking');
        Object.assign(dialog.style, { width: 'min(60rem, 100vw)', padding: '0', border: '0' });
        Object.assign(dialog.style, { maxWidth: '100vw', maxHeight: '100dvh', overflow: 'hidden' });
        const close = document.createElement('button');
        close.type = 'button';
        close.textContent = '×';
        close.setAttribute('aria-label', this.getAttribute('close') ?? closeLabels.get(languageOf(this) ?? 'en') ?? '');
        Object.assign(close.style, { position: 'absolute', top: '0', right: '0', width: '3rem', height: '3rem' });
        Object.assign(close.style, { font: '1.5rem/1 sans-serif', color: 'inherit', background: 'none', border: '0' });
        close.addEventListener('click', () => dialog.close());
        const frame = this.#createFrame(heightInDialog('40rem'));
        frame.style.marginTop = '3rem';
        dialog.append(close, frame);
        dialog.addEventListener('close', () => {
          dialog.remove();
          this.#frame = undefined;
          this.#dispatch('closed', {});
        });
        this.append(dialog);
        dialog.showModal();
      }

      readonly #receive = ({ source: sender, origin, data }: MessageEvent<unknown>): void => {
        const frame = this.#frame;
        if (!frame || sender !== frame.contentWindow || origin !== this.#address.origin) return;
        const dialog = frame.closest('dialog');
        if (numberIn(data, 'bookingEscape') !== undefined) dialog?.close();
        const height = numberIn(data, 'bookingHeight');
        if (height !== undefined && height < maxHeight) {
          frame.style.height = dialog ? heightInDialog(`${height}px`) : `${height}px`;
          this.#dispatch('resized', { height });
        }
        const id = numberIn(data, 'bookingId');
        if (id === undefined || this.#booked.has(id)) return;
        this.#booked.add(id);
        this.#dispatch('booked', { id });
      };

      #dispatch(name: 'booked' | 'resized' | 'closed', detail: object): void {
        this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
      }
    };

  const embed = (script: HTMLScriptElement): void => {
    const { title } = script.dataset;
    const element = document.createElement('booking-page');
    for (const name of ['site', 'service', 'resource', 'button']) {
      const value = script.dataset[name];
      if (value !== undefined) element.setAttribute(name, value);
    }
    if (title !== undefined) element.title = title;
    // A frame in the head would not be shown.
    const place = (): void => (document.body.contains(script) ? script.after(element) : document.body.append(element));
    const isEarly = document.readyState === 'loading' && !document.body?.contains(script);
    if (isEarly) addEventListener('DOMContentLoaded', place);
    else place();
  };

  // Constants in a block, because the script shares its scope with those of the page around it.
  const script = document.currentScript;
  if (script instanceof HTMLScriptElement) {
    if (!customElements.get('booking-page')) customElements.define('booking-page', createClass(script.src));
    if (script.dataset['embed'] !== 'elements') embed(script);
  }
}
