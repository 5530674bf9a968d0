/** Each function parses the value of a setting, or returns undefined for one that is not accepted. */
import { isIP } from 'node:net';
import type { RateLimit } from '../http/rate-limit.js';
import { isOrigin } from '../platform/addresses.js';
import { isCellName } from '../platform/cells/cell.js';
import type { EncryptionKey } from '../platform/encryption.js';
import { trimEnd } from '../platform/text.js';

export function integerUpTo(maximum: number): (text: string) => number | undefined {
  return (text) => (/^\d{1,9}$/.test(text) && Number(text) <= maximum ? Number(text) : undefined);
}

export function integerFrom(minimum: number, maximum: number): (text: string) => number | undefined {
  return (text) => {
    const number = integerUpTo(maximum)(text);
    return number !== undefined && number >= minimum ? number : undefined;
  };
}

export function oneOf<T extends string>(...values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

export function onOrOff(text: string): boolean | undefined {
  return text === 'on' ? true : text === 'off' ? false : undefined;
}

export function urlOf(...protocols: string[]): (text: string) => string | undefined {
  return (text) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined);
}

export function encryptionKeysOf(text: string): EncryptionKey[] | undefined {
  const keys = text.split(',').map((pair) => /^\s*([\w-]{1,32}):([A-Za-z0-9+/]{43}=)\s*$/.exec(pair));
  const found = keys.flatMap((match) => {
    const [, id, base64] = match ?? [];
    return id === undefined || base64 === undefined ? [] : [{ id, bytes: Buffer.from(base64, 'base64') }];
  });
  const isWhole = found.length === keys.length && new Set(found.map(({ id }) => id)).size === found.length;
  return isWhole ? found : undefined;
}

export function cellUrlsOf(text: string): Map<string, string> | undefined {
  const toUrl = urlOf('postgres:', 'postgresql:');
  const cells = text.split(/,\s*(?=[a-z0-9-]+=postgres(?:ql)?:)/).map((item) => {
    const [, name = '', url = ''] = /^([a-z0-9-]+)=(.+)$/.exec(item.trim()) ?? [];
    return [name, toUrl(url)] as const;
  });
  const urls = new Map(cells.flatMap(([name, url]) => (isCellName(name) && url !== undefined ? [[name, url]] : [])));
  return urls.size === cells.length ? urls : undefined;
}

/** Each is named by its host and port in logs and metrics. */
export function replicaUrlsOf(text: string): string[] | undefined {
  const urls = text.split(',').map((url) => url.trim());
  if (!urls.every(urlOf('postgres:', 'postgresql:'))) return undefined;
  return new Set(urls.map((url) => new URL(url).host)).size === urls.length ? urls : undefined;
}

export function publicUrlOf(text: string): string | undefined {
  const url = urlOf('http:', 'https:')(text);
  return url && !/[?#]/.test(url) ? trimEnd(url, '/') : undefined;
}

export function listenHostOf(text: string): string | undefined {
  return isIP(text) || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text) ? text : undefined;
}

export function originsOf(text: string): string[] | undefined {
  const origins = text.split(',').map((origin) => origin.trim());
  return origins.every(isOrigin) ? origins : undefined;
}

/** Returns the URL by which RFC 9116 names a contact. */
export function contactOf(text: string): string | undefined {
  const url = /^[^\s@:/]+@[^\s@:/]+$/.test(text) ? `mailto:${text}` : text;
  return /^(https:\/\/|mailto:|tel:)[!-~]{1,255}$/.test(url) && URL.canParse(url) ? url : undefined;
}

/** Not parsed as a URL: the URL standard allows neither several hosts nor the path of a socket. */
export function mongoUrlOf(text: string): string | undefined {
  return /^mongodb(\+srv)?:\/\/\S+$/.test(text) ? text : undefined;
}

export function domainOf(text: string): string | undefined {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/i.test(text) ? text.toLowerCase() : undefined;
}

export function domainsOf(text: string): string[] | undefined {
  const domains = text.split(',').map((domain) => domainOf(domain.trim()));
  const found = domains.flatMap((domain) => (domain?.includes('.') && !domain.includes(':') ? [domain] : []));
  return found.length === domains.length ? found : undefined;
}

export function rateLimitOf(text: string): RateLimit | 'off' | undefined {
  if (text === 'off') return 'off';
  const match = /^([1-9]\d{0,6})\/([1-9]\d{0,4})$/.exec(text);
  return match ? { requests: Number(match[1]), seconds: Number(match[2]) } : undefined;
}

/** Values are percent-encoded, as in the specification of OpenTelemetry. */
export function pairsOf(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').map((pair) => /^\s*([\w.-]{1,100})\s*=(.*)$/.exec(pair));
  const found = pairs.flatMap((match) => {
    const value = decoded(match?.[2]?.trim() ?? '%');
    return match?.[1] === undefined || value === undefined ? [] : [[match[1], value] as const];
  });
  return found.length === pairs.length ? Object.fromEntries(found) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
