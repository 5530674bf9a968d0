import type { Transitions } from '../../records/transitions.rules.js';
import { MessageState } from './message.entity.js';

const { QUEUED, SENDING, SENT, UNSENT, FAILED } = MessageState;

/** The state of a new message that could not be composed. It is stored, so that it is listed with the reason. */
export const stateOfUncomposed = FAILED;

/** `attempt` in the state `sending`: the process of the attempt before has died. */
type MessageEvent = 'attempt' | 'accepted' | 'refused' | 'giveUp' | 'noSender' | 'resend';

export const messageTransitions: Transitions<MessageState, MessageEvent> = {
  attempt: { [QUEUED]: SENDING, [SENDING]: SENDING },
  accepted: { [SENDING]: SENT },
  refused: { [SENDING]: QUEUED },
  giveUp: { [SENDING]: FAILED },
  noSender: { [QUEUED]: UNSENT, [SENDING]: UNSENT },
  resend: { [SENT]: QUEUED, [FAILED]: QUEUED, [UNSENT]: QUEUED },
};

/** The events after which a message needs no further attempt. */
export type LastEvent = Extract<MessageEvent, 'accepted' | 'giveUp' | 'noSender'>;
