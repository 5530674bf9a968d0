import { Table } from '../../../design/table.js';
import { formats } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useChoices } from '../../records/use-choices.js';
import { can, currentSession } from '../../session.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { type ListCouponsQuery, listCoupons } from './catalog.operations.js';
import { couponFields } from './catalog-fields.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { couponRecords } from './record-sources.js';

type Coupon = ListCouponsQuery['coupons']['nodes'][number];

/** Coupons with their conditions. */
export function Coupons({ open }: SetupPartProps) {
  const choices = useChoices();
  return (
    <LoadedContent label="The resources and services" loaded={choices}>
      {({ resources, services }) => (
        <RecordPart
          path="setup/coupons"
          open={open}
          source={couponRecords}
          noun="coupon"
          fields={couponFields(resources, services)}
          initial={{ active: true, valueType: 'PERCENTAGE' }}
          canWrite={can('catalog')}
          deletion="Its code is no longer accepted. Bookings that used it keep their price."
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
    <LoadedContent label="The coupons" loaded={loaded}>
      {(coupons) => (
        <Table
          caption="Coupons"
          rows={coupons}
          keyOf={({ id }) => id}
          empty="No coupons."
          columns={[
            { title: 'Title', cell: ({ id, title }) => <Link path={`setup/coupons/${id}`}>{title}</Link> },
            { title: 'Code', cell: ({ code }) => code },
            { title: 'Discount', isNumber: true, cell: discountOf },
            { title: 'Left', isNumber: true, cell: ({ availability: left }) => (left === null ? 'All' : number(left)) },
            { title: 'Until', cell: ({ validUntil }) => (validUntil === null ? '' : dateTime(validUntil)) },
            { title: 'Active', cell: ({ active }) => (active ? 'Yes' : 'No') },
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
