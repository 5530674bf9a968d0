import { formats, inWords, weekdays } from '../../format.js';
import { execute } from '../../graphql/client.js';
import { inLanguage } from '../../graphql/server-messages.js';
import { shownWeek } from '../../records/record.rules.js';
import { can, currentSession } from '../../session.js';
import { t } from '../../texts.js';
import { CalendarSources } from './calendar-sources.js';
import { ExceptionDates } from './exception-dates.js';
import { RecordImage } from './images.js';
import { MessageEditor } from './messages/message-editor.js';
import { MessageList } from './messages/message-list.js';
import { serviceTexts } from './messages/message-records.js';
import { listOf, pagesOf, partOf, RecordPart, type SetupPartProps } from './record-part.js';
import { categories, coupons, giftCards, resources, services, webHooks } from './records.js';
import { Rotas } from './rotas.js';
import * as operations from './setup.operations.js';
import { Deliveries, WebHookSecret } from './web-hooks.js';

const { catalog, common, webHooks: hookTexts } = t.setup;

export const yesNo = (is: boolean) => (is ? common.yes : common.no);
const dayAndTime = (instant: string | null) => (instant === null ? '' : formats().dateTime(instant));

const ResourceList = listOf('resources', async () => (await execute(operations.listResources, {})).resources.nodes, {
  ...{ label: common.theResources, caption: catalog.resources, empty: catalog.noResources },
  columns: [
    { title: common.title, isLink: true, cell: ({ title }) => title },
    { title: common.capacity, isNumber: true, cell: ({ capacity }) => capacity },
    {
      title: common.hours,
      cell: ({ openingHoursMon, openingHoursTue, openingHoursWed, openingHoursThu, ...weekend }) =>
        shownWeek(
          [
            ...[openingHoursMon, openingHoursTue, openingHoursWed, openingHoursThu],
            ...[weekend.openingHoursFri, weekend.openingHoursSat, weekend.openingHoursSun],
          ],
          weekdays('short'),
        ),
    },
  ],
});

/** Resources with their opening hours. Staff who may not write them see them, and write their exception dates. */
export const Resources = partOf(resources, ResourceList, {
  details: (id) => (
    <>
      <RecordImage of="resource" id={id} />
      <Rotas resourceId={id} />
      <ExceptionDates resourceId={id} />
      {can('calendars') && <CalendarSources resourceId={id} />}
    </>
  ),
});

const ServiceList = listOf('services', async () => (await execute(operations.listServices, {})).services.nodes, {
  ...{ label: common.theServices, caption: common.services, empty: catalog.noServices },
  columns: [
    { title: common.title, isLink: true, cell: ({ title }) => title },
    { title: common.type, cell: ({ bookingType }) => inWords(bookingType) },
    { title: catalog.minutes, isNumber: true, cell: ({ interval }) => interval },
    { title: common.price, isNumber: true, cell: ({ price }) => (price === null ? '' : formats().money(price)) },
  ],
});

/** The services. The form of one is followed by its image and its texts of messages. */
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

/** Returns the categories, each with the title of the one that it is below. */
async function readCategories() {
  const { nodes } = (await execute(operations.listCategories, {})).categories;
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  return nodes.map((category) => ({ ...category, parent: titles.get(category.parentId ?? 0) ?? '' }));
}

/** Categories, which group the services of the booking page. */
export const Categories = partOf(
  categories,
  listOf('categories', readCategories, {
    ...{ label: catalog.theCategories, caption: catalog.categories, empty: catalog.noCategories },
    columns: [
      { title: common.title, isLink: true, cell: ({ title }) => title },
      { title: catalog.below, cell: ({ parent }) => parent },
      { title: common.services, cell: (category) => category.services.nodes.map(({ title }) => title).join(', ') },
      { title: common.priority, isNumber: true, cell: ({ priorityValue }) => priorityValue },
    ],
  }),
);

const CouponList = listOf('coupons', async () => (await execute(operations.listCoupons, {})).coupons.nodes, {
  ...{ label: catalog.theCoupons, caption: catalog.coupons, empty: catalog.noCoupons },
  columns: [
    { title: common.title, isLink: true, cell: ({ title }) => title },
    { title: common.code, cell: ({ code }) => code },
    {
      ...{ title: catalog.discount, isNumber: true },
      cell: ({ value, valueType }) =>
        valueType === 'PERCENTAGE'
          ? formats().percent(value / 100)
          : [formats().number(value), currentSession().account.currency].filter(Boolean).join(' '),
    },
    {
      ...{ title: common.left, isNumber: true },
      cell: ({ availability: left }) => (left === null ? common.all : formats().number(left)),
    },
    { title: common.until, cell: ({ validUntil }) => dayAndTime(validUntil) },
    { title: common.active, cell: ({ active }) => yesNo(active) },
  ],
});

export const Coupons = partOf(coupons, CouponList);

const readGiftCards = async (after: string | null) => (await execute(operations.listGiftCards, { after })).giftCards;

/** Gift cards with their balances. */
export const GiftCards = partOf(
  giftCards,
  pagesOf('gift-cards', readGiftCards, {
    ...{ caption: catalog.giftCards, empty: catalog.noGiftCards },
    columns: [
      { title: common.code, isLink: true, cell: ({ code }) => code },
      { title: catalog.owner, cell: ({ person }) => person?.name ?? person?.email },
      { title: common.left, isNumber: true, cell: ({ value }) => formats().number(value) },
      { title: catalog.atFirst, isNumber: true, cell: ({ initialValue }) => formats().number(initialValue) },
      { title: common.until, cell: ({ validUntil }) => (validUntil === null ? '' : formats().date(validUntil)) },
      { title: common.active, cell: ({ active }) => yesNo(active) },
    ],
  }),
);

const WebHookList = listOf('web-hooks', async () => (await execute(operations.listWebHooks, {})).webHooks.nodes, {
  ...{ label: hookTexts.theWebHooks, caption: hookTexts.webHooks, empty: hookTexts.empty },
  columns: [
    { title: common.address, isLong: true, isLink: true, cell: ({ targetUrl }) => targetUrl },
    { title: common.events, cell: ({ event }) => event },
    { title: common.active, cell: ({ active }) => yesNo(active) },
    { title: hookTexts.warning, cell: ({ pausedReason, warning }) => inLanguage(pausedReason ?? warning ?? '') },
  ],
});

/** Web hooks, each with its deliveries. */
export const WebHooks = partOf(webHooks, WebHookList, {
  related: ({ attributes: { pausedReason: reason } }) =>
    typeof reason === 'string' && <p class="notice">{hookTexts.paused({ reason: inLanguage(reason) })}</p>,
  details: (id) => (
    <>
      {can('webhooks') && <WebHookSecret webHookId={id} />}
      <Deliveries webHookId={id} />
    </>
  ),
});
