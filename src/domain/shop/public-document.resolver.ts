import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { notFound } from '../../platform/errors.js';
import { listCost } from '../../platform/list-cost.js';
import { Decimal, Instant } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { Document, DocumentKind } from '../document/document.entity.js';
import { fileCost } from '../document/document.resolver.js';
import { DocumentFile } from '../document/document-file.type.js';
import { pdfOf } from '../document/document-files.queries.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { findOrderOfToken, PublicOrder } from './public-order.actions.js';

/** The part of a document that the one who has the link of its order may read. Its value is the document. */
@ObjectType({ simpleResolvers: true, description: 'A document about an order, as the visitor who placed it sees it.' })
class PublicDocument {
  @Field(() => Int, { description: 'The id, unique among the records of its type in the account.' }) id!: number;
  @Field(() => DocumentKind, { description: 'The kind.' }) kind!: DocumentKind;
  @Field(() => Int, { description: 'The number in its series, from 1, without gaps.' }) number!: number;
  @Field(() => Instant, { description: 'When it was issued.' }) issuedAt!: Date;
  @Field(() => Decimal, { description: 'The amount with the tax. Positive on a credit note, too.' }) amount!: string;
}

const loadOfOrder = createContextLoader<Document[], readonly Document[]>(async ({ db }, ids) => {
  const documents = await db.rows(Document, { orderId: { $in: [...ids] } });
  return Map.groupBy(documents, ({ orderId }) => orderId);
}, []);

/** The documents of an order for the one who has its link, or who has proved an address of the person whose order it is. */
@Resolver(() => PublicOrder)
export class PublicOrderDocumentsResolver {
  @ComputedField(() => [PublicDocument], {
    complexity: listCost(5),
    description: 'The receipts, invoices and credit notes about the order, oldest first.',
  })
  documents({ id }: PublicOrder, context: RequestContext): Promise<readonly Document[]> {
    return loadOfOrder(context, id);
  }
}

@Resolver(() => PublicDocument)
export class PublicDocumentResolver {
  @ComputedField(() => Boolean, { description: 'Whether it is the receipt of a deposit.' })
  isOfDeposit({ content }: Document): boolean {
    return content.deposit_of !== undefined;
  }

  @ComputedField(() => DocumentFile, {
    complexity: ({ childComplexity }) => fileCost + childComplexity,
    description: 'The document as a PDF file.',
  })
  pdf(document: Document, context: RequestContext): Promise<DocumentFile> {
    return pdfOf(context, document);
  }

  @RequiresPermission('read')
  @Query(() => PublicDocument, { description: "A document about the order of a visitor's link." })
  async publicDocument(
    @Arg('token', () => String, { description: 'The secret token of the order.' }) token: string,
    @Arg('id', () => Int) id: number,
    @Ctx() context: RequestContext,
  ): Promise<Document> {
    const orderId = await findOrderOfToken(context, token);
    const [document] = await context.db.rows(Document, { id, orderId }, { limit: 1 });
    if (!document) throw notFound();
    return document;
  }
}
