import { MessageChannel } from '../domain/messaging/delivery/message.entity.js';
import { advanceClockJob } from './advance-clock.job.js';
import { checkWaitlistJob, scheduleWaitlistChecksJob } from './check-waitlist.job.js';
import {
  compactBookingCountsJob,
  trimApiKeyRequestsJob,
  trimChangeLogJob,
  trimHistoryJob,
  trimStoredResponsesJob,
  trimWaitlistJob,
} from './clean-up-database.job.js';
import { composeMessagesJob } from './compose-messages.job.js';
import { createOccurrencesJob } from './create-occurrences.job.js';
import { deliverWebHookJob } from './deliver-web-hook.job.js';
import { expireHoldJob } from './expire-hold.job.js';
import { expireWaitlistEntryJob } from './expire-waitlist-entry.job.js';
import type { CreateJob } from './job-context.js';
import { offerWaitlistJob } from './offer-waitlist.job.js';
import { resumeStuckWorkJob } from './resume-stuck-work.job.js';
import { passMessageOnJob, sendMessageJob } from './send-message.job.js';
import { sendReminderJob } from './send-reminder.job.js';
import { applyTemplateJob, sendTemplateJob } from './send-template.job.js';

/** All jobs of a worker. */
export const jobs: readonly CreateJob[] = [
  advanceClockJob,
  applyTemplateJob,
  checkWaitlistJob,
  compactBookingCountsJob,
  composeMessagesJob,
  createOccurrencesJob,
  deliverWebHookJob,
  expireHoldJob,
  expireWaitlistEntryJob,
  offerWaitlistJob,
  passMessageOnJob,
  resumeStuckWorkJob,
  scheduleWaitlistChecksJob,
  sendMessageJob(MessageChannel.EMAIL),
  sendMessageJob(MessageChannel.SMS),
  sendReminderJob,
  sendTemplateJob,
  trimApiKeyRequestsJob,
  trimChangeLogJob,
  trimHistoryJob,
  trimStoredResponsesJob,
  trimWaitlistJob,
];
