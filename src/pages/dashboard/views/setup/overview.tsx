import type { ComponentChildren } from 'preact';
import { Card } from '../../../design/card.js';
import type { IconName } from '../../../design/icon.js';
import { execute } from '../../graphql/client.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { type ReadSetupStateQuery, readSetupState } from './setup.operations.js';

const texts = t.setup.overview;

/** The cards of an owner, each part with a sentence and its state. Everything else is in the menu and found by its search. */
export function Overview() {
  const loaded = useData('set-up state', () => execute(readSetupState, { withPayments: can('account') }));
  return (
    <LoadedContent label={t.setup.parts.overview} loaded={loaded}>
      {(state) => (
        <ul class="cards">
          <PartCard part="resources" icon="users" title={t.setup.parts.resources} text={texts.team}>
            {teamState(state)}
          </PartCard>
          {can('catalog') && (
            <PartCard part="services" icon="list" title={t.setup.parts.services} text={t.firstRun.servicesText}>
              {servicesState(state)}
            </PartCard>
          )}
          {can('account') && <AccountCards state={state} />}
        </ul>
      )}
    </LoadedContent>
  );
}

function AccountCards({ state: { account, messageTemplates, paymentSettings } }: { state: ReadSetupStateQuery }) {
  const days = account.closedDays.length;
  return (
    <>
      <PartCard
        part="closed-days"
        icon="calendar-days"
        title={t.setup.parts.closedDays}
        text={t.firstRun.closedDaysText}
      >
        {account.closedForHolidays && days === 0 ? texts.holidays : texts.hoursState({ days })}
      </PartCard>
      <PartCard part="booking-page" icon="book-open" title={t.setup.parts.bookingPage} text={texts.page}>
        {account.publicAccess ? texts.pageOpen : texts.pageClosed}
      </PartCard>
      <PartCard part="texts" icon="pencil" title={t.setup.parts.messages} text={t.firstRun.textsText}>
        {texts.messagesState({ count: messageTemplates.totalCount })}
      </PartCard>
      <PartCard part="payments" icon="chart-column" title={t.business.payments.title} text={texts.payments}>
        {paymentSettings?.active ? texts.paymentsOn : texts.paymentsOff}
      </PartCard>
    </>
  );
}

interface PartCardProps {
  /** The part of the address after `setup/`. */
  part: string;
  icon: IconName;
  title: string;
  text: string;
  /** The state. */
  children: ComponentChildren;
}

function PartCard({ part, icon, title, text, children }: PartCardProps) {
  return (
    <Card as="li" icon={icon} title={<Link path={`setup/${part}`}>{title}</Link>}>
      <p class="hint">{text}</p>
      <p>
        <strong>{children}</strong>
      </p>
    </Card>
  );
}

function teamState({ resources: { totalCount: count, nodes } }: ReadSetupStateQuery): string {
  const isClosed = ({ id: _id, ...hours }: (typeof nodes)[number]) =>
    Object.values(hours).every((times) => (times ?? []).length === 0);
  return texts.teamState({ count, without: nodes.filter(isClosed).length });
}

/** Whether nobody offers a service is known if all services and all providers were read. */
function servicesState({ services, providers }: ReadSetupStateQuery): string {
  const isWhole = [services, providers].every(({ totalCount, nodes }) => nodes.length === totalCount);
  const offered = new Set(providers.nodes.map(({ serviceId }) => serviceId));
  const without = isWhole ? services.nodes.filter(({ id }) => !offered.has(id)).length : 0;
  return texts.servicesState({ count: services.totalCount, without });
}
