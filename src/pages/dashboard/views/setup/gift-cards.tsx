import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { can } from '../../session.js';
import { Link } from '../../ui/link.js';
import { PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import { listGiftCards } from './catalog.operations.js';
import { giftCardFields } from './catalog-fields.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { giftCardRecords } from './record-sources.js';

/** The list of gift cards with their balances, or the form of one. */
export function GiftCards({ open }: SetupPartProps) {
  return (
    <RecordPart
      path="setup/gift-cards"
      open={open}
      source={giftCardRecords}
      noun="gift card"
      fields={giftCardFields}
      initial={{ active: true }}
      canWrite={can('catalog')}
      deletion="Nothing can be paid with it any more. What was paid with it stays paid."
    >
      <GiftCardList />
    </RecordPart>
  );
}

function GiftCardList() {
  const { number, date } = formats();
  const pages = usePages('gift cards', async (after) => (await execute(listGiftCards, { after })).giftCards);
  return (
    <PageList
      label="Gift cards"
      pages={pages}
      keyOf={({ id }) => id}
      empty="No gift cards."
      columns={[
        { title: 'Code', cell: ({ id, code }) => <Link path={`setup/gift-cards/${id}`}>{code}</Link> },
        { title: 'Owner', cell: ({ person }) => person?.name ?? person?.email },
        { title: 'Left', isNumber: true, cell: ({ value }) => number(value) },
        { title: 'At first', isNumber: true, cell: ({ initialValue }) => number(initialValue) },
        { title: 'Until', cell: ({ validUntil }) => (validUntil === null ? '' : date(validUntil)) },
        { title: 'Active', cell: ({ active }) => (active ? 'Yes' : 'No') },
      ]}
    />
  );
}
