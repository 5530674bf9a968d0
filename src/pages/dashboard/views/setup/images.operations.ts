// Written by `npm run -s pages:operations` from images.graphql. Do not edit.
import type { Operation } from '../../graphql/operation.js';
import type { Exact } from '../../graphql/schema.types.js';

export type ReadResourceImageQueryVariables = Exact<{
  id: number;
}>;

export type ReadResourceImageQuery = { record: { image: string | null } | null };

export type ReadServiceImageQueryVariables = Exact<{
  id: number;
}>;

export type ReadServiceImageQuery = { record: { image: string | null } | null };

export type SetResourceImageMutationVariables = Exact<{
  id: number;
  image?: string | null | undefined;
}>;

export type SetResourceImageMutation = { record: { image: string | null } | null };

export type SetServiceImageMutationVariables = Exact<{
  id: number;
  image?: string | null | undefined;
}>;

export type SetServiceImageMutation = { record: { image: string | null } | null };

export const readResourceImage: Operation<ReadResourceImageQuery, ReadResourceImageQueryVariables> = {
  text: "query ReadResourceImage($id:Int!){record:resource(id:$id){image}}",
};

export const readServiceImage: Operation<ReadServiceImageQuery, ReadServiceImageQueryVariables> = {
  text: "query ReadServiceImage($id:Int!){record:service(id:$id){image}}",
};

export const setResourceImage: Operation<SetResourceImageMutation, SetResourceImageMutationVariables> = {
  text: "mutation SetResourceImage($id:Int!$image:File){record:setResourceImage(id:$id image:$image){image}}",
};

export const setServiceImage: Operation<SetServiceImageMutation, SetServiceImageMutationVariables> = {
  text: "mutation SetServiceImage($id:Int!$image:File){record:setServiceImage(id:$id image:$image){image}}",
};
