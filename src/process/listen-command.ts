import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventsOf } from '../domain/web-hook/web-hook.rules.js';
import {
  isSuccess,
  payloadOf,
  type SigningSecrets,
  signedHeaders,
} from '../domain/web-hook/web-hook-delivery.rules.js';
import { createSecret } from '../domain/web-hook/web-hook-secret.actions.js';
import { isLoopback } from '../platform/addresses.js';
import { hostOf } from '../platform/outbound/addresses.js';
import { OutboundError } from '../platform/outbound/guarded-request.js';
import { post } from '../platform/outbound/post.js';
import { systemClock } from '../platform/time/clock.js';
import { accessOf, isHttpUrl } from './client/api-client.js';
import { endOfChanges, followChanges } from './client/follow-changes.js';
import { type CommandResult, flag, type OptionsOf, readCommandLine, resultOf, text, UsageError } from './command.js';
import { type Environment } from './config.js';

const usage = `listen --forward-to URL [--key KEY] [--server URL] [--events NAME,…] [--secret SECRET] [--retry-for SECONDS]
               [--allow-remote]
               follows the changes of an account and posts each to URL, as a webhook would: http://127.0.0.1:4000/hooks
               KEY      an API key that may read; by default the variable BOOKING_API_KEY
               server   http://127.0.0.1:3000 by default
               NAME     such as booking.created, booking.* or *, the default
               SECRET   signs the deliveries; by default a new one, which is printed first
               SECONDS  for which a server that has stopped to answer is tried again, 60 by default
               allow-remote also posts to other machines than this one`;

const optionTypes = {
  ...{ 'forward-to': text, key: text, server: text, events: text, secret: text, 'retry-for': text },
  'allow-remote': flag,
} as const;
type Options = OptionsOf<typeof optionTypes>;

interface ListenDependencies {
  /** Ends the command, with status 0. */
  stop: AbortSignal;
  /** By default, that of this process. */
  environment?: Environment;
  /** Prints a line. By default to standard output. */
  print?(line: string): void;
}

/** In milliseconds: the pauses before the second and each further attempt at a delivery. A program that is restarted is back by then. */
const retryPauses = [500, 1_000, 2_000, 4_000];
/** In milliseconds, as for a webhook. */
const timeout = 10_000;

/** Passes the changes of an account on to a program. Nothing is stored on the server. Prints a line of JSON per attempt. */
export function runListenCommand(
  args: string[],
  { stop, environment, print = console.log }: ListenDependencies,
): Promise<CommandResult> {
  if (args.includes('--help') || args.includes('-h')) return Promise.resolve({ status: 0, lines: [usage] });
  return resultOf(usage, async () => {
    const { name, values } = readCommandLine(args, optionTypes);
    if (name !== '') throw new UsageError(`unknown argument: ${name}`);
    const target = targetOf(values);
    const events = subscribed(values.events ?? '*');
    const secret = values.secret ?? createSecret();
    const patience = patienceOf(values['retry-for'] ?? '60');
    const access = accessOf(values, environment);
    const printObject = (object: object): void => print(JSON.stringify(object));
    const after = await endOfChanges(access);
    printObject({ forward_to: target, secret });
    const reportLoss = (reason: string): void => printObject({ lost: reason });
    for await (const change of followChanges(access, { after, patience, stop, reportLoss })) {
      if (!events.has(change.name)) continue;
      const id = randomUUID();
      const delivery = { id, event: change.name, objectId: change.object_id, body: payloadOf(change, id) };
      await deliver(delivery, { target, secrets: secretsOf(secret), stop }, printObject);
    }
    return { objects: [] };
  });
}

/** @throws UsageError */
function targetOf(options: Options): string {
  const target = options['forward-to'];
  if (!target || !isHttpUrl(target)) {
    throw new UsageError('--forward-to must be a URL such as http://127.0.0.1:4000/hooks');
  }
  if (!options['allow-remote'] && !isLoopback(hostOf(new URL(target)))) {
    throw new UsageError('--forward-to must be on this machine, such as http://127.0.0.1:4000, without --allow-remote');
  }
  return target;
}

/** @throws UsageError */
function subscribed(list: string): Set<string> {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => eventsOf(name).length === 0);
  if (unknown.length > 0) {
    throw new UsageError(`--events has no such event: ${unknown.join(', ')}; there are ${eventsOf('*').join(', ')}`);
  }
  return new Set(names.flatMap(eventsOf));
}

/** Returns milliseconds. @throws UsageError */
function patienceOf(seconds: string): number {
  if (!/^\d{1,5}$/.test(seconds)) throw new UsageError('--retry-for must be seconds from 0 to 99999');
  return Number(seconds) * 1_000;
}

/** One secret in place of both: a receiver verifies either signature with it. */
function secretsOf(secret: string): SigningSecrets {
  return { own: secret.startsWith('whsec_') ? [secret] : [], ofAccount: [secret] };
}

interface Delivery {
  id: string;
  event: string;
  objectId: number;
  body: string;
}

/** Makes up to five attempts at a delivery, until it is accepted. The next one waits, as those of one object do. */
async function deliver(
  { id, event, objectId, body }: Delivery,
  { target, secrets, stop }: { target: string; secrets: SigningSecrets; stop: AbortSignal },
  print: (object: object) => void,
): Promise<void> {
  for (const wait of [...retryPauses, undefined]) {
    const begun = performance.now();
    const headers = signedHeaders(secrets, id, systemClock.now(), body);
    const answer = await post(target, { headers, body, timeout, allowPrivate: true, maxLength: 0 }).catch(failureOf);
    const ms = Math.round(performance.now() - begun);
    const result = 'status' in answer ? { status: answer.status } : answer;
    const isAccepted = 'status' in answer && isSuccess(answer.status);
    const retried = isAccepted || wait === undefined ? {} : { retry_in_ms: wait };
    print({ event, id: objectId, idempotency_id: id, ...result, ms, ...retried });
    if (isAccepted || wait === undefined || stop.aborted) return;
    await sleep(wait, undefined, { signal: stop }).catch(() => {});
  }
}

function failureOf(error: unknown): { failure: string } {
  if (error instanceof OutboundError) return { failure: error.message };
  throw error;
}
