import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { endOtherSessions, endSession, type SessionFragment } from './own.operations.js';

interface SessionsProps {
  sessions: readonly SessionFragment[];
  /** Called after one has ended. */
  onChange: () => Promise<void>;
}

/** A table of sessions, each with a button to end it. That of this page has none: the user signs out. */
export function SessionTable({ sessions, onChange }: SessionsProps) {
  const { dateTime } = formats();
  const end = async (id: number) => {
    await execute(endSession, { id });
    showDone('The session has ended.');
    await onChange();
  };
  return (
    <Table
      caption="Sessions"
      rows={sessions}
      keyOf={({ id }) => id}
      empty="No session is open."
      columns={[
        { title: 'Device', cell: ({ device }) => device ?? 'Unknown' },
        { title: 'Address', cell: ({ clientAddress }) => clientAddress ?? 'Unknown' },
        { title: 'Signed in', cell: ({ createdAt }) => dateTime(createdAt) },
        { title: 'Last used', cell: ({ lastUsedAt, createdAt }) => dateTime(lastUsedAt ?? createdAt) },
        {
          title: 'Action',
          cell: ({ id, device, isCurrent }) =>
            isCurrent ? (
              'This session'
            ) : (
              <Button label={`End the session: ${device ?? 'Unknown'}`} onClick={() => end(id)}>
                End
              </Button>
            ),
        },
      ]}
    />
  );
}

/** The sessions of the user. */
export function SessionsPart({ sessions, onChange }: SessionsProps) {
  const endOthers = async () => {
    await execute(endOtherSessions, {});
    showDone('All other sessions have ended.');
    await onChange();
  };
  return (
    <section class="panel" aria-labelledby="own-sessions">
      <h2 id="own-sessions">Sessions</h2>
      <SessionTable sessions={sessions} onChange={onChange} />
      {sessions.length > 1 && (
        <ConfirmButton question="You are signed out everywhere but here." onConfirm={endOthers}>
          End all others
        </ConfirmButton>
      )}
    </section>
  );
}
