/** Caches a response forever. For a URL that contains a digest of its content. */
export const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' };

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
