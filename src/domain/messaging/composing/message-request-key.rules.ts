import type { SelectedMessage } from '../../booking/messages/message-choice.rules.js';

/** The deduplication key of a requested message: a request sends one message of each kind by each channel. */
export function requestKey(requestId: number, { kind, channel }: SelectedMessage): string {
  return `request:${requestId}:${kind}:${channel}`;
}

/** Returns the id of the request in a key; undefined for a message that was not requested. */
export function requestIdOf(deduplicationKey: string | null): number | undefined {
  const [, id] = /^request:(\d+):/.exec(deduplicationKey ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}
