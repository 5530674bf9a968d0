import { notFound } from '../platform/errors.js';
import { isVisitor, type RequestContext } from './context.js';

interface Offer {
  active: boolean;
  published?: boolean;
}

/** Visitors see what is on offer: nothing that is deleted, no event that is not published (spec, public API). */
export function isVisible(context: RequestContext, { active, published = true }: Offer): boolean {
  return !isVisitor(context) || (active && published);
}

/** The record, if whoever asks may see it. @throws DomainError NOT_FOUND */
export function visible<Offered extends Offer>(context: RequestContext, record: Offered): Offered {
  if (!isVisible(context, record)) throw notFound();
  return record;
}
