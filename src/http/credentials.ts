/** Reads the key from `Authorization`: Bearer, or deprecated, Basic with the key as user name (spec, Authentication). */
export function credentialsOf(header: string | undefined): string | undefined {
  const [scheme = '', value = ''] = header?.trim().split(/\s+/) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value;
    case 'basic':
      return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
    default:
      return undefined;
  }
}
