import { pino } from 'pino';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { createJobQueue } from '../../src/jobs/agenda.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { connect } from '../socket/subscriber.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { startWeb } from '../support/web.js';

interface Line {
  level: number;
  msg: string;
  err?: { message: string };
  outcome?: string;
  status?: number;
}

let lines: Line[] = [];
const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const test = await disposeAfterAll(createTestDatabase());
const { database } = test;
const web = await disposeAfterAll(startWeb({ database, clock: systemClock, logger, config: {} }));
const account = new TestAccount(web.origin, await createAccount(database, systemClock, acme));
const { id, api_key } = account.credentials;

/** SQLSTATE of the errors of each statement that creates a person, and the levels of the lines about one of them. */
const failures = [
  { failure: 'a paused account', errorCode: '25006', message: `account ${id} is paused`, level: 30, errors: 0 },
  { failure: 'an unavailable database', errorCode: '53100', message: 'the disk is full', level: 40, errors: 1 },
  { failure: 'a fault', errorCode: 'XX000', message: 'a fault', level: 50, errors: 3 },
];

const createPerson = 'mutation { createPerson(input: { name: "Ola" }) { id } }';
const subscriber = connect(web.origin, { parameter: api_key });
afterAll(() => subscriber.end());

/** The operations that clients and workers begin, and the message of the line that each has. */
const ways: { way: string; line: string; begin(): Promise<unknown> }[] = [
  { way: 'REST', line: 'request', begin: () => account.post('/people', { json: { person: { name: 'Ola' } } }) },
  { way: 'GraphQL', line: 'operation', begin: () => account.graphql(createPerson) },
  { way: 'a WebSocket', line: 'operation', begin: () => subscriber.ask(createPerson) },
];

async function refuseBy(errorCode: string, message: string): Promise<void> {
  await database.orm.em.fork().execute(`create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception '${message}' using errcode = '${errorCode}'; end $$`);
  await database.orm.em
    .fork()
    .execute('create or replace trigger refuse before insert on person for each row execute function refuse()');
}

describe.each(failures)('the lines of the log about $failure', ({ failure, errorCode, message, level, errors }) => {
  it.each(ways)('by $way', async ({ way, line, begin }) => {
    await refuseBy(errorCode, `${message}${failure === 'a paused account' ? '' : ` by ${way}`}`);
    lines = [];
    for (let count = 0; count < 3; count += 1) await begin();
    const shown = (name: string): number[] => lines.filter(({ msg }) => msg === name).map((each) => each.level);
    await until(() => shown(line).length >= 3);
    expect(shown(line)).toEqual([level, level, level]);
    expect(shown('request failed').filter((each) => each >= 50)).toHaveLength(errors);
  });

  it('by jobs', async () => {
    await refuseBy(errorCode, `${message}${failure === 'a paused account' ? '' : ' by a job'}`);
    lines = [];
    const queue = createJobQueue({
      clock: systemClock,
      database: test,
      onGivenUp: async () => {},
      pollInterval: 50,
      logger,
    });
    const run = async (): Promise<void> => {
      const insert = `insert into person (account_id, created_at, updated_at, name) values (?, now(), now(), 'Ola')`;
      await database.orm.em.fork().execute(insert, [id]);
    };
    await queue.start([{ name: 'create-person', lockSeconds: 60, maxAttempts: 9, retryDelaySeconds: 60, run }]);
    for (const key of ['a', 'b', 'c']) {
      await queue.enqueue({ name: 'create-person', key: `${errorCode}:${key}`, data: { accountId: id } });
    }
    const levelsOf = (name: string): number[] => lines.filter(({ msg }) => msg === name).map((each) => each.level);
    await until(() => levelsOf('job').length >= 3);
    await queue.stop();
    // A job is repeated, so that its fault is no error before it is given up.
    const levelOfJobs = Math.min(level, 40);
    expect(levelsOf('job')).toEqual([levelOfJobs, levelOfJobs, levelOfJobs]);
    expect(levelsOf('job failed')).toEqual(failure === 'an unavailable database' ? [50] : []);
  });
});
