import { inWords, withinSentence } from '../../format.js';
import type { SecurityEventFilter } from '../../graphql/schema.types.js';
import { followedText } from '../../punctuation.js';
import { t } from '../../texts.js';
import { type CommonChoice, commonFilterOf } from './log-filter.rules.js';

/** The kinds that the page offers to choose from: all of the server. A test compares them. */
export const kinds: readonly string[] = [
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.limited',
  'sign_in.refused',
  'session.ended',
  'session.refused',
  'second_factor.enabled',
  'second_factor.disabled',
  'second_factor.failed',
  'second_factor.recovery_code_used',
  'passkey.added',
  'passkey.removed',
  'password.link_requested',
  'password.chosen',
  'api_key.created',
  'api_key.changed',
  'api_key.revoked',
  'api_key.refused',
  'payment_provider.changed',
  'identity_provider.changed',
  'user.created',
  'user.invited',
  'user.changed',
  'user.role_changed',
  'user.deleted',
  'account.keys_rotated',
  'account.suspended',
  'account.resumed',
  'account.api_enabled',
  'account.api_disabled',
  'account.networks_changed',
  'person.exported',
  'records.exported',
  'person.erased',
  'web_hook.secret_rotated',
  'account.secret_rotated',
];

/** `API key created` for `api_key.created`. */
export function kindTitle(kind: string): string {
  return inWords(kind).replace(/^Api\b/, 'API');
}

const interfaceTitles: Readonly<Record<string, string>> = { rest: 'REST', graphql: 'GraphQL' };

/** `203.0.113.7, by REST` */
export function originOf({ clientAddress, interface: by }: { clientAddress: string; interface: string }): string {
  return [clientAddress, t.setup.security.by({ name: interfaceTitles[by] ?? by })].filter(Boolean).join(', ');
}

/** The choices on the page. An empty text does not restrict. */
export interface LogChoice extends CommonChoice {
  kind: string;
  address: string;
}

export const everything: LogChoice = { kind: '', who: '', from: '', to: '', address: '' };

export function securityEventFilterOf({ kind, address, ...common }: LogChoice): SecurityEventFilter {
  return {
    ...commonFilterOf(common),
    ...(kind && { kinds: [kind] }),
    ...(address.trim() && { clientAddress: address.trim() }),
  };
}

/** The details whose values are names of the server. */
const namingDetails = ['method', 'reason', 'role', 'permissions'];

/** `Role: admin; Networks: 10.0.0.0/8` */
export function detailsText(details: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(details)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => {
      const values = [value].flat().map(String);
      const shown = namingDetails.includes(name) ? values.map(withinSentence) : values;
      return t.punctuation.labelled({ label: inWords(name), value: shown.join(', ') });
    });
  return followedText(parts);
}
