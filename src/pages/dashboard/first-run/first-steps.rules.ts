import type { ReadFirstStepsQuery } from './first-run.operations.js';

export type StepName = 'hours' | 'services' | 'providers' | 'closedDays' | 'texts' | 'page';

export interface Step {
  name: StepName;
  /** The place of the dashboard where it is done. */
  path: string;
  search?: Readonly<Record<string, string>>;
  isDone: boolean;
  /** Whether an account can take bookings without it. */
  canBeSkipped: boolean;
}

/** Returns the steps from a new account to its first booking. Whether one is done follows from the data alone. */
export function firstSteps({
  account,
  resources: { nodes: resources },
  services,
  providers,
  messageTemplates,
}: ReadFirstStepsQuery): Step[] {
  const [first] = resources;
  const texts = [account.newBookingText, account.footer, account.mailConfirmation];
  return [
    {
      name: 'hours',
      ...(first ? { path: `setup/resources/${first.id}`, search: { open: 'hours' } } : { path: 'setup/team' }),
      isDone: resources.some(({ id: _id, ...hours }) => Object.values(hours).some((times) => (times ?? []).length > 0)),
      canBeSkipped: false,
    },
    {
      name: 'services',
      path: services.totalCount > 0 ? 'setup/services' : 'setup/offers',
      isDone: services.totalCount > 0,
      canBeSkipped: false,
    },
    { name: 'providers', path: 'setup/providers', isDone: providers.totalCount > 0, canBeSkipped: false },
    {
      name: 'closedDays',
      path: 'setup/closed-days',
      isDone: account.closedForHolidays || account.closedDays.length > 0,
      canBeSkipped: true,
    },
    {
      name: 'texts',
      path: 'setup/texts',
      isDone: messageTemplates.totalCount > 0 || texts.some((text) => text !== null && text !== ''),
      canBeSkipped: true,
    },
    {
      name: 'page',
      path: 'setup/booking-page',
      // An open page on which nothing can be booked is no step of the owner.
      isDone: account.publicAccess && services.totalCount > 0 && providers.totalCount > 0,
      canBeSkipped: true,
    },
  ];
}

/**
 * Returns the step to go on with: the first after that of a part of the set-up that is not over. From a part that is no step,
 * the first of all. Undefined after the last one.
 */
export function stepAfter(part: string, steps: readonly Step[], isOver: (step: Step) => boolean): Step | undefined {
  const own = steps.findIndex(({ path }) => path === part || path.startsWith(`${part}/`));
  return steps.slice(own + 1).find((step) => !isOver(step));
}

/** Whether nothing was booked yet, nor can be: there are no hours, no services, or nobody who offers one. */
export function isAtStart(state: ReadFirstStepsQuery): boolean {
  const isReady = firstSteps(state).every(({ isDone, canBeSkipped }) => isDone || canBeSkipped);
  return state.bookings.nodes.length === 0 && !isReady;
}
