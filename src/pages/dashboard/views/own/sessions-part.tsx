import { Button } from '../../../design/button.js';
import { ConfirmButton } from '../../../design/dialog.js';
import { Table } from '../../../design/table.js';
import { showDone } from '../../../design/toast.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { t } from '../../texts.js';
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
    showDone(t.own.sessionEnded);
    await onChange();
  };
  return (
    <Table
      caption={t.own.sessions}
      rows={sessions}
      keyOf={({ id }) => id}
      empty={t.own.noSessions}
      columns={[
        { title: t.own.device, cell: ({ device }) => device ?? t.own.unknown },
        { title: t.own.address, cell: ({ clientAddress }) => clientAddress ?? t.own.unknown },
        { title: t.own.signedIn, cell: ({ createdAt }) => dateTime(createdAt) },
        { title: t.own.lastUsed, cell: ({ lastUsedAt, createdAt }) => dateTime(lastUsedAt ?? createdAt) },
        {
          title: t.own.action,
          cell: ({ id, device, isCurrent }) =>
            isCurrent ? (
              t.own.thisSession
            ) : (
              <Button label={t.own.endSession({ device: device ?? t.own.unknown })} onClick={() => end(id)}>
                {t.own.end}
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
    showDone(t.own.othersEnded);
    await onChange();
  };
  return (
    <section class="panel" aria-labelledby="own-sessions">
      <h2 id="own-sessions">{t.own.sessions}</h2>
      <SessionTable sessions={sessions} onChange={onChange} />
      {sessions.length > 1 && (
        <ConfirmButton question={t.own.endOthersQuestion} onConfirm={endOthers}>
          {t.own.endOthers}
        </ConfirmButton>
      )}
    </section>
  );
}
