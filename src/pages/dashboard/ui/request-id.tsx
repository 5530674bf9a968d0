import { CopyButton } from '../../design/copy.js';
import { t } from '../texts.js';

/** The id of a request, by which the log of the server and its operator find it. */
export function RequestId({ id }: { id: string }) {
  return (
    <span class="request">
      <code>{id}</code>
      <CopyButton kind="plain" text={id} what={t.records.requestOf({ id })} />
    </span>
  );
}
