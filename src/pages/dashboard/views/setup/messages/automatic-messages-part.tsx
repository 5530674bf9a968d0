import { t } from '../../../texts.js';
import type { SetupPartProps } from '../record-part.js';
import { MessageEditor } from './message-editor.js';
import { MessageList } from './message-list.js';
import { NotSent } from './not-sent.js';
import { accountTexts } from './text-owner.js';

/** The messages that are sent about bookings by themselves: their list, or the editor of one. */
export function AutomaticMessages({ open }: SetupPartProps) {
  const message = accountTexts.messages.find(({ slug }) => slug === open);
  if (message) return <MessageEditor key={message.slug} owner={accountTexts} message={message} />;
  return (
    <>
      <NotSent />
      <p>{t.business.messages.lead}</p>
      <MessageList owner={accountTexts} />
    </>
  );
}
