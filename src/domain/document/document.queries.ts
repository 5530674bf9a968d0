import { Field, InputType, Int } from 'type-graphql';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { Document, DocumentConnection, DocumentKind } from './document.entity.js';

const documentOrder = createListOrder('DocumentOrder', { ID: byId }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class DocumentFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the documents about this order.' }) orderId?: number | null;
  @Field(() => DocumentKind, { nullable: true, description: 'Returns the documents of this kind.' })
  kind?: DocumentKind | null;
}

export const documentList: List<Document, DocumentFilter, DocumentConnection> = {
  name: 'documents',
  entity: Document,
  connection: DocumentConnection,
  filter: DocumentFilter,
  order: documentOrder,
  conditions: (_context, { orderId, kind }) => ({
    ...(typeof orderId === 'number' && { orderId }),
    ...(kind && { kind }),
  }),
};
