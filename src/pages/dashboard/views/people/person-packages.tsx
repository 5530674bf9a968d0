import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.js';
import { Select } from '../../../design/field.js';
import { showDone } from '../../../design/toast.js';
import { balanceText, hasUnits } from '../../bookings/package-part.js';
import { type Method, MethodButtons } from '../../bookings/pay-buttons.js';
import { formats, wallTimeAt } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { methodText } from '../../payment-methods.js';
import { accountNow, can } from '../../session.js';
import { t } from '../../texts.js';
import {
  type PersonLineFragment,
  type PersonPackageFragment,
  payPackage,
  type ReadPersonQuery,
  sellPackage,
} from './people.operations.js';

interface PersonPackagesProps {
  person: PersonLineFragment & { packages: { nodes: readonly PersonPackageFragment[] } };
  /** The packages that the account sells. */
  forSale: ReadPersonQuery['services']['nodes'];
  /** Reads the person again. */
  onSold: () => Promise<void>;
}

const texts = t.people.packages;

/** Lists the packages of a person that can be used today, and sells another one. */
export function PersonPackages({ person: { id, active, packages }, forSale, onSold }: PersonPackagesProps) {
  const [isSelling, setSelling] = useState(false);
  const today = wallTimeAt(accountNow()).slice(0, 10);
  const usable = packages.nodes.filter((given) => hasUnits(given, today));
  const close = () => setSelling(false);
  const maySell = can('sales') && active && forSale.length > 0;
  if (usable.length === 0 && !maySell) return null;
  return (
    <section class="card" aria-label={t.setup.catalog.packages}>
      <h2>{t.setup.catalog.packages}</h2>
      {usable.length > 0 && (
        <ul>
          {usable.map((given) => (
            <li key={given.id}>{t.punctuation.labelled({ label: given.title, value: balanceText(given) })}</li>
          ))}
        </ul>
      )}
      {isSelling ? (
        <SellPackage personId={id} {...{ forSale, onSold, close }} />
      ) : (
        maySell && (
          <div class="actions">
            <Button onClick={() => setSelling(true)}>{texts.sell}</Button>
          </div>
        )
      )}
    </section>
  );
}

interface SellPackageProps extends Pick<PersonPackagesProps, 'forSale' | 'onSold'> {
  personId: number;
  close: () => void;
}

/** Sells a package by one click on the way of payment, or leaves it due. */
function SellPackage({ personId, forSale, onSold, close }: SellPackageProps) {
  const { money } = formats();
  const [chosen, setChosen] = useState(String(forSale[0]?.id));
  const [isRunning, setRunning] = useState(false);
  const once = useRequestKey();
  const serviceId = Number(chosen);
  const title = forSale.find(({ id }) => id === serviceId)?.title ?? '';
  /** The order and its payment have keys of their own, so that a repetition after a lost answer does neither twice. */
  const sell = async (method: Method | null) => {
    setRunning(true);
    try {
      const due = await once(async (key) => {
        const { createOrder: order } = await execute(sellPackage, { personId, serviceId }, key);
        const amount = order?.balance ?? '0';
        if (order && method !== null && Number(amount) > 0) {
          await execute(payPackage, { orderId: order.id, amount, method }, `${key}-payment`);
        }
        return amount;
      });
      showDone(
        method === null
          ? texts.soldDue({ title, amount: money(due) })
          : texts.soldFor({ title, method: methodText(method) }),
      );
      close();
      await onSold();
    } finally {
      setRunning(false);
    }
  };
  if (isRunning) return null;
  return (
    <>
      <Select
        label={t.words.package}
        name="package"
        value={chosen}
        onChange={setChosen}
        options={forSale.map(({ id, title: text, salesPrice }) => ({
          value: String(id),
          text: salesPrice === null ? text : `${text}, ${money(salesPrice)}`,
        }))}
      />
      <MethodButtons legend={t.bookings.takePayment} onChosen={sell} />
      <div class="actions">
        <Button onClick={() => sell(null)}>{texts.payLater}</Button>
        <Button kind="plain" onClick={close}>
          {t.bookings.cancel}
        </Button>
      </div>
    </>
  );
}
