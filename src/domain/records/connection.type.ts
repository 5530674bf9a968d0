import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { itemsCost, listCost, maxPageLength } from '../../platform/list-cost.js';
import type { Slice } from './list.input.js';

/** The cost of a list without pages: that of the longest page, because nothing bounds its length. */
export const unpagedListCost = listCost(({ first }) => (typeof first === 'number' ? first : maxPageLength));

/** Reads a list. */
export interface NodeSource<Node> {
  read(slice: Slice): Promise<readonly Node[]>;
  count(): Promise<number>;
  /** Returns the cursor of a node that was read. */
  cursorOf(node: Node): string;
}

@ObjectType({ simpleResolvers: true, description: 'The place of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether items follow the page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether the page began after another item: after a cursor or a page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The cursor of the first item. Null if the page is empty.' })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor of the last item: pass it as `after` for the next page. Null if the page is empty.',
  })
  endCursor!: string | null;
}

interface Page<Node> {
  nodes: readonly Node[];
  hasMore: boolean;
}

/**
 * Creates the GraphQL type of a list of `node`: `{ totalCount nodes edges { node cursor } pageInfo }`. Nodes and count are
 * read concurrently, and only if the document selects them.
 */
export function createConnectionType<Node extends object>(node: ClassType<Node>, name: string) {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: 'An item of a list with its place.' })
  class Edge {
    readonly #source: NodeSource<Node>;

    constructor(found: Node, source: NodeSource<Node>) {
      this.node = found;
      this.#source = source;
    }

    @Field(() => node, { description: 'The item.' })
    node: Node;

    @Field(() => String, { description: 'The place of the item: pass it as `after` for the items that follow it.' })
    get cursor(): string {
      return this.#source.cursorOf(this.node);
    }
  }

  @ObjectType(`${name}Connection`, { description: 'A list, or a page of it.' })
  class NodeConnection {
    readonly #slice: Slice;
    readonly #source: NodeSource<Node>;
    #hasPageInfo = false;
    #page: Promise<Page<Node>> | undefined;

    constructor(slice: Slice, source: NodeSource<Node>) {
      this.#slice = slice;
      this.#source = source;
    }

    @Field(() => Int, { description: 'The number of items on all pages.' })
    totalCount(): Promise<number> {
      return this.#source.count();
    }

    @Field(() => [node], { description: 'The items.', complexity: itemsCost })
    async nodes(): Promise<readonly Node[]> {
      return (await this.#read()).nodes;
    }

    @Field(() => [Edge], { description: 'The items with their cursors.', complexity: itemsCost })
    async edges(): Promise<Edge[]> {
      const { nodes } = await this.#read();
      return nodes.map((found) => new Edge(found, this.#source));
    }

    @Field(() => PageInfo, { description: 'The place of the page in the list.' })
    async pageInfo(): Promise<PageInfo> {
      this.#hasPageInfo = true;
      const { nodes, hasMore } = await this.#read();
      const [first, last] = [nodes[0], nodes.at(-1)];
      const { after, offset = 0 } = this.#slice;
      return {
        hasNextPage: hasMore,
        hasPreviousPage: after !== undefined || offset > 0,
        startCursor: first ? this.#source.cursorOf(first) : null,
        endCursor: last ? this.#source.cursorOf(last) : null,
      };
    }

    /** Reads once, after all selected fields have been called: with `pageInfo`, one row more is read. */
    #read(): Promise<Page<Node>> {
      this.#page ??= Promise.resolve().then(() => this.#readPage());
      return this.#page;
    }

    async #readPage(): Promise<Page<Node>> {
      const { limit } = this.#slice;
      if (limit === undefined || !this.#hasPageInfo) {
        return { nodes: await this.#source.read(this.#slice), hasMore: false };
      }
      const nodes = await this.#source.read({ ...this.#slice, limit: limit + 1 });
      return { nodes: nodes.slice(0, limit), hasMore: nodes.length > limit };
    }
  }
  return NodeConnection;
}

/** The class of a GraphQL type of `createConnectionType`. */
export type ConnectionClass<Node> = new (slice: Slice, source: NodeSource<Node>) => object;

/** Creates the GraphQL type of a list that is always returned whole: `{ totalCount nodes edges { node } }`. */
export function createWholeListType<Node extends object>(node: ClassType<Node>, name: string) {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: 'An item of a list.' })
  class Edge {
    @Field(() => node, { description: 'The item.' })
    node!: Node;
  }

  @ObjectType(`${name}Connection`, { description: 'A whole list.' })
  class NodeList {
    constructor(items: readonly Node[]) {
      this.nodes = items;
    }

    @Field(() => [node], { description: 'The items.', complexity: itemsCost })
    nodes: readonly Node[];

    @Field(() => Int, { description: 'The number of items.' })
    totalCount(): number {
      return this.nodes.length;
    }

    @Field(() => [Edge], { description: 'The items, each in an object of its own.', complexity: itemsCost })
    edges(): Edge[] {
      return this.nodes.map((item) => ({ node: item }));
    }
  }
  return NodeList;
}
