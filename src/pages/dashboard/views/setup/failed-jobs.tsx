import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { showDone } from '../../../design/toast.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { inLanguage } from '../../graphql/server-messages.js';
import { t } from '../../texts.js';
import { PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import { listFailedJobs, restartJob } from './setup.operations.js';

const texts = t.setup.jobs;

/** Background jobs that have failed for good, each with a button to run it again. */
export function FailedJobs() {
  const { dateTime } = formats();
  const [restarted, setRestarted] = useState<ReadonlySet<number>>(new Set());
  const pages = usePages('failed jobs', async (after) => (await execute(listFailedJobs, { after })).failedJobs);
  const restart = async (id: number) => {
    await execute(restartJob, { id });
    setRestarted(new Set([...restarted, id]));
    showDone(texts.runsAgain);
  };
  return (
    <PageList
      label={texts.title}
      pages={pages}
      keyOf={({ id }) => id}
      empty={texts.empty}
      columns={[
        { title: texts.job, cell: ({ name, key }) => `${inWords(name.replaceAll('-', '_'))} (${key})` },
        { title: texts.failed, cell: ({ failedAt }) => dateTime(failedAt) },
        { title: t.setup.common.attempts, isNumber: true, cell: ({ attemptCount }) => attemptCount },
        { title: t.setup.common.why, cell: ({ failure }) => inLanguage(failure) },
        {
          title: t.setup.common.action,
          cell: ({ id, key }) =>
            restarted.has(id) ? (
              texts.restarted
            ) : (
              <Button label={texts.restartOf({ key })} onClick={() => restart(id)}>
                {texts.restart}
              </Button>
            ),
        },
      ]}
    />
  );
}
