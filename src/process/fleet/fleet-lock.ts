import pg from 'pg';

const fleetLock = 7_463_008;

/**
 * Runs `work` while no other command moves accounts of any cell by a plan: the directory decides. When the connection is lost,
 * `signal` is aborted, and no further move may begin.
 *
 * @param command names it to those that are refused
 * @throws Error if another command has the lock
 */
export async function withFleetLock<Result>(
  directoryUrl: string,
  command: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: directoryUrl,
    application_name: command,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => lost.abort(new Error('the connection to the directory was lost: repeat the command')));
  try {
    await client.connect();
    const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [
      fleetLock,
    ]);
    if (!rows[0]?.isLocked) throw new Error(await describeHolder(client));
    return await work(lost.signal);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function describeHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ command: string; since: Date; address: string }>(
    `select application_name as command, backend_start as since, coalesce(host(client_addr), 'this machine') as address
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [fleetLock],
  );
  const [holder] = rows;
  if (!holder) return 'another command is moving accounts: repeat this one';
  const { command, since, address } = holder;
  return `another command is moving accounts: "${command}" from ${address}, since ${since.toISOString()}`;
}
