import { inLanguage } from '../../graphql/server-messages.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { TimeOffOfResource } from '../../time-off/time-off.js';
import { CalendarSources } from './calendar-sources.js';
import { ExceptionDates } from './exception-dates.js';
import { RecordImage } from './images.js';
import { MessageEditor } from './messages/message-editor.js';
import { MessageList } from './messages/message-list.js';
import { serviceTexts } from './messages/message-records.js';
import { Needs } from './needs.js';
import { listedPartOf, listOf, RecordPart, type SetupPartProps } from './record-part.js';
import { categories, coupons, giftCards, packages, resources, services, taxRates, webHooks } from './records.js';
import { Rotas } from './rotas.js';
import { ServiceOptions } from './service-options.js';
import { Deliveries, WebHookSecret } from './web-hooks.js';

/** Resources with their opening hours. Staff who may not write them see them, and write their exception dates. */
export const Resources = listedPartOf(resources, {
  details: (id) => (
    <>
      <RecordImage of="resource" id={id} />
      <Rotas resourceId={id} />
      <TimeOffOfResource resourceId={id} />
      <ExceptionDates resourceId={id} />
      {can('calendars') && <CalendarSources resourceId={id} />}
    </>
  ),
});

const ServiceList = listOf(services);

/** The services. The form of one is followed by its image, its needs, its options and its texts of messages. */
export function Services({ open, below }: SetupPartProps) {
  const owner = serviceTexts(Number(open));
  const message = can('catalog') ? owner.messages.find(({ slug }) => slug === below) : undefined;
  if (message) return <MessageEditor key={message.slug} owner={owner} message={message} />;
  return (
    <RecordPart
      kind={services}
      open={open}
      details={(id) => (
        <>
          <RecordImage of="service" id={id} />
          <Needs serviceId={id} />
          {can('catalog') && <ServiceOptions serviceId={id} />}
          {can('catalog') && (
            <section class="panel" aria-label={t.business.messages.title}>
              <h2>{t.business.messages.title}</h2>
              <p class="hint">{t.business.messages.serviceLead}</p>
              <MessageList owner={serviceTexts(id)} />
            </section>
          )}
        </>
      )}
    >
      <ServiceList />
    </RecordPart>
  );
}

/** Categories, which group the services of the booking page. */
export const Categories = listedPartOf(categories);

export const Coupons = listedPartOf(coupons);

export const TaxRates = listedPartOf(taxRates);

/** Gift cards with their balances. */
export const GiftCards = listedPartOf(giftCards);

/** Packages of people with the units that are left. */
export const Packages = listedPartOf(packages);

/** Web hooks, each with its deliveries. */
export const WebHooks = listedPartOf(webHooks, {
  related: ({ attributes: { pausedReason: reason } }) =>
    typeof reason === 'string' && <p class="notice">{t.setup.webHooks.paused({ reason: inLanguage(reason) })}</p>,
  details: (id) => (
    <>
      {can('webhooks') && <WebHookSecret webHookId={id} />}
      <Deliveries webHookId={id} />
    </>
  ),
});
