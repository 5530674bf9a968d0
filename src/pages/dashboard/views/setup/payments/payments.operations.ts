// Written by `npm run -s pages:operations` from payments.graphql. Do not edit.
import type { Operation } from '../../../graphql/operation.js';
import type { Exact, PaymentSettingsInput } from '../../../graphql/schema.types.js';

export type ReadPaymentProviderQueryVariables = Exact<{ [key: string]: never; }>;

export type ReadPaymentProviderQuery = { paymentSettings: { id: number, provider: string, active: boolean, updatedAt: string } | null };

export type PaymentProviderFragment = { id: number, provider: string, active: boolean, updatedAt: string };

export type SetPaymentProviderMutationVariables = Exact<{
  input: PaymentSettingsInput;
}>;

export type SetPaymentProviderMutation = { setPaymentProvider: { id: number, provider: string, active: boolean, updatedAt: string } | null };

export type RemovePaymentProviderMutationVariables = Exact<{ [key: string]: never; }>;

export type RemovePaymentProviderMutation = { removePaymentProvider: { id: number } | null };

export const readPaymentProvider: Operation<ReadPaymentProviderQuery, ReadPaymentProviderQueryVariables> = {
  text: "query ReadPaymentProvider{paymentSettings{...PaymentProvider}}fragment PaymentProvider on PaymentSettings{id provider active updatedAt}",
};

export const setPaymentProvider: Operation<SetPaymentProviderMutation, SetPaymentProviderMutationVariables> = {
  text: "mutation SetPaymentProvider($input:PaymentSettingsInput!){setPaymentProvider(input:$input){...PaymentProvider}}fragment PaymentProvider on PaymentSettings{id provider active updatedAt}",
};

export const removePaymentProvider: Operation<RemovePaymentProviderMutation, RemovePaymentProviderMutationVariables> = {
  text: "mutation RemovePaymentProvider{removePaymentProvider{id}}",
};
