import { MessageChannel } from '../../src/domain/messaging/delivery/message.entity.js';
import type { JobRequest } from '../../src/jobs/job-queue.js';
import { jobsOf } from '../../src/jobs/jobs.js';
import type { RecordedChange } from '../../src/outbox/recorded-change.js';

const change: RecordedChange = {
  isErasing: false,
  era: 1,
  transactionId: '700',
  id: '22',
  accountId: 1,
  createdAt: new Date('2026-06-01T10:00:00Z'),
  name: 'booking.created',
  objectType: 'booking',
  objectId: 5,
  snapshot: { state: 'awaiting_verification', expiresAt: '2026-06-01T10:20:00.000Z' },
  previous: null,
  actor: { kind: 'background' },
  requestId: null,
  traceParent: null,
};

const expiry: JobRequest = {
  name: 'expire-hold',
  key: 'expire-hold:1:5:2026-06-01T10:20:00.000Z',
  data: { accountId: 1, bookingId: 5 },
  at: new Date('2026-06-01T10:20:00Z'),
};

const queued: Partial<RecordedChange> = { name: 'message.queued', objectType: 'message', objectId: 9 };
const series = { stopped: false, position: 0, occurrences: [{ from: 0, to: 1 }] };
const sending = { key: 'send-message:1:9', data: { accountId: 1, messageId: 9 } };

const reminded = {
  state: 'awaiting_confirmation',
  updatedAt: '2026-06-01T10:00:00.000Z',
  reminderAt: '2026-06-02T10:00:00.000Z',
  remindedAt: null,
  bookedTo: '2026-06-03T11:00:00.000Z',
  personId: 3,
  serviceId: 4,
};
const reminding: JobRequest = {
  name: 'send-reminder',
  key: 'send-reminder:1:5:2026-06-02T10:00:00.000Z',
  data: { accountId: 1, bookingId: 5, reminderAt: '2026-06-02T10:00:00.000Z' },
  at: new Date('2026-06-02T10:00:00Z'),
};

describe('the jobs that follow from a change', () => {
  it.each<[string, Partial<RecordedChange>, JobRequest[]]>([
    ['a hold expires', {}, [expiry]],
    ['an unpaid booking expires', { snapshot: { ...change.snapshot, state: 'awaiting_payment' } }, [expiry]],
    ['a hold without expires_at does not expire', { snapshot: { ...change.snapshot, expiresAt: null } }, []],
    ['a confirmed booking does not expire', { snapshot: { ...change.snapshot, state: 'confirmed' } }, []],
    [
      'the occurrences of a recurrence are created, for its actor',
      { objectType: 'recurrence', name: 'recurrence.created', snapshot: series },
      [
        {
          name: 'create-occurrences',
          key: 'create-occurrences:1:5',
          data: { accountId: 1, recurrenceId: 5, actor: { kind: 'background' } },
        },
      ],
    ],
    [
      'no occurrences of a stopped recurrence are created',
      { objectType: 'recurrence', name: 'recurrence.stopped', snapshot: { ...series, stopped: true } },
      [],
    ],
    ['an event causes no job', { objectType: 'event', name: 'event.created' }, []],
    ...Object.values(MessageChannel).map((channel): [string, Partial<RecordedChange>, JobRequest[]] => [
      `a message queued for ${channel} is sent by the job of that channel`,
      {
        ...queued,
        snapshot: { channel, state: 'queued', kind: 'reminder', nextAttemptAt: '2026-06-01T10:00:00.000Z' },
      },
      [{ name: `send-next-${channel}`, ...sending }],
    ]),
    [
      'a restarted job is enqueued again',
      {
        objectType: 'failed_job',
        name: 'failed_job.restarted',
        snapshot: { name: 'send-sms', key: 'send-message:1:7', data: sending.data, failure: 'Error: away' },
      },
      [{ ...sending, name: 'send-sms', key: 'send-sms:1:22' }],
    ],
    [
      'a requested message is composed',
      { name: 'message_request.created', objectType: 'message_request', objectId: 9 },
      [{ name: 'compose-messages', key: 'compose-messages:1:9', data: { accountId: 1, requestId: 9 } }],
    ],
    ['a reminder is sent at its time', { snapshot: reminded }, [reminding]],
    ['a sent reminder is not sent again', { snapshot: { ...reminded, remindedAt: reminded.updatedAt } }, []],
    [
      'a reminder whose time has passed is not sent',
      { snapshot: { ...reminded, reminderAt: '2026-05-02T10:00:00.000Z' } },
      [],
    ],
    [
      'each version of a message template is applied',
      {
        name: 'message_template.modified',
        objectType: 'message_template',
        snapshot: { active: true, updatedAt: '2026-06-01T10:00:00.000Z' },
      },
      [
        {
          name: 'apply-template',
          key: 'apply-template:1:5:2026-06-01T10:00:00.000Z',
          data: { accountId: 1, templateId: 5 },
        },
      ],
    ],
    [
      'an inactive message template is not applied',
      { name: 'message_template.created', objectType: 'message_template', snapshot: { active: false } },
      [],
    ],
    [
      'a sent message is not sent again',
      { ...queued, name: 'message.processed', snapshot: { channel: 'sms', state: 'sent' } },
      [],
    ],
  ])('%s', (_, difference, expected) => {
    expect(jobsOf({ ...change, ...difference })).toEqual(expected);
  });
});
