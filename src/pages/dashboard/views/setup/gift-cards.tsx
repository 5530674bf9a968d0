import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { PageList } from '../../ui/loaded.js';
import { usePages } from '../../use-data.js';
import { giftCardFields } from './catalog-fields.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { giftCardRecords } from './record-sources.js';
import { listGiftCards } from './setup.operations.js';

/** The list of gift cards with their balances, or the form of one. */
export function GiftCards({ open }: SetupPartProps) {
  return (
    <RecordPart
      path="setup/gift-cards"
      open={open}
      source={giftCardRecords}
      texts={t.setup.nouns.giftCard}
      fields={giftCardFields}
      initial={{ active: true }}
      canWrite={can('catalog')}
      deletion={t.setup.catalog.cardDeletion}
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
      label={t.setup.catalog.giftCards}
      pages={pages}
      keyOf={({ id }) => id}
      empty={t.setup.catalog.noGiftCards}
      columns={[
        { title: t.setup.common.code, cell: ({ id, code }) => <Link path={`setup/gift-cards/${id}`}>{code}</Link> },
        { title: t.setup.catalog.owner, cell: ({ person }) => person?.name ?? person?.email },
        { title: t.setup.common.left, isNumber: true, cell: ({ value }) => number(value) },
        { title: t.setup.catalog.atFirst, isNumber: true, cell: ({ initialValue }) => number(initialValue) },
        { title: t.setup.common.until, cell: ({ validUntil }) => (validUntil === null ? '' : date(validUntil)) },
        { title: t.setup.common.active, cell: ({ active }) => (active ? t.setup.common.yes : t.setup.common.no) },
      ]}
    />
  );
}
