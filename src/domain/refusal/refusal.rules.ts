import { type ErrorCode, type FieldErrors, graphqlCodes } from '../../platform/errors.js';

/** Rules of one refusal. More attributes are left out. */
export const maxRules = 10;
const maxRuleLength = 100;

/** The rules by which a request was refused. */
export interface RefusedRules {
  code: string;
  attribute: string | null;
  rule: string;
  rules: string[];
}

/** The error of a mutation, or of an item of a bulk mutation. */
export interface Refusal {
  /** As clients get it in `extensions.code`. */
  code: string;
  message: string;
  fields: FieldErrors;
}

export function refusalOf({ code, message, fields }: { code: ErrorCode } & Omit<Refusal, 'code'>): Refusal {
  return { code: graphqlCodes[code], message, fields };
}

/** Returns the attributes of an error with their rules. Names that only a client can have chosen are left out. */
export function rulesOf({ code, message, fields }: Refusal): RefusedRules {
  const found = fieldRules(fields, '').slice(0, maxRules);
  const [first] = found;
  return {
    code,
    attribute: first?.attribute ?? null,
    rule: first?.rule ?? ruleOf(message),
    rules: found.map(({ attribute, rule }) => `${attribute}: ${rule}`),
  };
}

const attributeName = /^[\w.]{1,63}$/;

function fieldRules(fields: FieldErrors, prefix: string): { attribute: string; rule: string }[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const attribute = prefix + name;
    if (!Array.isArray(value)) return fieldRules(value, `${attribute}.`);
    const [message = 'is invalid'] = value;
    return attributeName.test(attribute) ? [{ attribute, rule: ruleOf(message) }] : [];
  });
}

/**
 * Returns the words of a message up to its first value: a number, a quotation or what is in brackets. So messages of one
 * rule have one text, and nothing of a request is stored.
 */
function ruleOf(message: string): string {
  const [words = ''] = message.split(/[\d"`“„«([:]|(?<=\s)'/, 1);
  return words.trim().slice(0, maxRuleLength) || 'is invalid';
}

/** The objects and the time that a request wanted to book. */
export interface WantedBooking {
  bookingId: number | null;
  serviceId: number | null;
  resourceId: number | null;
  eventId: number | null;
  bookedFrom: Date | null;
}

/** Returns what the arguments of a mutation name. @param item an item of a bulk mutation */
export function wantedBy(args: Readonly<Record<string, unknown>>, item?: unknown): WantedBooking {
  const { input } = args;
  const sources = [item, input, args].filter((source) => typeof source === 'object' && source !== null);
  const given = (name: string): unknown =>
    sources.map((source): unknown => Reflect.get(source, name)).find((value) => value !== undefined);
  const idOf = (name: string): number | null => {
    const value = given(name);
    return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;
  };
  const from = given('bookedFrom');
  return {
    bookingId: idOf('id') ?? idOf('bookingId'),
    serviceId: idOf('serviceId'),
    resourceId: idOf('resourceId'),
    eventId: idOf('eventId'),
    bookedFrom: from instanceof Date && !Number.isNaN(from.getTime()) ? from : null,
  };
}
