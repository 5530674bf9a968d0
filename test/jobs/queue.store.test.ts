import { BSON } from 'mongodb';
import { createJobQueue } from '../../src/jobs/agenda.js';
import type { JobQueue } from '../../src/jobs/job-queue.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { type Forwarder, mongoTarget, startForwarder } from '../support/forwarder.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { cutConnections, silent } from './change-writer.js';
import { mongoJobs, mongoUrl } from './job-queues.js';

const describeMongo = (url: string) =>
  describe('job queue on MongoDB', () => {
    let stored: Awaited<ReturnType<typeof mongoJobs>>;
    let forwarder: Forwarder;
    let queue: JobQueue;
    const sent: Buffer[] = [];
    const request = { name: 'kept', key: 'kept:1', data: {} };
    beforeAll(async () => {
      stored = await mongoJobs(url);
      const target = mongoTarget(url);
      forwarder = await startForwarder(
        () => target,
        (bytes) => sent.push(bytes),
      );
      queue = createJobQueue({
        clock: systemClock,
        database: { url: '' },
        mongoUrl: stored.mongoUrl.replace(/\/\/[^/]*/, `//127.0.0.1:${forwarder.port}`),
        onGivenUp: async () => {},
        logger: silent,
      });
    });
    afterAll(async () => {
      await queue.stop();
      await forwarder[Symbol.asyncDispose]();
      await stored.close();
    });

    it('confirms a job once it is on the disks of a majority of the servers', async () => {
      await queue.enqueue(request);
      expect(await stored.list('kept')).toHaveLength(1);
      const insertion = sent.find((bytes) => bytes.includes(request.key));
      expect(insertion?.includes(Buffer.from(BSON.serialize({ w: 'majority', j: true })))).toBe(true);
    });

    it('enqueue fails while MongoDB does not respond, and succeeds once it does', async () => {
      forwarder.isSilent = true;
      await expect(queue.enqueue({ ...request, key: 'kept:2' })).rejects.toThrow();
      forwarder.isSilent = false;
      await until(() =>
        queue.enqueue({ ...request, key: 'kept:2' }).then(
          () => true,
          () => false,
        ),
      );
      expect(await stored.list('kept')).toHaveLength(2);
    });
  });
if (mongoUrl) describeMongo(mongoUrl);

describe('job queue without its database', () => {
  it('start and enqueue fail, and connect again when called again', async () => {
    const url = 'postgresql://127.0.0.1:1/none';
    const queue = createJobQueue({ clock: systemClock, database: { url }, onGivenUp: async () => {}, logger: silent });
    await expect(queue.start([])).rejects.toThrow();
    await expect(queue.enqueue({ name: 'any', key: 'any:1', data: {} })).rejects.toThrow();
    await queue.stop();
  });

  it('continues after its connections are cut', async () => {
    const cut = await createTestDatabase();
    const ran = Promise.withResolvers<void>();
    const definitions = [{ name: 'cut', lockSeconds: 1, maxAttempts: 1, run: async () => ran.resolve() }];
    const queue = createJobQueue({ clock: systemClock, database: cut, onGivenUp: async () => {}, logger: silent });
    await queue.start(definitions);
    await cutConnections(cut.url);
    const request = { name: 'cut', key: 'cut:1', data: {} };
    await until(() =>
      queue.enqueue(request).then(
        () => true,
        () => false,
      ),
    );
    await ran.promise;
    await queue.stop();
    await cut[Symbol.asyncDispose]();
  });
});
