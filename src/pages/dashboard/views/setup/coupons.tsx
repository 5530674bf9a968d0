import { Table } from '../../../design/table.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useChoices } from '../../records/use-choices.js';
import { can, currentSession } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { couponFields } from './catalog-fields.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { couponRecords } from './record-sources.js';
import { type ListCouponsQuery, listCoupons } from './setup.operations.js';

type Coupon = ListCouponsQuery['coupons']['nodes'][number];

/** Coupons with their conditions. */
export function Coupons({ open }: SetupPartProps) {
  const choices = useChoices();
  return (
    <LoadedContent label={t.setup.common.choices} loaded={choices}>
      {({ resources, services }) => (
        <RecordPart
          path="setup/coupons"
          open={open}
          source={couponRecords}
          texts={t.setup.nouns.coupon}
          fields={couponFields(resources, services)}
          initial={{ active: true, valueType: 'PERCENTAGE' }}
          canWrite={can('catalog')}
          deletion={t.setup.catalog.couponDeletion}
        >
          <CouponList />
        </RecordPart>
      )}
    </LoadedContent>
  );
}

function CouponList() {
  const { number, dateTime } = formats();
  const loaded = useData('coupons', async () => (await execute(listCoupons, {})).coupons.nodes);
  return (
    <LoadedContent label={t.setup.catalog.theCoupons} loaded={loaded}>
      {(coupons) => (
        <Table
          caption={t.setup.catalog.coupons}
          rows={coupons}
          keyOf={({ id }) => id}
          empty={t.setup.catalog.noCoupons}
          columns={[
            { title: t.setup.common.title, cell: ({ id, title }) => <Link path={`setup/coupons/${id}`}>{title}</Link> },
            { title: t.setup.common.code, cell: ({ code }) => code },
            { title: t.setup.catalog.discount, isNumber: true, cell: discountOf },
            {
              title: t.setup.common.left,
              isNumber: true,
              cell: ({ availability: left }) => (left === null ? t.setup.common.all : number(left)),
            },
            {
              title: t.setup.common.until,
              cell: ({ validUntil }) => (validUntil === null ? '' : dateTime(validUntil)),
            },
            { title: t.setup.common.active, cell: ({ active }) => (active ? t.setup.common.yes : t.setup.common.no) },
          ]}
        />
      )}
    </LoadedContent>
  );
}

function discountOf({ value, valueType }: Coupon): string {
  const { percent, number } = formats();
  if (valueType === 'PERCENTAGE') return percent(value / 100);
  return [number(value), currentSession().account.currency].filter(Boolean).join(' ');
}
