import { execute } from '../../graphql/client.js';
import { can } from '../../session.js';
import { Button } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { Table } from '../../ui/table.js';
import { showDone } from '../../ui/toast.js';
import { useData } from '../../use-data.js';
import { inWords } from '../../words.js';
import { userFields } from './fields.js';
import type { SetupPartProps } from './part-props.js';
import { RecordPart } from './record-part.js';
import { userRecords } from './record-sources.js';
import { inviteUser, listUsers } from './setup.operations.js';

/** The users of the account. A new one gets an email with a link to choose a password. */
export function Users({ open }: SetupPartProps) {
  return (
    <RecordPart
      path="setup/users"
      open={open}
      source={userRecords}
      noun="user"
      fields={userFields}
      initial={{ role: 'staff' }}
      canWrite={can('users')}
      deletion="The user is signed out everywhere and can no longer sign in."
    >
      <UserList />
    </RecordPart>
  );
}

function UserList() {
  const loaded = useData('users', async () => (await execute(listUsers, {})).clientUsers.nodes);
  const invite = async (id: number) => {
    await execute(inviteUser, { id });
    showDone('A new invitation is on its way. Earlier links stop working.');
  };
  return (
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
            { title: 'Email', cell: ({ user }) => user.email },
            { title: 'Role', cell: ({ role }) => inWords(role) },
            {
              title: 'Action',
              cell: ({ id, user }) => (
                <Button label={`Invite again: ${user.email}`} onClick={() => invite(id)}>
                  Invite again
                </Button>
              ),
            },
          ]}
        />
      )}
    </LoadedContent>
  );
}
