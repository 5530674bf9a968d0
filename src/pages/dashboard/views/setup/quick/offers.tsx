import { useRef, useState } from 'preact/hooks';
import { Button } from '../../../../design/button.js';
import { EmptyState } from '../../../../design/empty-state.js';
import { Checkbox, Field } from '../../../../design/field.js';
import { Form, textIn } from '../../../../design/form.js';
import { formats } from '../../../format.js';
import { execute } from '../../../graphql/client.js';
import { useRequestKey } from '../../../graphql/request-key.js';
import { ServerError } from '../../../graphql/server-error.js';
import { navigate } from '../../../navigation.js';
import { imageTypes, smallImageOf } from '../../../records/image-file.js';
import { attributeOf } from '../../../records/record.rules.js';
import { inCurrency } from '../../../records/record-fields.js';
import { currentSession } from '../../../session.js';
import { t } from '../../../texts.js';
import { Link } from '../../../ui/link.js';
import { LoadedContent } from '../../../ui/loaded.js';
import { useData } from '../../../use-data.js';
import { providers, services } from '../records.js';
import { type ReadBookableQuery, readBookable, setServiceImage } from '../setup.operations.js';
import { type SuggestedOffer, suggestedOffers } from './offers.rules.js';

const texts = t.firstRun.offers;

/** The services of the trade to tick, with length, price, who does them and a picture, on one screen. */
export function QuickOffers() {
  const loaded = useData('bookable', () => execute(readBookable, {}));
  return (
    <LoadedContent label={texts.title} loaded={loaded}>
      {({ resources: { nodes } }) =>
        nodes.length > 0 ? (
          <OffersForm team={nodes} />
        ) : (
          <EmptyState icon="users" action={<Link path="setup/team">{t.firstRun.team.title}</Link>}>
            {texts.noTeam}
          </EmptyState>
        )
      }
    </LoadedContent>
  );
}

type Team = ReadBookableQuery['resources']['nodes'];

function OffersForm({ team }: { team: Team }) {
  const { trade, currency } = currentSession().account;
  const [offers, setOffers] = useState(() => suggestedOffers(trade ?? 'other', currency));
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  /** The ids of services that were created before a later one was refused, and of their providers, by row. */
  const created = useRef(new Map<string, number>());
  const once = useRequestKey();
  /** Creates a record unless it was created before. */
  const createOnce = async (
    name: string,
    create: (key: string) => Promise<{ attributes: Readonly<Record<string, unknown>> }>,
  ) => {
    const id = created.current.get(name) ?? Number((await once(create)).attributes['id']);
    created.current.set(name, id);
    return id;
  };
  const save = async (values: FormData) => {
    const rows = [...ticked].toSorted((one, other) => one - other);
    if (rows.length === 0) throw new ServerError('BAD_USER_INPUT', texts.none);
    for (const row of rows) {
      const entered = {
        title: textIn(values, `title-${row}`),
        interval: attributeOf(String(values.get(`interval-${row}`) ?? ''), 'integer'),
        price: attributeOf(String(values.get(`price-${row}`) ?? ''), 'money'),
      };
      const serviceId = await createOnce(`service ${row}`, (key) =>
        services.source.create({ ...services.initial, ...entered }, key),
      );
      const chosen = team.length === 1 ? team.map(({ id }) => String(id)) : values.getAll(`who-${row}`);
      for (const resourceId of chosen.map(Number)) {
        await createOnce(`provider ${row} ${resourceId}`, (key) =>
          providers.source.create({ resourceId, serviceId }, key),
        );
      }
      const picture = values.get(`picture-${row}`);
      if (!(picture instanceof File) || picture.size === 0) continue;
      const image = await smallImageOf(picture, `picture-${row}`);
      await once((key) => execute(setServiceImage, { id: serviceId, image }, key));
    }
    navigate('setup/start');
  };
  const tick = (row: number, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(row);
    else next.delete(row);
    setTicked(next);
  };
  const addOwn = () => {
    setOffers([...offers, { title: '', minutes: 60, price: '' }]);
    tick(offers.length, true);
  };
  return (
    <Form onSubmit={save} fields={[...ticked].flatMap((row) => [`picture-${row}`])}>
      {({ isBusy, error }) => (
        <>
          <p>{texts.lead}</p>
          {offers.map((offer, row) => (
            <fieldset key={row} class="quick-offer" aria-label={offer.title || texts.add}>
              <Checkbox
                label={[offer.title || texts.add, ...usualTexts(offer)].join(' · ')}
                checked={ticked.has(row)}
                onChange={(isTicked) => tick(row, isTicked)}
              />
              {ticked.has(row) && <OfferFields {...{ row, offer, team, error }} />}
            </fieldset>
          ))}
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {texts.create}
            </Button>
            <Button onClick={addOwn}>{texts.add}</Button>
          </div>
        </>
      )}
    </Form>
  );
}

/** The length and the price of a suggestion, in words. */
function usualTexts({ minutes, price }: SuggestedOffer): string[] {
  return [texts.usual({ minutes }), ...(price === '' ? [] : [formats().money(price)])];
}

interface OfferFieldsProps {
  row: number;
  offer: SuggestedOffer;
  team: Team;
  error: (field: string) => string | undefined;
}

function OfferFields({ row, offer, team, error }: OfferFieldsProps) {
  return (
    <div class="quick-row">
      <Field label={texts.name} name={`title-${row}`} required maxLength={255} defaultValue={offer.title} />
      <Field
        label={texts.minutes}
        name={`interval-${row}`}
        required
        inputMode="numeric"
        maxLength={5}
        defaultValue={String(offer.minutes)}
      />
      <Field
        label={inCurrency(t.setup.common.price)}
        name={`price-${row}`}
        inputMode="decimal"
        maxLength={15}
        defaultValue={offer.price}
      />
      <Field
        label={texts.picture}
        name={`picture-${row}`}
        type="file"
        accept={imageTypes}
        error={error(`picture-${row}`)}
      />
      {team.length > 1 && (
        <fieldset class="quick-days">
          <legend>{texts.who}</legend>
          {team.map(({ id, title }) => (
            <Checkbox key={id} label={title} name={`who-${row}`} value={String(id)} defaultChecked />
          ))}
        </fieldset>
      )}
    </div>
  );
}
