// Written by `npm run -s pages:operations` from orders.graphql. Do not edit.
import type { Operation } from '../../../graphql/operation.js';
import type { Exact, BookingState, OrderFilter, OrderState, ProviderRefundState } from '../../../graphql/schema.types.js';

export type ListOrdersQueryVariables = Exact<{
  filter: OrderFilter;
  after?: string | null | undefined;
}>;

export type ListOrdersQuery = { orders: { totalCount: number, nodes: Array<{ id: number, createdAt: string, state: OrderState, payableAmount: string, discountAmount: string, paidAmount: string, balance: string, refundable: string, person: { id: number, name: string | null, email: string | null } | null, lineItems: Array<{ id: number, quantity: number, service: { title: string } | null, booking: { title: string | null } | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReadOrderQueryVariables = Exact<{
  id: number;
}>;

export type ReadOrderQuery = { order: { id: number, createdAt: string, settledAt: string | null, state: OrderState, total: string, discountAmount: string, payableAmount: string, paidAmount: string, balance: string, refundable: string, person: { id: number, name: string | null, email: string | null } | null, coupon: { id: number, title: string, code: string } | null, lineItems: Array<{ id: number, quantity: number, amount: string, service: { title: string } | null, giftCard: { id: number, code: string } | null, booking: { id: number, title: string | null, bookedFrom: string, state: BookingState } | null }>, issuedGiftCards: Array<{ id: number, code: string, value: number, active: boolean }>, payments: Array<{ id: number, createdAt: string, amount: string, reference: string | null, giftCard: { id: number, code: string } | null }>, providerRefunds: Array<{ id: number, createdAt: string, amount: string, state: ProviderRefundState, reference: string | null }> } | null };

export type OrderDetailsFragment = { id: number, createdAt: string, settledAt: string | null, state: OrderState, total: string, discountAmount: string, payableAmount: string, paidAmount: string, balance: string, refundable: string, person: { id: number, name: string | null, email: string | null } | null, coupon: { id: number, title: string, code: string } | null, lineItems: Array<{ id: number, quantity: number, amount: string, service: { title: string } | null, giftCard: { id: number, code: string } | null, booking: { id: number, title: string | null, bookedFrom: string, state: BookingState } | null }>, issuedGiftCards: Array<{ id: number, code: string, value: number, active: boolean }>, payments: Array<{ id: number, createdAt: string, amount: string, reference: string | null, giftCard: { id: number, code: string } | null }>, providerRefunds: Array<{ id: number, createdAt: string, amount: string, state: ProviderRefundState, reference: string | null }> };

export type RefundByProviderMutationVariables = Exact<{
  orderId: number;
  amount: string;
}>;

export type RefundByProviderMutation = { refundByProvider: { id: number } | null };

export type RecordRefundMutationVariables = Exact<{
  orderId: number;
  amount: string;
  reference?: string | null | undefined;
}>;

export type RecordRefundMutation = { recordRefund: { id: number } | null };

export type RecordPaymentMutationVariables = Exact<{
  orderId: number;
  amount: string;
  reference?: string | null | undefined;
}>;

export type RecordPaymentMutation = { recordPayment: { id: number } | null };

export type CancelOrderMutationVariables = Exact<{
  id: number;
}>;

export type CancelOrderMutation = { cancelOrder: { id: number } | null };

export const listOrders: Operation<ListOrdersQuery, ListOrdersQueryVariables> = {
  text: "query ListOrders($filter:OrderFilter!$after:String){orders(filter:$filter order:ID_DESC first:50 after:$after){totalCount nodes{id createdAt state payableAmount discountAmount paidAmount balance refundable person{id name email}lineItems{id quantity service{title}booking{title}}}pageInfo{hasNextPage endCursor}}}",
};

export const readOrder: Operation<ReadOrderQuery, ReadOrderQueryVariables> = {
  text: "query ReadOrder($id:Int!){order(id:$id){...OrderDetails}}fragment OrderDetails on Order{id createdAt settledAt state total discountAmount payableAmount paidAmount balance refundable person{id name email}coupon{id title code}lineItems{id quantity amount service{title}giftCard{id code}booking{id title bookedFrom state}}issuedGiftCards{id code value active}payments{id createdAt amount reference giftCard{id code}}providerRefunds{id createdAt amount state reference}}",
};

export const refundByProvider: Operation<RefundByProviderMutation, RefundByProviderMutationVariables> = {
  text: "mutation RefundByProvider($orderId:Int!$amount:Decimal!){refundByProvider(orderId:$orderId amount:$amount){id}}",
};

export const recordRefund: Operation<RecordRefundMutation, RecordRefundMutationVariables> = {
  text: "mutation RecordRefund($orderId:Int!$amount:Decimal!$reference:String){recordRefund(orderId:$orderId amount:$amount reference:$reference){id}}",
};

export const recordPayment: Operation<RecordPaymentMutation, RecordPaymentMutationVariables> = {
  text: "mutation RecordPayment($orderId:Int!$amount:Decimal!$reference:String){recordPayment(orderId:$orderId amount:$amount reference:$reference){id}}",
};

export const cancelOrder: Operation<CancelOrderMutation, CancelOrderMutationVariables> = {
  text: "mutation CancelOrder($id:Int!){cancelOrder(id:$id){id}}",
};
