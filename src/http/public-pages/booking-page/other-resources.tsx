import type { JSX } from 'preact';
import type { NeedChoice, Service, ServiceForm } from './api-answers.js';
import { FormField, Hidden } from './fields.js';
import type { Fact, Frame } from './frame.js';
import { queryText } from './input.js';
import { noProblems } from './problems.js';
import type { Visit } from './visit.js';

/** The resources that a visitor chooses for needs of a service other than the first. */
export interface OtherChoice {
  /** The needs with several resources to choose from. */
  needs: readonly NeedChoice[];
  /** The ids of the chosen resources by need. */
  chosen: ReadonlyMap<number, number>;
  /** These ids as URLs and forms name them. Undefined without any. */
  text: string | undefined;
}

const fieldOf = ({ id }: Pick<NeedChoice, 'id'>): string => `need_${id}`;

/** Reads the choice of a URL: that of its form, else of the parameter that the other links have. */
export function askedOthers({ request }: Visit, service: Service, form: ServiceForm): OtherChoice {
  if (queryText(request, 'named') === '') return othersOf(queryText(request, 'other_resources'), service, form);
  return choose(service, form, (need) => [Number(queryText(request, fieldOf(need)))]);
}

/** Reads the choice of a text with the ids of resources. Those that are not offered any more are left out. */
export function othersOf(text: string, service: Service, form: ServiceForm): OtherChoice {
  const ids = text.split(',').map(Number);
  return choose(service, form, () => ids);
}

function choose(
  { needs: offered = [] }: Service,
  { visitors_choose }: ServiceForm,
  asked: (need: NeedChoice) => readonly number[],
): OtherChoice {
  const needs = offered.slice(visitors_choose ? 1 : 0).filter(({ resources }) => resources.length > 1);
  const chosen = new Map<number, number>();
  for (const need of needs) {
    const taken = new Set(chosen.values());
    const id = asked(need).find((one) => !taken.has(one) && need.resources.some((resource) => resource.id === one));
    if (id !== undefined) chosen.set(need.id, id);
  }
  return { needs, chosen, text: chosen.size > 0 ? [...chosen.values()].join(',') : undefined };
}

/** The chosen resources, by the names of their needs. */
export function otherFacts({ needs, chosen }: OtherChoice): Fact[] {
  return needs.flatMap(({ id, title, resources }): Fact[] => {
    const resource = resources.find((one) => one.id === chosen.get(id));
    return resource ? [[title, resource.title]] : [];
  });
}

interface OtherResourcesFormProps {
  frame: Frame;
  /** The page that shows the times with the resources. */
  path: string;
  others: OtherChoice;
  /** The other parameters of the page. */
  kept: Readonly<Record<string, string | number | undefined>>;
}

interface OtherFieldsProps {
  frame: Frame;
  others: OtherChoice;
  /** The beginning of the names of the fields. */
  prefix?: string;
}

/** A field for each need whose resource can be chosen. */
export function OtherFields({ frame, others: { needs, chosen }, prefix = '' }: OtherFieldsProps): JSX.Element {
  const nameOf = (need: NeedChoice): string => prefix + fieldOf(need);
  const values = Object.fromEntries(needs.map((need) => [nameOf(need), String(chosen.get(need.id) ?? '')]));
  return (
    <>
      {needs.map((need) => (
        <FormField
          key={need.id}
          {...{ frame, values, problems: noProblems, required: true }}
          name={nameOf(need)}
          label={need.title}
          type="select"
          none={frame.texts.noPreference}
          options={need.resources.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      ))}
    </>
  );
}

/** The fields as a form of their own. */
export function OtherResourcesForm({ frame, path, others, kept }: OtherResourcesFormProps): JSX.Element | null {
  if (others.needs.length === 0) return null;
  return (
    <form method="get" action={frame.url(path)} data-swap-form class="options">
      <Hidden values={{ ...kept, named: 1, lang: frame.chosenLanguage }} />
      <OtherFields frame={frame} others={others} />
      <button type="submit" class="button">
        {frame.texts.show}
      </button>
    </form>
  );
}
