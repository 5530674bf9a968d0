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
      noun="user"
      fields={userFields}
      initial={{ role: 'STAFF' }}
      canWrite={can('users')}
      deletion="The user is signed out everywhere and can no longer sign in."
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
    if (server.sendsEmail) showDone('A new invitation is on its way. Earlier links stop working.');
    else if (invited?.invitationLink) setLink(invited.invitationLink);
    else showError(new ServerError('NO_ADDRESS', noLink));
  };
  return (
    <>
      {!server.sendsEmail && server.hasAddress && <p class="notice">{noEmail}</p>}
      {link !== undefined && (
        <Dialog title="The invitation" onClose={() => setLink(undefined)}>
          <p>No email was sent. Pass this link on: it works once, within 7 days. Earlier links stop working.</p>
          <CopyField label="Link to choose a password" name="link" value={link} />
          <div class="actions">
            <Button kind="primary" onClick={() => setLink(undefined)}>
              I have copied it
            </Button>
          </div>
        </Dialog>
      )}
      {shown && <UserSessions user={shown} onClose={() => setShown(undefined)} />}
      <LoadedContent label="The users" loaded={loaded}>
        {(users) => (
          <Table
            caption="Users"
            rows={users}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Name',
                cell: ({ id, user }) => <Link path={`setup/users/${id}`}>{user.name || user.email}</Link>,
              },
              { title: 'Email', isLong: true, cell: ({ user }) => user.email },
              { title: 'Role', cell: ({ role }) => inWords(role) },
              {
                title: 'Action',
                cell: ({ id, user }) => (
                  <>
                    <Button label={`Invite again: ${user.email}`} onClick={() => invite(id)}>
                      Invite again
                    </Button>{' '}
                    <Button label={`Sessions: ${user.email}`} onClick={() => setShown({ id, email: user.email })}>
                      Sessions
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

const noEmail =
  'This server sends no email. Add a user, then choose “Invite again” for a link to choose a password that you pass on.';
const noLink = 'No email was sent, and there is no link, because the address of this server is unknown.';
