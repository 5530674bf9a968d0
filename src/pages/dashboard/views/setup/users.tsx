import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { CopyField } from '../../../design/copy.js';
import { ConfirmButton, Dialog } from '../../../design/dialog.js';
import { showDone, showError } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { ServerError } from '../../graphql/server-error.js';
import { valueAt } from '../../records/record.rules.js';
import { currentSession } from '../../session.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { readUserSessions, resetSecondFactor } from '../own/own.operations.js';
import { SessionTable } from '../own/sessions-part.js';
import { partOf, RecordList, useRecordList } from './record-part.js';
import { users } from './records.js';
import { inviteUser } from './setup.operations.js';

const texts = t.setup.users;

/** The users of the account. A new one gets an email with a link to choose a password. */
export const Users = partOf(users, UserList);

function UserList() {
  const { server } = currentSession();
  const [link, setLink] = useState<string>();
  const [shown, setShown] = useState<{ id: number; email: string }>();
  const pages = useRecordList(users);
  const invite = async (id: number) => {
    const invited = (await execute(inviteUser, { id })).inviteClientUser;
    if (server.sendsEmail) showDone(texts.invited);
    else if (invited?.invitationLink) setLink(invited.invitationLink);
    else showError(new ServerError('NO_ADDRESS', texts.noLink));
  };
  return (
    <>
      {!server.sendsEmail && server.hasAddress && <p class="notice">{texts.noEmail}</p>}
      {link !== undefined && (
        <Dialog title={texts.invitation} onClose={() => setLink(undefined)}>
          <p>{texts.passOn}</p>
          <CopyField label={texts.link} name="link" value={link} />
          <div class="actions">
            <Button kind="primary" onClick={() => setLink(undefined)}>
              {t.setup.common.copied}
            </Button>
          </div>
        </Dialog>
      )}
      {shown && <UserSessions user={shown} onClose={() => setShown(undefined)} />}
      <RecordList
        {...{ kind: users, pages }}
        actions={(record) => {
          const { id } = record;
          const email = String(valueAt(record, 'user.email'));
          return (
            <>
              <Button label={texts.inviteAgainOf({ email })} onClick={() => invite(id)}>
                {texts.inviteAgain}
              </Button>{' '}
              <Button label={texts.sessionsColon({ email })} onClick={() => setShown({ id, email })}>
                {texts.sessions}
              </Button>
            </>
          );
        }}
      />
    </>
  );
}

interface UserSessionsProps {
  user: { id: number; email: string };
  onClose: () => void;
}

/** The sessions of another user, and the way out for one who has lost the second factor. */
function UserSessions({ user: { id, email }, onClose }: UserSessionsProps) {
  const loaded = useData(`sessions of ${id}`, async () => (await execute(readUserSessions, { id })).clientUser);
  const reset = async () => {
    await execute(resetSecondFactor, { id });
    showDone(texts.factorRemoved);
    await loaded.reload();
  };
  return (
    <Dialog title={texts.sessionsOf({ email })} onClose={onClose}>
      <LoadedContent label={texts.theSessions} loaded={loaded}>
        {(found) => (
          <>
            <SessionTable sessions={found?.sessions ?? []} onChange={loaded.reload} />
            {found?.hasSecondFactor && (
              <ConfirmButton question={texts.resetQuestion} onConfirm={reset}>
                {texts.reset}
              </ConfirmButton>
            )}
          </>
        )}
      </LoadedContent>
    </Dialog>
  );
}
