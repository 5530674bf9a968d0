import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Decimal } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ComputedField } from '../records/computed-field.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { creditDocument, issueDocument } from './document.actions.js';
import { Document, DocumentConnection, NewDocumentInput, sendsEmailDescription } from './document.entity.js';
import { type DocumentFilter, documentList } from './document.queries.js';
import { DocumentFile } from './document-file.type.js';
import { pdfOf, xmlOf } from './document-files.queries.js';

/** About the CPU time of a file, in the cost of fields: at most 40 files in one request. */
export const fileCost = 2_000;

@Resolver(() => Document)
export class DocumentResolver {
  @ComputedField(() => DocumentFile, {
    complexity: ({ childComplexity }) => fileCost + childComplexity,
    description:
      'The document as a PDF file, in the language that the account had. The same document has the same bytes.',
  })
  pdf(document: Document, context: RequestContext): Promise<DocumentFile> {
    return pdfOf(context, document);
  }

  @ComputedField(() => DocumentFile, {
    description:
      'The document as an electronic invoice of EN 16931, in the syntax UBL 2.1. An error of input says what the norm asks for and the document lacks.',
  })
  xml(document: Document, context: RequestContext): DocumentFile {
    return xmlOf(context, document);
  }

  @RequiresPermission('sales')
  @Query(() => Document, { description: 'One document.' })
  document(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Document> {
    return context.db.get(Document, id);
  }

  @RequiresPermission('sales')
  @ListQuery(documentList, { description: 'The documents.' })
  documents(context: RequestContext, request: ListRequest<DocumentFilter>): DocumentConnection {
    return readList(context, documentList, request);
  }

  @RequiresPermission('sales')
  @Mutation(() => Document, {
    description:
      'Issues a receipt of a paid order, or an invoice. An order has one of each, unless the earlier one was credited as a whole.',
  })
  issueDocument(
    @Arg('orderId', () => Int) orderId: number,
    @Arg('input', () => NewDocumentInput) input: NewDocumentInput,
    @Ctx() context: RequestContext,
  ): Promise<Document> {
    return issueDocument(context, orderId, input);
  }

  @RequiresPermission('sales')
  @Mutation(() => Document, { description: 'Issues a credit note about a part or all of a document.' })
  creditDocument(
    @Arg('id', () => Int) id: number,
    @Arg('amount', () => Decimal, {
      nullable: true,
      description: 'With the tax. By default what is left of the document.',
    })
    amount: string | null | undefined,
    @Arg('sendsEmail', () => Boolean, { nullable: true, description: sendsEmailDescription })
    sendsEmail: boolean | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Document> {
    return creditDocument(context, id, { amount, sendsEmail });
  }
}
