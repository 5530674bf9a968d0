import type { Request } from 'express';

/** Caches a response forever. For a URL that contains a digest of its content. */
export const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * The icon of every page, as the URL of a `link` element. It is part of the page, so that it needs no path on the hosts
 * of sites, works behind a proxy that adds a path prefix, and does not count in the rate limit. Browsers that find no
 * icon in a page request `/favicon.ico`.
 */
export const pageIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="4" width="28" height="26" rx="6" fill="#1f5fbf"/>' +
    '<path d="M10 2v6M22 2v6" stroke="#7fb0ff" stroke-width="4" stroke-linecap="round"/>' +
    '<path d="m9 19 5 5 9-10" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`;

/**
 * Returns the headers of a page whose scripts, styles and requests are of this server only.
 *
 * @param directives further directives, which replace those of the same name
 */
export function pageHeaders(directives: Readonly<Record<string, string>> = {}): Record<string, string> {
  const policy = { ...strictPolicy, ...directives };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

/**
 * Whether the `Accept` of a request prefers JSON to a page, as that of a program does. A client that accepts
 * everything, such as curl, gets the page. Use it only for paths that have a page and no data.
 */
export function prefersJson(request: Request): boolean {
  return request.accepts(['text/html', 'application/json']) === 'application/json';
}

const strictPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};
