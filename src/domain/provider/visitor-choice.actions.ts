import type { FieldErrors } from '../../platform/errors.js';
import { isVisitor, type RequestContext } from '../context.js';
import { cannotBeChosen } from '../service/service-need.rules.js';
import { readVisitorsChoose } from './service-need.queries.js';

/** The service and the resource that a visitor names. */
interface NamedResource {
  serviceId?: number | null;
  resourceId?: number | null;
}

/**
 * Returns the error of a visitor who names the resource of a service whose first need does not let visitors choose it. Costs
 * no statement in accounts without needs, and none for staff, who may choose any.
 */
export async function validateVisitorChoice(
  context: RequestContext,
  { serviceId, resourceId }: NamedResource,
): Promise<FieldErrors> {
  const isNamed = typeof serviceId === 'number' && typeof resourceId === 'number';
  if (!context.account.hasNeeds || !isNamed || !isVisitor(context)) return {};
  const mayChoose = (await readVisitorsChoose(context, [serviceId])).get(serviceId) ?? true;
  return mayChoose ? {} : { resourceId: [cannotBeChosen] };
}
