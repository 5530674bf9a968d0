import { Banner } from '../../../../design/banner.js';
import { currentSession } from '../../../session.js';
import { t } from '../../../texts.js';
import type { AutomaticMessage } from './automatic-messages.js';

/** The banner where messages are composed and not sent. */
export function NotSent({ channel = 'EMAIL' }: Partial<Pick<AutomaticMessage, 'channel'>>) {
  const { sendsEmail, sendsSms } = currentSession().server;
  const { noEmail, noSms } = t.business.messages;
  if (channel === 'EMAIL' ? sendsEmail : sendsSms) return null;
  return <Banner kind="warning">{channel === 'EMAIL' ? noEmail : noSms}</Banner>;
}
