import { isObject } from '../platform/accepted.js';
import { type ApiAccess, ApiError, accessOf, callApi } from './client/api-client.js';
import { endOfChanges, followChanges } from './client/follow-changes.js';
import { type Trigger, triggers } from './client/trigger-steps.js';
import { TriggerWorld } from './client/trigger-world.js';
import { type CommandResult, readCommandLine, resultOf, text, UsageError } from './command.js';
import type { Environment } from './config.js';

const names = Object.keys(triggers);

const usage = `trigger EVENT [--key KEY] [--server URL]
               makes EVENT happen in a sandbox, with records of its own, and prints the change
               EVENT    one of ${names.join(', ')}
               KEY      an API key of an admin; by default the variable BOOKING_API_KEY
               server   http://127.0.0.1:3000 by default`;

const optionTypes = { key: text, server: text } as const;

/** In milliseconds. Some events are caused by a job. */
const patience = 30_000;

/** Makes an event really happen, in a sandbox only. */
export function runTriggerCommand(args: string[], environment?: Environment): Promise<CommandResult> {
  if (args.includes('--help') || args.includes('-h')) return Promise.resolve({ status: 0, lines: [usage] });
  return resultOf(usage, async () => {
    const { name, values } = readCommandLine(args, optionTypes);
    const cause = causeOf(name);
    const access = accessOf(values, environment);
    const now = await readSandboxTime(access);
    const after = await endOfChanges(access);
    await cause(new TriggerWorld(access, now));
    return { objects: [await awaitChange(access, name, after)] };
  });
}

/** @throws UsageError */
function causeOf(name: string): Exclude<Trigger, { reason: string }> {
  const [, trigger] = Object.entries(triggers).find(([event]) => event === name) ?? [];
  if (trigger === undefined) {
    const problem = name === '' ? 'an event is missing' : `there is no event ${name}`;
    throw new UsageError(`${problem}: it must be one of ${names.join(', ')}`);
  }
  if (typeof trigger === 'object') throw new Error(`${name} cannot be triggered: ${trigger.reason}`);
  return trigger;
}

/**
 * Returns the time on the clock of the sandbox.
 *
 * @throws ApiError if the account is none: its customers would see the records, and get messages
 */
async function readSandboxTime(access: ApiAccess): Promise<Date> {
  try {
    const { test_clock: clock } = await callApi(access, 'GET', '/test_clock');
    return new Date(isObject(clock) ? String(clock['now']) : Number.NaN);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new ApiError('trigger works in a sandbox only: create one with booking-server account create --sandbox', 404);
  }
}

/** @throws ApiError if the change does not come in time */
async function awaitChange(access: ApiAccess, name: string, after: string): Promise<object> {
  const stop = AbortSignal.timeout(patience);
  for await (const change of followChanges(access, { after, patience, stop, reportLoss: () => {} })) {
    if (change.name === name) return { event: name, id: change.object_id, cursor: change.cursor };
  }
  throw new ApiError(`${name} did not happen within ${patience / 1_000} seconds: does a worker run?`);
}
