import { readAccountBacklog } from '../../../outbox/backlog.js';
import type { RequestContext } from '../../context.js';
import type { Interval } from '../../interval.rules.js';
import { calendarCuts } from '../calendar-cuts.js';
import type { FigureArguments } from '../figure.arguments.js';
import { validFigurePeriod } from '../figure-period.input.js';
import { type FigureReader, type ReadGroup, readFigures, type SelectedParts } from '../figures.queries.js';
import type { Figures } from '../figures.type.js';
import { prepareGroupings } from '../groupings.queries.js';
import type { OperationDimension } from './operation-figures.input.js';
import type { DeliveryCounts, MessageCounts, OperationFigure, OperationLists } from './operation-figures.type.js';

/** The selected fields of OperationFigures and of OperationFigure. The others are not read. */
export interface SelectedOperations extends SelectedParts {
  readonly lists: ReadonlySet<string>;
}

/**
 * Computes figures of what the server does for an account in the background.
 *
 * @throws DomainError INVALID on `to` and `groupBy`
 */
export async function readOperationFigures(
  context: RequestContext,
  { during, compare }: FigureArguments,
  groupBy: readonly OperationDimension[],
  selected: SelectedOperations,
): Promise<Figures<OperationFigure> & OperationLists> {
  const period = validFigurePeriod(during, context.zone);
  const groupings = await prepareGroupings(context, groupBy, period);
  const [figures, lists] = await Promise.all([
    readFigures(context, { period, groupings, compare, selected }, readerOf(context, selected)),
    readLists(context, period, selected.lists),
  ]);
  return { ...figures, ...lists };
}

const noDeliveries: DeliveryCounts = { pending: 0, delivered: 0, failed: 0 };
const noMessages: MessageCounts = { queued: 0, sending: 0, sent: 0, unsent: 0, failed: 0 };
const empty: OperationFigure = { deliveries: noDeliveries, messages: noMessages, failedJobs: 0, requests: 0 };

const deliveryColumns = countsOf(noDeliveries);
const messageColumns = countsOf(noMessages);

function countsOf(states: object): string {
  return Object.keys(states)
    .map((state) => `count(*) filter (where state = '${state}')::integer as ${state}`)
    .join(', ');
}

/** The statements that count by bucket. `$2` are the cuts of the buckets, `$3` and `$4` the period. */
const bucketStatements: Readonly<Record<keyof OperationFigure, string>> = {
  deliveries: byBucket('web_hook_delivery', 'created_at', deliveryColumns),
  messages: byBucket('message', 'created_at', messageColumns),
  failedJobs: byBucket('failed_job', 'failed_at', 'count(*)::integer as "failedJobs"'),
  requests: byBucket('api_key_requests', 'day', 'sum(requests)::integer as requests'),
};

function byBucket(table: string, time: string, columns: string): string {
  return `select width_bucket(${time}, $2::timestamptz[]) as bucket, ${columns} from ${table}
    where account_id = $1 and ${time} >= $3::timestamptz and ${time} < $4::timestamptz group by bucket`;
}

function readerOf({ db }: RequestContext, selected: SelectedParts): FigureReader<OperationFigure> {
  return {
    empty,
    read: async ({ period, ...side }, groupings) => {
      const fields = groupings.length > 0 ? selected.ofGroups : selected.ofTotal;
      const cuts = calendarCuts({ period, ...side }, groupings);
      const read = async <Counts extends object>(field: keyof OperationFigure): Promise<Map<number, Counts>> => {
        if (!fields.has(field)) return new Map();
        const parameters = [cuts.map(instantOf), ...instantsOf(period)];
        const rows = await db.query<Counts & { bucket: number }>(bucketStatements[field], parameters);
        return new Map(rows.map((row) => [row.bucket, row]));
      };
      const [deliveries, messages, failedJobs, requests] = await Promise.all([
        read<DeliveryCounts>('deliveries'),
        read<MessageCounts>('messages'),
        read<Pick<OperationFigure, 'failedJobs'>>('failedJobs'),
        read<Pick<OperationFigure, 'requests'>>('requests'),
      ]);
      return cuts.slice(1).map(
        (_, index): ReadGroup<OperationFigure> => ({
          keys: groupings.map(() => index + 1),
          figure: {
            deliveries: deliveries.get(index + 1) ?? noDeliveries,
            messages: messages.get(index + 1) ?? noMessages,
            failedJobs: failedJobs.get(index + 1)?.failedJobs ?? 0,
            requests: requests.get(index + 1)?.requests ?? 0,
          },
        }),
      );
    },
  };
}

const instantOf = (epochMs: number): string => new Date(epochMs).toISOString();
const instantsOf = ({ from, to }: Interval): string[] => [instantOf(from), instantOf(to)];

const maxListed = 1_000;
const inPeriod = (time: string): string => `${time} >= $2::timestamptz and ${time} < $3::timestamptz`;

/** Counts first, so that webhooks without deliveries in the period cost nothing. */
const webHookStatement = `select web_hook.id as "webHookId", target_url as "targetUrl",
    ${Object.keys(noDeliveries).map((state) => `coalesce(${state}, 0) as ${state}`)}
  from web_hook left join (
    select web_hook_id, ${deliveryColumns} from web_hook_delivery
    where account_id = $1 and ${inPeriod('created_at')} group by web_hook_id) as counted on web_hook_id = web_hook.id
  where web_hook.account_id = $1 order by web_hook.id limit ${maxListed}`;

const kindStatement = `select kind, ${messageColumns} from message
  where account_id = $1 and ${inPeriod('created_at')} group by kind order by kind limit ${maxListed}`;

const jobStatement = `select name, count(*)::integer as "failedJobs" from failed_job
  where account_id = $1 and ${inPeriod('failed_at')} group by name order by name limit ${maxListed}`;

const keyStatement = `select api_key_id as "apiKeyId", name, requests from (
    select api_key_id, sum(requests)::integer as requests from api_key_requests
    where account_id = $1 and ${inPeriod('day')} group by api_key_id) as counted
  join api_key on account_id = $1 and id = api_key_id order by requests desc, id limit ${maxListed}`;

async function readLists(
  { db, serverClock }: RequestContext,
  period: Interval,
  selected: ReadonlySet<string>,
): Promise<OperationLists> {
  const read = async <Row extends object>(field: keyof OperationLists, statement: string): Promise<Row[]> =>
    selected.has(field) ? db.query<Row>(statement, instantsOf(period)) : [];
  const [webHooks, kinds, failedJobsByName, requestsByApiKey, backlog] = await Promise.all([
    read<DeliveryCounts & { webHookId: number; targetUrl: string }>('deliveriesByWebHook', webHookStatement),
    read<MessageCounts & { kind: string }>('messagesByKind', kindStatement),
    read<OperationLists['failedJobsByName'][number]>('failedJobsByName', jobStatement),
    read<OperationLists['requestsByApiKey'][number]>('requestsByApiKey', keyStatement),
    selected.has('backlog') ? readAccountBacklog(db, serverClock.now()) : { changes: 0, seconds: 0 },
  ]);
  return {
    deliveriesByWebHook: webHooks.map(({ webHookId, targetUrl, ...deliveries }) => ({
      webHookId,
      targetUrl,
      deliveries,
    })),
    messagesByKind: kinds.map(({ kind, ...messages }) => ({ kind, messages })),
    failedJobsByName,
    requestsByApiKey,
    backlog,
  };
}
