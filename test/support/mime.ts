/** A part of an email. */
export interface MimePart {
  /** By name in lower case, unfolded. */
  headers: Map<string, string>;
  type: string;
  /** The decoded text; empty for a part that consists of parts. */
  text: string;
  parts: MimePart[];
}

/** Parses an email with code that the server does not use. */
export function parseMime(source: string): MimePart {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  if (headers.size !== lines.length) throw new Error('a header is repeated');
  const body = source.slice(end + 4);
  const type = headers.get('content-type') ?? 'text/plain';
  const [, boundary] = /boundary="?([^";]+)"?/.exec(type) ?? [];
  if (boundary === undefined) {
    return { headers, type, text: decode(body, headers.get('content-transfer-encoding') ?? '7bit'), parts: [] };
  }
  // The line breaks around a part belong to the boundaries.
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return { headers, type, text: '', parts: parts.map((part) => parseMime(part.slice(2, -2))) };
}

/** Returns a part and the parts of it, from the outside in. */
export function partsOf(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(partsOf)];
}

function decode(body: string, encoding: string): string {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8');
    case 'quoted-printable': {
      const bytes = body
        .replaceAll(/=\r\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
      return Buffer.from(bytes, 'latin1').toString('utf8');
    }
    default:
      return body;
  }
}
