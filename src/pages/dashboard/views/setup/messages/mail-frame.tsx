import { useEffect, useRef } from 'preact/hooks';
import { serverUrl } from '../../../addresses.js';
import { pathOf } from '../../../records/image-file.js';

interface MailFrameProps {
  html: string;
  /** The language of the email. */
  lang: string;
  title: string;
}

/**
 * Shows the HTML of an email in a frame as high as its content. The frame has a page of its own, whose policy allows styles
 * within HTML: a frame with `srcdoc` would have the policy of the dashboard, which refuses them. It has the origin of the
 * dashboard, so that this code can write into it, and runs no script, sends no form and opens no link. Images of other
 * servers are not loaded.
 */
export function MailFrame({ html, lang, title }: MailFrameProps) {
  const place = useRef<HTMLIFrameElement>(null);
  const write = () => place.current && writeMail(place.current, html, lang);
  useEffect(() => {
    write();
    // The content is higher in a narrow frame.
    const observer = new ResizeObserver(() => place.current && fitHeight(place.current));
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, [html, lang]);
  return (
    <iframe
      ref={place}
      class="mail"
      title={title}
      src={new URL('dashboard/mail-frame', serverUrl).href}
      sandbox="allow-same-origin"
      onLoad={write}
    />
  );
}

/** The addresses of logos, which begin with the public address of the server: the page may have another one. */
const logoAddress = /https?:\/\/[^\s"'<>]+\/logos\/\d+\/[0-9a-f]{64}/g;

function writeMail(frame: HTMLIFrameElement, html: string, lang: string): void {
  const mail = frame.contentDocument;
  // Before it is loaded, the frame has an empty document with the policy of the dashboard.
  if (!mail?.documentElement || mail.URL === 'about:blank') return;
  mail.documentElement.lang = lang;
  mail.documentElement.innerHTML = html.replaceAll(logoAddress, (address) => pathOf(address) ?? address);
  for (const link of mail.links) link.target = '_blank';
  for (const image of mail.images) image.addEventListener('load', () => fitHeight(frame));
  fitHeight(frame);
}

function fitHeight(frame: HTMLIFrameElement): void {
  frame.style.height = `${frame.contentDocument?.documentElement?.offsetHeight ?? 0}px`;
}
