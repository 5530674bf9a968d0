import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { CopyField } from '../../../design/copy.js';
import { ConfirmButton, Dialog } from '../../../design/dialog.js';
import { showDone, showError } from '../../../design/toast.js';
import { inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { ServerError } from '../../graphql/server-error.js';
import { currentSession } from '../../session.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { readUserSessions, resetSecondFactor } from '../own/own.operations.js';
import { SessionTable } from '../own/sessions-part.js';
import { partOf, RecordTable } from './record-part.js';
import { users } from './records.js';
import { inviteUser, listUsers } from './setup.operations.js';

const texts = t.setup.users;

/** The users of the account. A new one gets an email with a link to choose a password. */
export const Users = partOf(users, UserList);

function UserList() {
  const { server } = currentSession();
  const [link, setLink] = useState<string>();
  const [shown, setShown] = useState<{ id: number; email: string }>();
  const loaded = useData('users', async () => (await execute(listUsers, {})).clientUsers.nodes);
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
      <LoadedContent label={texts.theUsers} loaded={loaded}>
        {(rows) => (
          <RecordTable
            path={users.path}
            caption={texts.users}
            rows={rows}
            columns={[
              { title: t.setup.common.name, isLink: true, cell: ({ user }) => user.name || user.email },
              { title: t.setup.common.email, isLong: true, cell: ({ user }) => user.email },
              { title: t.setup.common.role, cell: ({ role }) => inWords(role) },
              {
                title: t.setup.common.action,
                cell: ({ id, user }) => (
                  <>
                    <Button label={texts.inviteAgainOf({ email: user.email })} onClick={() => invite(id)}>
                      {texts.inviteAgain}
                    </Button>{' '}
                    <Button
                      label={texts.sessionsColon({ email: user.email })}
                      onClick={() => setShown({ id, email: user.email })}
                    >
                      {texts.sessions}
                    </Button>
                  </>
                ),
              },
            ]}
          />
        )}
      </LoadedContent>
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
