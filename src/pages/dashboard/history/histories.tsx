import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { execute } from '../graphql/client.js';
import { t } from '../texts.js';
import { usePages } from '../use-data.js';
import { bookingTimeline, eventHistory, type HistoryChangeFragment, personHistory } from './history.operations.js';
import { entryOf, HistoryList } from './history-list.js';

/** A history that is read when the user opens it. */
export function HistoryPart({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.history.title}</summary>
      {isOpen && children}
    </details>
  );
}

export function PersonHistory({ id }: { id: number }) {
  return (
    <Changes
      list={`person ${id}`}
      read={async (after) => (await execute(personHistory, { id, after })).personHistory}
    />
  );
}

export function EventHistory({ id }: { id: number }) {
  return (
    <Changes list={`event ${id}`} read={async (after) => (await execute(eventHistory, { id, after })).eventHistory} />
  );
}

interface ChangesPage {
  totalCount: number;
  nodes: readonly HistoryChangeFragment[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

function Changes({ list, read }: { list: string; read: (after: string | null) => Promise<ChangesPage> }) {
  const pages = usePages(`history of ${list}`, async (after) => {
    const { nodes, ...page } = await read(after);
    return { ...page, nodes: nodes.map(entryOf) };
  });
  return <HistoryList pages={pages} />;
}

/** The changes of a booking, its messages, and the deliveries of its changes to web hooks. */
export function BookingHistory({ id }: { id: number }) {
  const read = async (after: string | null) => (await execute(bookingTimeline, { id, after })).bookingTimeline;
  return <HistoryList pages={usePages(`history of booking ${id}`, read)} />;
}
