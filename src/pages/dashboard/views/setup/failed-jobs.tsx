import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { showDone } from '../../../design/toast.js';
import { formats, inWords } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import { listFailedJobs, restartJob } from './setup.operations.js';

/** Background jobs that have failed for good, each with a button to run it again. */
export function FailedJobs() {
  const { dateTime } = formats();
  const [restarted, setRestarted] = useState<ReadonlySet<number>>(new Set());
  const pages = usePages('failed jobs', async (after) => (await execute(listFailedJobs, { after })).failedJobs);
  const restart = async (id: number) => {
    await execute(restartJob, { id });
    setRestarted(new Set([...restarted, id]));
    showDone('The job runs again.');
  };
  return (
    <PageList
      label="Failed jobs"
      pages={pages}
      keyOf={({ id }) => id}
      empty="No job has failed."
      columns={[
        { title: 'Job', cell: ({ name, key }) => `${inWords(name.replaceAll('-', ' '))} (${key})` },
        { title: 'Failed', cell: ({ failedAt }) => dateTime(failedAt) },
        { title: 'Attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
        { title: 'Why', cell: ({ failure }) => failure },
        {
          title: 'Action',
          cell: ({ id, key }) =>
            restarted.has(id) ? (
              'Restarted'
            ) : (
              <Button label={`Restart ${key}`} onClick={() => restart(id)}>
                Restart
              </Button>
            ),
        },
      ]}
    />
  );
}
