import { createHmac } from 'node:crypto';
import { differences } from './attributes.js';
import { attributesOf, type Change, type Evidence } from './evidence.js';
import type { AccountNote, DeliveryNote, HookNote } from './notes.js';
import type { Findings } from './verdict.js';

/** The changes that no client may see, as the documentation has them. */
const internal: ReadonlySet<string> = new Set([
  ...['message.queued', 'message_request.created', 'recurrence.created', 'recurrence.stopped'],
]);

/** The objects that webhooks are told of; of messages, only that they were processed. */
const told: ReadonlySet<string> = new Set(['booking', 'event', 'person', 'waitlist_entry', 'order']);

/** Whether clients may see a change. */
export const isVisible = ({ name }: Change): boolean => !internal.has(name);

const groupOf = (name: string): string => name.slice(0, name.indexOf('.'));

const isTold = ({ name }: Change): boolean => told.has(groupOf(name)) || name === 'message.processed';

const matches = (event: string, { name }: Change): boolean =>
  event === '*' || event === name || event === `${groupOf(name)}.*`;

/** Compares what each reader of the log received with the log: each change once, in order. */
export function judgeReaders({ account, log, seen }: Evidence): Findings {
  const found: Findings = { wrong: [], missing: [] };
  const visible = log.filter(isVisible);
  for (const reader of account.readers) {
    const own = seen.filter((note) => note.reader === reader);
    const place = own.findIndex(({ cursor, name, objectId }, index) => {
      const change = visible[index];
      return change?.cursor !== cursor || change.name !== name || change.objectId !== objectId;
    });
    if (place >= 0) {
      const [note, change] = [own[place], visible[place]];
      found.wrong.push(
        `${reader}, ${place + 1}: ${note?.cursor} ${note?.name} instead of ${change?.cursor} ${change?.name}`,
      );
    } else if (own.length < visible.length) {
      found.missing.push(`${reader} has ${own.length} of ${visible.length} changes`);
    }
  }
  return found;
}

interface Delivered extends DeliveryNote {
  /** The same for each attempt. */
  id: string;
  payload: Readonly<Record<string, unknown>>;
}

/** The delays from changes to the end of their deliveries, and the number of attempts, for figures. */
export interface Courier {
  delays: number[];
  attempts: number;
  repeated: number;
  refused: number;
}

/**
 * Compares the deliveries with the log: each is accepted at least once, signed and with all attributes, and those of an object
 * come in the order of its changes. A delivery that was refused comes again after later ones.
 */
export function judgeDeliveries({ account, hooks, log, deliveries }: Evidence, courier: Courier): Findings {
  const found: Findings = { wrong: [], missing: [] };
  for (const hook of hooks) {
    const since = log.findIndex(({ object }) => object === `web_hook ${hook.id}`);
    const wanted = log.slice(since + 1).filter((change) => isTold(change) && matches(hook.event, change));
    const own = deliveries.filter(({ path }) => path === hook.path).map(parse);
    for (const delivery of own) judgeSignature(account, hook, delivery, found);
    const attempts = Map.groupBy(own, ({ id }) => id);
    for (const [id, all] of attempts) {
      if (new Set(all.map(({ body }) => body)).size > 1) found.wrong.push(`${hook.path}: ${id} came with two bodies`);
    }
    const accepted = own.filter(({ status }) => status < 300);
    courier.attempts += own.length;
    courier.refused += own.length - accepted.length;
    courier.repeated += accepted.length - new Set(accepted.map(({ id }) => id)).size;
    judgeHook(hook, wanted, attempts, courier, found);
  }
  return found;
}

function parse(note: DeliveryNote): Delivered {
  const payload = attributesOf(JSON.parse(note.body));
  return { ...note, id: String(payload['idempotency_id']), payload };
}

/** @param attempts the arrivals of each delivery, those that came first before others */
function judgeHook(
  { path }: HookNote,
  wanted: readonly Change[],
  attempts: ReadonlyMap<string, readonly Delivered[]>,
  courier: Courier,
  { wrong, missing }: Findings,
): void {
  const changes = Map.groupBy(wanted, ({ object }) => object);
  const received = Map.groupBy(attempts.values(), ([first]) => `${first?.payload['object']} ${first?.payload['id']}`);
  for (const object of new Set([...changes.keys(), ...received.keys()])) {
    const due = changes.get(object) ?? [];
    const come = received.get(object) ?? [];
    for (const [index, arrivals] of come.entries()) {
      const [first] = arrivals;
      const change = due[index];
      if (!first) continue;
      if (!change) {
        wrong.push(`${path}: ${first.payload['event']} ${first.id} of ${object} is of no change`);
        continue;
      }
      const differing = differencesFrom(change, first);
      if (differing.length > 0) wrong.push(`${path}: ${object}, ${change.name} ${change.cursor}: ${differing.join()}`);
      const accepted = arrivals.find(({ status }) => status < 300);
      if (accepted) courier.delays.push(accepted.at - change.at);
      else missing.push(`${path}: ${change.name} of ${object} was refused and has not come again`);
    }
    for (const change of due.slice(come.length)) missing.push(`${path}: ${change.name} of ${object} has not come`);
  }
}

/** Returns in what a delivery differs from its change. */
function differencesFrom({ name, snapshot }: Change, { payload }: Delivered): string[] {
  if (payload['event'] !== name) return [`${payload['event']} came`];
  const type = String(payload['object']);
  const data = attributesOf(attributesOf(payload['data'])[type]);
  return type === 'booking' || type === 'person' ? differences(data, snapshot) : [];
}

const sign = (secret: string | Buffer, text: string, form: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(text).digest(form);

/** In milliseconds: receivers refuse older deliveries. */
const tolerance = 300_000;

function judgeSignature(account: AccountNote, hook: HookNote, delivery: Delivered, { wrong }: Findings): void {
  const { headers, body, id, at } = delivery;
  const [name, time] = [headers['webhook-id'], headers['webhook-timestamp']];
  const signed = sign(Buffer.from(hook.secret.replace(/^whsec_/, ''), 'base64'), `${name}.${time}.${body}`, 'base64');
  const isSigned =
    headers['x-service-signature'] === `sha256=${sign(account.secret, body, 'hex')}` &&
    headers['webhook-signature']?.split(' ').includes(`v1,${signed}`) === true;
  if (!isSigned) wrong.push(`${hook.path}: ${id} has a wrong signature`);
  if (name !== id) wrong.push(`${hook.path}: ${id} came under the id ${name}`);
  if (Math.abs(Number(time) * 1_000 - at) > tolerance) wrong.push(`${hook.path}: ${id} came with the time ${time}`);
}
