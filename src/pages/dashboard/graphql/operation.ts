/** The text of a GraphQL operation, with the types of its data and variables. */
export interface Operation<Data, Variables> {
  readonly text: string;
  /** Never set: it only carries the types. */
  readonly types?: (variables: Variables) => Data;
}

/** The variables of an operation. */
export type VariablesOf<Of> = Of extends Operation<unknown, infer Variables> ? Variables : never;
