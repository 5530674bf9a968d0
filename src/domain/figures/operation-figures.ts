import { Field, Float, Int, ObjectType } from 'type-graphql';
import { readAccountBacklog } from '../../outbox/backlog.js';
import type { Interval } from '../../platform/time/interval.js';
import type { RequestContext } from '../context.js';
import { reference } from '../records/reference.js';
import { calendarDimensions } from './dimensions.js';
import type { Aggregate, FigureSource, PeriodSql } from './figure-statements.js';
import { declareFigures } from './figures.resolver.js';
import { createFigureArguments } from './figures.type.js';
import { counts, wholeNumber } from './measures.js';

const source = (table: string, time = 'created_at'): FigureSource => ({
  table,
  time: `${table}.${time}`,
  compose: (statement, aggregates) => {
    const columns = [...statement.keys(), ...statement.numbers(aggregates)];
    return `select ${columns} from ${rowsOf(table, time, statement.addPeriod())} ${statement.groupBy()}`;
  },
  isAdditive: true,
  isPrepared: true,
});

/**
 * Returns a table expression of the rows of a period. The `order by` makes the planner choose the index with that order:
 * for an account without statistics, every index that begins with the account has the same cost. It read all 5,400
 * deliveries of an account for the 168 of a week.
 */
function rowsOf(table: string, time: string, { from, to }: PeriodSql): string {
  return `(select * from ${table} where account_id = $1 and ${time} >= ${from} and ${time} < ${to}
    order by account_id, ${time} offset 0) as ${table}`;
}

const ofDeliveries = source('web_hook_delivery');
const ofMessages = source('message');

const countState =
  (of: FigureSource) =>
  (state: string): Aggregate => ({
    of,
    sql: `count(*) filter (where state = '${state}')::integer`,
  });

const deliveryStates = {
  pending: 'Deliveries that have not succeeded yet and are retried.',
  delivered: 'Deliveries that succeeded.',
  failed: 'Deliveries that failed at their last attempt.',
};
const deliveries = counts('DeliveryCounts', deliveryStates, {
  typeDescription: 'Numbers of deliveries to webhooks by outcome.',
  description: 'Deliveries to webhooks. Those of deleted webhooks do not count.',
  sql: countState(ofDeliveries),
});

const messageStates = {
  queued: 'Messages that wait to be sent.',
  sending: 'Messages that are being sent.',
  sent: 'Messages that were sent.',
  unsent: 'Messages that are stored, because no mail server or SMS gateway is configured.',
  failed: 'Messages that failed at their last attempt.',
};
const messages = counts('MessageCounts', messageStates, {
  typeDescription: 'Numbers of messages by state.',
  description: 'Messages to people and users.',
  sql: countState(ofMessages),
});

@ObjectType({ simpleResolvers: true, description: 'The requests with an API key.' })
export class ApiKeyRequestCounts {
  @Field(() => Int, { description: 'The id of the API key.' })
  @reference('apiKey', 'ApiKey', {
    description: 'The API key. Null without the permission to change the account.',
  })
  apiKeyId!: number;

  @Field(() => String, { description: 'The name of the API key.' })
  name!: string;

  @Field(() => Int, { description: 'Its requests in the period, up to 30 seconds late.' })
  requests!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The deliveries of a webhook.' })
export class WebHookDeliveryCounts {
  @Field(() => Int, { description: 'The id of the webhook.' })
  @reference('webHook', 'WebHook', { nullable: false, description: 'The webhook.' })
  webHookId!: number;

  @Field(() => String, { description: 'The URL of the webhook.' })
  targetUrl!: string;

  @Field(() => deliveries.type, { description: 'Its deliveries in the period.' })
  deliveries!: object;
}

@ObjectType({ simpleResolvers: true, description: 'The messages of a kind.' })
class MessageKindCounts {
  @Field(() => String, { description: 'The kind, such as `confirmation`.' })
  kind!: string;

  @Field(() => messages.type, { description: 'The messages of this kind in the period.' })
  messages!: object;
}

@ObjectType({ simpleResolvers: true, description: 'The failed jobs of a name.' })
class FailedJobCounts {
  @Field(() => String, { description: 'The name, such as `deliver-web-hook`.' })
  name!: string;

  @Field(() => Int, { description: 'The number of jobs of this name that failed in the period.' })
  failedJobs!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The changes of the account for which messages and deliveries have not been created yet.',
})
class ChangeBacklog {
  @Field(() => Int, { description: 'The number of changes, counted up to 10,000.' })
  changes!: number;

  @Field(() => Float, { description: 'The age of the oldest of them in seconds; 0 without any.' })
  seconds!: number;
}

const maxListed = 1_000;
const listed = { from: '$2::timestamptz', to: '$3::timestamptz' };
const stateColumns = (states: object): string[] =>
  Object.keys(states).map((state) => `count(*) filter (where state = '${state}')::integer as ${state}`);

/** Counts first, so that webhooks without deliveries in the period cost nothing. */
const webHookStatement = `select web_hook.id as "webHookId", target_url as "targetUrl",
    ${Object.keys(deliveryStates).map((state) => `coalesce(${state}, 0) as ${state}`)}
  from web_hook left join (
    select web_hook_id, ${stateColumns(deliveryStates).join(', ')}
    from ${rowsOf('web_hook_delivery', 'created_at', listed)} group by web_hook_id) as counted on web_hook_id = web_hook.id
  where web_hook.account_id = $1 order by web_hook.id limit ${maxListed}`;

const kindStatement = `select kind, ${stateColumns(messageStates).join(', ')}
  from ${rowsOf('message', 'created_at', listed)} group by kind order by kind limit ${maxListed}`;

const jobStatement = `select name, count(*)::integer as "failedJobs"
  from ${rowsOf('failed_job', 'failed_at', listed)} group by name order by name limit ${maxListed}`;

const keyStatement = `select api_key_id as "apiKeyId", name, requests from (
    select api_key_id, sum(requests)::integer as requests
    from ${rowsOf('api_key_requests', 'day', listed)} group by api_key_id) as counted
  join api_key on account_id = $1 and id = api_key_id order by requests desc, id limit ${maxListed}`;

/** @returns a function that reads the rows of a statement for a period */
const readRows =
  <Row extends object>(statement: string) =>
  ({ db }: RequestContext, { from, to }: Interval): Promise<Row[]> =>
    db.query<Row>(
      statement,
      [from, to].map((instant) => new Date(instant).toISOString()),
    );

/** The cost of the usual numbers of webhooks, kinds of messages and failed jobs. */
const costOfLists = 500;

export const operationFigures = declareFigures({
  name: 'Operation',
  description:
    'Deliveries to webhooks, messages, failed jobs and requests with API keys of a period, and the current backlog. Only the selected figures are computed.',
  permission: 'webhooks',
  arguments: createFigureArguments({
    name: 'OperationDimension',
    description:
      'The dimensions of figures of operations: the day, week or month in which deliveries and messages were created, jobs failed and requests were made, on the wall clock of the account. Weeks begin on Monday.',
    dimensions: calendarDimensions,
  }),
  figure: {
    description: 'Figures of the deliveries and messages that were created in the period, or in that of their group.',
    measures: {
      deliveries,
      messages,
      failedJobs: wholeNumber(
        'The number of jobs that failed at their last attempt in this time and were not restarted.',
        {
          of: source('failed_job', 'failed_at'),
          sql: 'count(*)::integer',
        },
      ),
      requests: wholeNumber(
        'Requests with API keys over REST and GraphQL, whatever their answer. A subscription counts once; requests of sessions do not count. They are counted by day, at its start, so a period that begins within a day leaves that day out. Up to 30 seconds late.',
        { of: source('api_key_requests', 'day'), sql: 'sum(requests)::integer' },
      ),
    },
  },
  costOfLists: () => costOfLists,
  lists: {
    deliveriesByWebHook: {
      type: [WebHookDeliveryCounts],
      description: 'The deliveries of the period by webhook, with webhooks that have none; at most 1,000, by id.',
      read: async (context, period) => {
        const rows = await readRows<Pick<WebHookDeliveryCounts, 'webHookId' | 'targetUrl'>>(webHookStatement)(
          context,
          period,
        );
        return rows.map(({ webHookId, targetUrl, ...numbers }) => ({ webHookId, targetUrl, deliveries: numbers }));
      },
    },
    messagesByKind: {
      type: [MessageKindCounts],
      description: 'The messages of the period by kind, in alphabetical order.',
      read: async (context, period) => {
        const rows = await readRows<Pick<MessageKindCounts, 'kind'>>(kindStatement)(context, period);
        return rows.map(({ kind, ...numbers }) => ({ kind, messages: numbers }));
      },
    },
    failedJobsByName: {
      type: [FailedJobCounts],
      description: 'The failed jobs of the period by name, in alphabetical order.',
      read: readRows<FailedJobCounts>(jobStatement),
    },
    requestsByApiKey: {
      type: [ApiKeyRequestCounts],
      description:
        'The requests of the period by API key, most first, also of keys that were revoked since; at most 1,000. Keys without requests and deleted ones are left out.',
      read: readRows<ApiKeyRequestCounts>(keyStatement),
    },
    backlog: {
      type: ChangeBacklog,
      description: 'The current backlog, whatever the period.',
      read: ({ db, serverClock }) => readAccountBacklog(db, serverClock.now()),
    },
  },
});
