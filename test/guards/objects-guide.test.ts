import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canTransition,
  initialState,
  stateAfterExpiry,
  stateAfterMove,
  stateAfterPayment,
  stateAfterVerification,
} from '../../src/domain/booking/states/booking-state.rules.js';
import { BookingState, holdStates } from '../../src/domain/booking-states.js';
import { visibleChanges, webHookEvents } from '../../src/domain/entities.js';
import { Message, MessageState } from '../../src/domain/messaging/delivery/message.entity.js';
import { messageTransitions, stateOfUncomposed } from '../../src/domain/messaging/delivery/message-state.rules.js';
import { OrderState } from '../../src/domain/order/order.entity.js';
import { orderTransitions, toSettlement } from '../../src/domain/order/order.rules.js';
import type { Transitions } from '../../src/domain/records/transitions.rules.js';
import { TimeOffState } from '../../src/domain/time-off/time-off.entity.js';
import { timeOffTransitions } from '../../src/domain/time-off/time-off.rules.js';
import { WaitlistEntry, WaitlistState } from '../../src/domain/waitlist/waitlist-entry.entity.js';
import { waitlistTransitions } from '../../src/domain/waitlist/waitlist-entry.rules.js';
import { DeliveryState, WebHookDelivery } from '../../src/domain/web-hook/web-hook-delivery.entity.js';
import { deliveryTransitions } from '../../src/domain/web-hook/web-hook-delivery.rules.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { readGuides } from '../../src/http/documentation/guides.js';
import { guidePage } from '../../src/http/documentation/guides.page.js';
import { projectRoot } from '../../src/platform/project-root.js';

interface Edge {
  from: string;
  to: string;
  by: string;
}

const markdown = readGuides().find(({ name }) => name === 'objects')?.markdown ?? '';
const page = guidePage(
  readGuides(),
  readGuides().findIndex(({ name }) => name === 'objects'),
);
const openApi: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync(join(projectRoot, 'schema/openapi.json'), 'utf8'),
);

/** Returns the section under a heading of the second level. */
const sectionOf = (heading: string): string =>
  markdown.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';

/** Returns the transitions that a section draws. */
function drawnIn(section: string): Edge[] {
  const edges = section.matchAll(/^ {2}(\S+) --> (\S+): (.+)$/gm);
  return [...edges].map(([, from = '', to = '', by = '']) => ({ from, to, by }));
}

/** Returns the cells of the rows of a table, without its head. */
const rowsOf = (section: string): string[][] =>
  [...section.matchAll(/^\| (?!-)(.*) \|$/gm)].slice(1).map(([, row = '']) => row.split(' | '));

/** Returns edges in an order of their own, each once. */
const textsOf = (edges: Edge[]): string[] =>
  [...new Set(edges.map(({ from, to, by }) => `${from} ${to} ${by}`))].toSorted();

/** Returns the transitions of a table of the rules, with the events as the guide names them. */
const edgesOf = <State extends string, Event extends string>(table: Transitions<State, Event>): Edge[] =>
  Object.entries<Partial<Record<string, State>>>(table).flatMap(([event, next]) =>
    Object.entries(next).flatMap(([from, to]) =>
      to === undefined ? [] : [{ from, to, by: event.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) }],
    ),
  );

const created = (by: string, ...states: string[]): Edge[] => states.map((to) => ({ from: '[*]', to, by }));
const settled = (total: string): OrderState =>
  toSettlement({ total, discountAmount: '0.00', paidAmount: '0.00' }, new Date(0)).state;

/** Returns the transitions that the rules allow, of bookings with all combinations of requirements. */
function edgesOfBookings(): Edge[] {
  const now = new Date('2026-03-02T07:00:00Z');
  const later = new Date('2026-03-02T07:20:00Z');
  const both = [true, false];
  const requirements = both.flatMap((needsVerification) =>
    both.flatMap((needsPayment) =>
      both.map((needsConfirmation) => ({ needsVerification, needsPayment, needsConfirmation })),
    ),
  );
  const { AWAITING_PAYMENT, CONFIRMED, DECLINED, CANCELLED, DELETED } = BookingState;
  const edges = created('create', ...requirements.map(initialState));
  for (const from of Object.values(BookingState)) {
    const isHold = holdStates.includes(from);
    const booking = { state: from, expiresAt: isHold ? later : null };
    const add = (by: string, ...to: BookingState[]) => edges.push(...to.map((state) => ({ from, to: state, by })));
    if (canTransition('verify', booking, now)) add('verify', ...requirements.map(stateAfterVerification));
    if (canTransition('confirm', booking, now)) add('confirm', CONFIRMED);
    if (canTransition('decline', booking, now)) add('decline', DECLINED);
    if (canTransition('cancel', booking, now)) add('cancel', CANCELLED);
    if (canTransition('delete', booking, now)) add('delete', DELETED);
    add('move', ...requirements.map((each) => stateAfterMove(from, each)).filter((to) => to !== from));
    if (from === AWAITING_PAYMENT) add('pay', ...requirements.map(stateAfterPayment));
    if (isHold) add('expire', stateAfterExpiry(from));
  }
  return edges;
}

/** The states of each section, and the transitions of the rules. */
const sections: Record<string, { states: readonly string[]; edges: Edge[] }> = {
  Bookings: { states: Object.values(BookingState), edges: edgesOfBookings() },
  Orders: {
    states: Object.values(OrderState),
    edges: [...created('create', settled('1.00'), settled('0.00')), ...edgesOf(orderTransitions)],
  },
  'Waitlist entries': {
    states: Object.values(WaitlistState),
    edges: [...created('join', new WaitlistEntry().state), ...edgesOf(waitlistTransitions)],
  },
  'Time off': {
    states: Object.values(TimeOffState),
    edges: [...created('create', TimeOffState.ASKED, TimeOffState.APPROVED), ...edgesOf(timeOffTransitions)],
  },
  Messages: {
    states: Object.values(MessageState),
    edges: [...created('compose', new Message().state, stateOfUncomposed), ...edgesOf(messageTransitions)],
  },
  'Webhook deliveries': {
    states: Object.values(DeliveryState),
    edges: [...created('event', new WebHookDelivery().state), ...edgesOf(deliveryTransitions)],
  },
};

describe.each(Object.entries(sections))('%s', (heading, { states, edges }) => {
  const section = sectionOf(heading);
  const drawn = drawnIn(section);

  it('has every state, each reached from the first', () => {
    const reached = new Set(['[*]']);
    for (const _ of drawn) for (const { from, to } of drawn) if (reached.has(from)) reached.add(to);
    reached.delete('[*]');
    expect([...reached].toSorted()).toEqual([...states].toSorted());
    expect(drawn.map(({ from }) => from).filter((from) => from !== '[*]' && !states.includes(from))).toEqual([]);
  });

  it('has the transitions of the rules, and no others', () => {
    expect(textsOf(drawn)).toEqual(textsOf(edges));
  });

  it('is drawn on its page, with a description of each transition', () => {
    const drawing = page.split('<svg ').find((svg) => svg.includes(`>${heading}: states</title>`)) ?? '';
    const [, described = ''] = /<desc [^>]*>(.*)[.]<\/desc>/.exec(drawing) ?? [];
    const expected = drawn.map(({ from, to, by }) => `${from === '[*]' ? 'new' : from} to ${to}: ${by}`);
    expect(described.split('; ').toSorted()).toEqual(expected.toSorted());
    // The policy of the pages refuses styles in the markup.
    expect(drawing).not.toMatch(/<style| style=/);
  });

  it('says of everything that leads to a state how it is done', () => {
    const listed = rowsOf(section).map(([what]) => what);
    expect(listed.toSorted()).toEqual([...new Set(drawn.map(({ by }) => by))].toSorted());
  });
});

it('requests and mutations of the tables exist', () => {
  const requests = [...markdown.matchAll(/`(GET|POST|PUT|DELETE) (\/[^`]+)`/g)];
  const unknown = requests.filter(([, method = '', path = '']) => !openApi.paths[path]?.[method.toLowerCase()]);
  expect(unknown.map(([text]) => text)).toEqual([]);
  const mutations = bookingSchema().getMutationType()?.getFields() ?? {};
  const named = [...markdown.matchAll(/GraphQL ((?:`\w+`(?: or )?)+)/g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  );
  expect(named.filter((name) => name !== 'or' && !(name in mutations))).toEqual([]);
  expect([requests.length > 10, named.length > 3]).toEqual([true, true]);
});

it('events are those of the catalogue, by who can see them', () => {
  const eventsOf = (text = ''): string[] => [...text.matchAll(/`([a-z_]+\.[a-z]+)`/g)].map(([, event = '']) => event);
  const rows = rowsOf(sectionOf('All events'));
  const ofWebHooks = rows.flatMap(([, cell]) => eventsOf(cell));
  expect(ofWebHooks).toEqual(webHookEvents);
  expect([...ofWebHooks, ...rows.flatMap(([, , cell]) => eventsOf(cell))].toSorted()).toEqual(
    visibleChanges.toSorted(),
  );
  expect(eventsOf(markdown).filter((event) => !visibleChanges.includes(event))).toEqual([]);
});
