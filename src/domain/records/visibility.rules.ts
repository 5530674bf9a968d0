import { notFound } from '../../platform/errors.js';
import { isVisitor, type RequestContext } from '../context.js';

interface Publishable {
  active: boolean;
  published?: boolean;
}

/** Visitors see only active records and published events (spec, public API). */
export function isVisible(context: RequestContext, { active, published = true }: Publishable): boolean {
  return !isVisitor(context) || (active && published);
}

/** Returns the record if the actor may see it. @throws DomainError NOT_FOUND */
export function requireVisible<Entity extends Publishable>(context: RequestContext, record: Entity): Entity {
  if (!isVisible(context, record)) throw notFound();
  return record;
}
