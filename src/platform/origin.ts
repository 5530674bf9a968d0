/** Whether `text` is the origin of web pages as browsers send it, such as `https://app.example.org`. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && ['http:', 'https:'].includes(protocol) && !hostname.includes('*');
}
