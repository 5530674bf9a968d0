import type { Request } from 'express';
import { DomainError } from '../../../platform/errors.js';
import { readTexts } from '../../body-texts.js';
import { readRequest } from '../../rest/request.js';

/** Returns a parameter of the URL, empty if it is absent or occurs several times. */
export function queryText(request: Request, name: string): string {
  const values = new URL(request.originalUrl, 'http://localhost').searchParams.getAll(name);
  return values.length === 1 ? (values[0] ?? '') : '';
}

/**
 * Reads what was typed into a form. Line breaks of browsers become plain ones. Values that cannot be stored, such as NUL,
 * are empty.
 *
 * @throws DomainError INVALID on `base` if the body cannot be parsed
 */
export async function readForm<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  return (await openForm(request))(names);
}

/**
 * Reads the body of a form, and returns a function that returns the values by name. For forms whose names depend on the
 * values of other fields: a body can be read only once.
 */
export async function openForm(
  request: Request,
): Promise<<Name extends string>(names: readonly Name[]) => Record<Name, string>> {
  const { body } = await readRequest(request);
  return (names) => {
    const { texts } = readTexts(body, names);
    for (const name of names) texts[name] = texts[name].replaceAll('\r\n', '\n').trim();
    return texts;
  };
}

/** A time that a form or URL carries: `from/to`, as the API writes instants. */
export interface ChosenTime {
  from: string;
  to: string;
}

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)$/;

/** @returns undefined if the text is no such time */
export function parseTime(text: string): ChosenTime | undefined {
  const [, from = '', to = ''] = timePattern.exec(text) ?? [];
  return Date.parse(from) < Date.parse(to) ? { from, to } : undefined;
}

/**
 * Refuses a form that a page of another site sent. For pages whose secret URL is the only authorisation. Accepts requests
 * without `Sec-Fetch-Site`, which old browsers do not send: other sites do not have the token of the URL.
 *
 * @throws DomainError FORBIDDEN
 */
export function requireOwnForm(request: Request): void {
  const site = request.get('sec-fetch-site') ?? 'same-origin';
  if (site !== 'same-origin' && site !== 'none') throw new DomainError('FORBIDDEN', 'Sent by another site');
}

/** Matches the ids that URLs and forms of pages name. */
export const idPattern = /^\d{1,9}$/;
