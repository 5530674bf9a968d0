import { useState } from 'preact/hooks';
import { execute } from '../graphql/client.js';
import { can } from '../session.js';
import { t } from '../texts.js';
import { LoadedContent } from '../ui/loaded.js';
import { useData } from '../use-data.js';
import { AddLeftOut } from './add-left-out.js';
import { LeftOutList } from './left-out-list.js';
import { leftOutDates } from './series.operations.js';

/** The series of a booking, which is read when the user opens it: how many dates it has, and which were left out. */
export function SeriesPart({ collectionId }: { collectionId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.series.title}</summary>
      {isOpen && <SeriesDates collectionId={collectionId} />}
    </details>
  );
}

function SeriesDates({ collectionId }: { collectionId: string }) {
  const loaded = useData(collectionId, async () => {
    const { seriesProgress } = await execute(leftOutDates, { collectionId });
    return seriesProgress ?? { dates: 0, leftOut: [] };
  });
  return (
    <LoadedContent label={t.series.theSeries} loaded={loaded}>
      {({ dates, leftOut }) => (
        <>
          <p>{t.series.dates({ dates, leftOut: leftOut.length })}</p>
          {leftOut.length > 0 && (
            <LeftOutList
              dates={leftOut}
              after={({ from }) =>
                can('bookings') && <AddLeftOut collectionId={collectionId} from={from} onAdded={loaded.reload} />
              }
            />
          )}
        </>
      )}
    </LoadedContent>
  );
}
