import { DomainError, type FieldErrors, invalid } from '../platform/errors.js';

/** The arguments of a command are wrong. Its usage is printed with the message. */
export class UsageError extends Error {}

/** Options that are not named after their attribute. */
const optionNames: Record<string, string> = {
  timeZone: 'time-zone',
  countryCode: 'country',
  expiresAt: 'expires',
  allowedOrigins: 'origin',
  allowedNetworks: 'network',
  permissions: 'permission',
  overlapHours: 'overlap',
  webHookId: 'web-hook',
};

/** Returns the message for the operator about a command that failed. */
export function explain(error: unknown, usage: string): string {
  if (error instanceof UsageError) return `${error.message}\n${usage}`;
  if (error instanceof DomainError && error.code === 'NOT_FOUND') return 'No account has that subdomain';
  if (error instanceof DomainError && error.code === 'MISDIRECTED') return error.message;
  if (error instanceof DomainError) return explainFields(error.fields);
  return error instanceof Error ? error.message : String(error);
}

function explainFields(fields: FieldErrors): string {
  const lines = Object.entries(fields).map(([name, messages]) => `${optionOf(name)} ${[messages].flat().join(', ')}`);
  return lines.join('\n');
}

/** Variables of the environment that are named otherwise than their attribute. */
const variableNames: Record<string, string> = {
  secretKey: 'PAYMENT_SECRET_KEY',
  webhookSecret: 'PAYMENT_WEBHOOK_SECRET',
};

function optionOf(attribute: string): string {
  const variable = variableNames[attribute];
  if (variable !== undefined) return variable;
  return attribute === 'base' ? 'The account' : `--${optionNames[attribute] ?? attribute}`;
}

export interface CommandResult {
  /** The exit status: 0 or 1. */
  status: number;
  /** Lines for standard output. */
  lines: string[];
  /** Text for standard error. */
  error?: string;
}

/** @throws DomainError INVALID on the attribute */
export function numberOf(attribute: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalid({ [attribute]: ['is invalid'] });
  return Number(text);
}

/** Runs `work` on an object of an account. @throws DomainError INVALID on the attribute if there is none */
export async function foundBy<Result>(attribute: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw invalid({ [attribute]: ['does not exist'] });
    throw error;
  }
}
