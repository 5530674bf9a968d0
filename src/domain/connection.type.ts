import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Stored } from '../platform/database/rows.js';
import { invalid } from '../platform/errors.js';
import { itemsCost, listCost } from '../platform/list-cost.js';

/** A page of a list. Pages are numbered from 1. */
export interface PageRequest {
  page: number;
  perPage: number;
}

export type ReadNodes<Node> = (slice: { limit?: number; offset?: number }) => Promise<Stored<Node>[]>;

const maxPerPage = 750;

/** The cost of a list without pages: that of the longest page, because nothing bounds its length. */
export const unpagedListCost = listCost(maxPerPage);

/** @throws DomainError INVALID on `page` or `perPage` if it is out of range */
function toLimitAndOffset({ page, perPage }: PageRequest): { limit: number; offset: number } {
  if (page < 1) throw invalid({ page: ['must be greater than 0'] });
  if (perPage < 1 || perPage > maxPerPage) throw invalid({ perPage: [`must be between 1 and ${maxPerPage}`] });
  return { limit: perPage, offset: (page - 1) * perPage };
}

/**
 * Creates the GraphQL type of a list of `node`: `{ totalCount edges { node } }`. Nodes and count are read concurrently,
 * and only if the document selects them. Without a page, all nodes are returned.
 */
export function createConnectionType<Node extends object>(node: ClassType<Node>, name: string) {
  @ObjectType(`${name}Edge`, { simpleResolvers: true })
  class Edge {
    @Field(() => node)
    node!: Stored<Node>;
  }

  @ObjectType(`${name}Connection`)
  class NodeConnection {
    readonly #read: () => Promise<Stored<Node>[]>;
    readonly #count: () => Promise<number>;

    constructor(page: PageRequest | undefined, read: ReadNodes<Node>, count: () => Promise<number>) {
      const slice = page ? toLimitAndOffset(page) : {};
      this.#read = () => read(slice);
      this.#count = count;
    }

    @Field(() => Int, { description: 'The number of items on all pages.' })
    totalCount(): Promise<number> {
      return this.#count();
    }

    @Field(() => [Edge], { complexity: itemsCost })
    async edges(): Promise<Edge[]> {
      const nodes = await this.#read();
      return nodes.map((found) => ({ node: found }));
    }
  }
  return NodeConnection;
}

/** A connection of nodes that are already loaded. */
export function connectionOfNodes<Node, List>(
  connection: new (page: undefined, read: () => Promise<Node[]>, count: () => Promise<number>) => List,
  nodes: Node[],
): List {
  return new connection(
    undefined,
    async () => nodes,
    async () => nodes.length,
  );
}
