import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { CopyField } from '../../../design/copy.js';
import { Dialog } from '../../../design/dialog.js';
import { Table } from '../../../design/table.js';
import { showDone, showError } from '../../../design/toast.js';
import { inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { ServerError } from '../../graphql/server-error.js';
import { can, currentSession } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { userFields } from './fields.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { userRecords } from './record-sources.js';
import { inviteUser, listUsers } from './setup.operations.js';
import { UserSessions } from './user-sessions.js';

/** The users of the account. A new one gets an email with a link to choose a password. */
export function Users({ open }: SetupPartProps) {
  return (
    <RecordPart
      path="setup/users"
      open={open}
      source={userRecords}
      texts={t.setup.nouns.user}
      fields={userFields}
      initial={{ role: 'STAFF' }}
      canWrite={can('users')}
      deletion={t.setup.users.deletion}
    >
      <UserList />
    </RecordPart>
  );
}

function UserList() {
  const { server } = currentSession();
  const [link, setLink] = useState<string>();
  const [shown, setShown] = useState<{ id: number; email: string }>();
  const loaded = useData('users', async () => (await execute(listUsers, {})).clientUsers.nodes);
  const invite = async (id: number) => {
    const invited = (await execute(inviteUser, { id })).inviteClientUser;
    if (server.sendsEmail) showDone(t.setup.users.invited);
    else if (invited?.invitationLink) setLink(invited.invitationLink);
    else showError(new ServerError('NO_ADDRESS', noLink));
  };
  return (
    <>
      {!server.sendsEmail && server.hasAddress && <p class="notice">{noEmail}</p>}
      {link !== undefined && (
        <Dialog title={t.setup.users.invitation} onClose={() => setLink(undefined)}>
          <p>{t.setup.users.passOn}</p>
          <CopyField label={t.setup.users.link} name="link" value={link} />
          <div class="actions">
            <Button kind="primary" onClick={() => setLink(undefined)}>
              {t.setup.common.copied}
            </Button>
          </div>
        </Dialog>
      )}
      {shown && <UserSessions user={shown} onClose={() => setShown(undefined)} />}
      <LoadedContent label={t.setup.users.theUsers} loaded={loaded}>
        {(users) => (
          <Table
            caption={t.setup.users.users}
            rows={users}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t.setup.common.name,
                cell: ({ id, user }) => <Link path={`setup/users/${id}`}>{user.name || user.email}</Link>,
              },
              { title: t.setup.common.email, isLong: true, cell: ({ user }) => user.email },
              { title: t.setup.common.role, cell: ({ role }) => inWords(role) },
              {
                title: t.setup.common.action,
                cell: ({ id, user }) => (
                  <>
                    <Button label={t.setup.users.inviteAgainOf({ email: user.email })} onClick={() => invite(id)}>
                      {t.setup.users.inviteAgain}
                    </Button>{' '}
                    <Button
                      label={t.setup.users.sessionsColon({ email: user.email })}
                      onClick={() => setShown({ id, email: user.email })}
                    >
                      {t.setup.users.sessions}
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

const noEmail = t.setup.users.noEmail;
const noLink = t.setup.users.noLink;
