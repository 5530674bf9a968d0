import { ConfirmButton, Dialog } from '../../../design/dialog.js';
import { showDone } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { t } from '../../texts.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { readUserSessions, resetSecondFactor } from '../own/own.operations.js';
import { SessionTable } from '../own/sessions-part.js';

interface UserSessionsProps {
  user: { id: number; email: string };
  onClose: () => void;
}

/** The sessions of another user, and the way out for one who has lost the second factor. */
export function UserSessions({ user: { id, email }, onClose }: UserSessionsProps) {
  const loaded = useData(`sessions of ${id}`, async () => (await execute(readUserSessions, { id })).clientUser);
  const reset = async () => {
    await execute(resetSecondFactor, { id });
    showDone(t.setup.users.factorRemoved);
    await loaded.reload();
  };
  return (
    <Dialog title={t.setup.users.sessionsOf({ email })} onClose={onClose}>
      <LoadedContent label={t.setup.users.theSessions} loaded={loaded}>
        {(found) => (
          <>
            <SessionTable sessions={found?.sessions ?? []} onChange={loaded.reload} />
            {found?.hasSecondFactor && (
              <ConfirmButton question={t.setup.users.resetQuestion} onConfirm={reset}>
                {t.setup.users.reset}
              </ConfirmButton>
            )}
          </>
        )}
      </LoadedContent>
    </Dialog>
  );
}
