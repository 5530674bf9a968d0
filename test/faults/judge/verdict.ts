import { setTimeout as pass } from 'node:timers/promises';
import { judgeLog } from './change-log.js';
import { type Evidence, gather, withSql } from './evidence.js';
import { type Courier, judgeDeliveries, judgeReaders } from './listeners.js';
import { readNotes } from './notes.js';
import { judgeObjects } from './stored-objects.js';

export interface Findings {
  /** Violations that time does not mend. */
  wrong: string[];
  /** Effects that may still come. */
  missing: string[];
}

export interface Verdict {
  /** Violated guarantees, in words. */
  problems: string[];
  figures: Record<string, number>;
}

/** In milliseconds: more than twice the longest time for which a killed worker keeps others from its work. */
export const defaultPatience = 300_000;

/**
 * Judges what clients noted in a file by the database of their account. Waits for what is missing, as long as nothing is
 * wrong: two looks in a row must find the same log and nothing open, as work that one look has not seen may add to it.
 *
 * @param patience in milliseconds
 */
export async function judge(path: string, url: string, patience = defaultPatience): Promise<Verdict> {
  const begun = performance.now();
  let quietAt: number | undefined;
  for (;;) {
    const lookedAt = performance.now();
    const isLate = lookedAt - begun > patience;
    const look = await lookAt(path, url).catch((error: unknown) => `no look was possible: ${error}`);
    if (typeof look === 'string') {
      if (isLate) return { problems: [look], figures: {} };
      await pass(500);
      continue;
    }
    const { evidence, courier, wrong, missing } = look;
    if (wrong.length > 0 || isLate || (missing.length === 0 && quietAt === evidence.log.length)) {
      const recovery = { 'until all was done once all was back, ms': Math.round(lookedAt - begun) };
      return {
        problems: wrong.length > 0 ? wrong : missing,
        figures: { ...figuresOf(evidence, courier), ...recovery },
      };
    }
    quietAt = missing.length === 0 ? evidence.log.length : undefined;
    // Looks take a part of the time only.
    await pass(Math.max(200, 3 * (performance.now() - lookedAt)));
  }
}

async function lookAt(path: string, url: string): Promise<Findings & { evidence: Evidence; courier: Courier }> {
  // The notes before the database: a client cannot have been told of a change that is not stored yet.
  const evidence = await withSql(url, (sql) => gather(readNotes(path), sql));
  const courier: Courier = { delays: [], attempts: 0, repeated: 0, refused: 0 };
  const findings = [
    judgeObjects(evidence),
    judgeLog(evidence),
    judgeReaders(evidence),
    judgeDeliveries(evidence, courier),
  ];
  const givenUp = evidence.failedJobs > 0 ? [`${evidence.failedJobs} jobs were given up`] : [];
  return {
    evidence,
    courier,
    wrong: [...findings.flatMap(({ wrong }) => wrong), ...givenUp],
    missing: [...findings.flatMap(({ missing }) => missing), ...evidence.open],
  };
}

function figuresOf({ requests, effects, log }: Evidence, courier: Courier): Record<string, number> {
  const done = [...effects.values()].flat();
  const count = (name: string): number => done.filter((effect) => effect.name === name).length;
  const delays = courier.delays.toSorted((one, other) => one - other);
  return {
    'bookings acknowledged': count('booking.created'),
    'moves acknowledged': count('booking.modified'),
    'cancellations acknowledged': count('booking.cancelled'),
    'people acknowledged': count('person.created'),
    'requests refused': requests.filter(({ status }) => status !== 200).length,
    changes: log.length,
    'attempts of deliveries': courier.attempts,
    'deliveries refused at first': courier.refused,
    'deliveries repeated': courier.repeated,
    'median delay of a delivery, ms': Math.round(delays[Math.floor(delays.length / 2)] ?? 0),
    'longest wait for an acknowledgement, ms': Math.round(Math.max(0, ...requests.map(({ from, to }) => to - from))),
  };
}
