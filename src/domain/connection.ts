import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { Stored } from '../platform/database/rows.js';
import { invalid } from '../platform/errors.js';
import { itemsCost, listCost } from '../platform/list-cost.js';

/** What part of a list is asked for: pages are counted from 1. */
export interface PageRequest {
  page: number;
  perPage: number;
}

/** Reads a part of a list. */
export type ReadPart<Node> = (part: { limit?: number; offset?: number }) => Promise<Stored<Node>[]>;

const largestPage = 750;

/** Of a list without pages, whose length nothing bounds: counted as one page of the longest. */
export const wholeListCost = listCost(largestPage);

/** @throws DomainError INVALID for a page or a length that is none */
function partOf({ page, perPage }: PageRequest): { limit: number; offset: number } {
  if (page < 1) throw invalid({ page: ['must be greater than 0'] });
  if (perPage < 1 || perPage > largestPage) {
    throw invalid({ perPage: [`must be between 1 and ${largestPage}`] });
  }
  return { limit: perPage, offset: (page - 1) * perPage };
}

/**
 * The GraphQL type of a list of `node`: `{ totalCount edges { node } }`. Nodes and count are read only when they are
 * asked for, and at the same time. Without a page the list is given whole.
 */
export function connectionOf<Node extends object>(node: ClassType<Node>, name: string) {
  @ObjectType(`${name}Edge`, { simpleResolvers: true })
  class Edge {
    @Field(() => node)
    node!: Stored<Node>;
  }

  @ObjectType(`${name}Connection`)
  class NodeConnection {
    readonly #read: () => Promise<Stored<Node>[]>;
    readonly #count: () => Promise<number>;

    constructor(page: PageRequest | undefined, read: ReadPart<Node>, count: () => Promise<number>) {
      const part = page ? partOf(page) : {};
      this.#read = () => read(part);
      this.#count = count;
    }

    @Field(() => Int, { description: 'How many there are on all pages together.' })
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

/** A list whose nodes are at hand. */
export function wholeList<Node, List>(
  connection: new (page: undefined, read: () => Promise<Node[]>, count: () => Promise<number>) => List,
  nodes: Node[],
): List {
  return new connection(
    undefined,
    async () => nodes,
    async () => nodes.length,
  );
}
