import { OrderState } from '../../../src/domain/order/order.entity.js';
import { orderTransitions, settledBy, toCancelled, toSettlement } from '../../../src/domain/order/order.rules.js';
import { sqlMayHappen, stateAfter } from '../../../src/domain/records/transitions.rules.js';

const { PENDING, CONFIRMED, CANCELLED } = OrderState;
const at = new Date('2026-03-02T07:00:00Z');

it('a transition that is not in the table throws', () => {
  expect(stateAfter(orderTransitions, 'pay', PENDING)).toBe(CONFIRMED);
  expect(() => stateAfter(orderTransitions, 'pay', CANCELLED)).toThrow('pay is no transition from cancelled');
  expect(() => toCancelled({ state: CANCELLED })).toThrow('cancel is no transition from cancelled');
});

it('a payment leaves an order pending, or settles it, unless it is cancelled', () => {
  const settlement = (paidAmount: string) => toSettlement({ total: '100.00', discountAmount: '0.00', paidAmount }, at);
  expect(settledBy('pay', { state: PENDING }, settlement('40.00')).state).toBe(PENDING);
  expect(settledBy('pay', { state: PENDING }, settlement('100.00'))).toEqual({ state: CONFIRMED, settledAt: at });
  expect(settledBy('takeBack', { state: CONFIRMED }, settlement('40.00'))).toEqual({ state: PENDING, settledAt: null });
  expect(settledBy('reprice', { state: CONFIRMED }, settlement('40.00'))).toEqual({ state: PENDING, settledAt: null });
  expect(() => settledBy('pay', { state: CONFIRMED }, settlement('40.00'))).toThrow('no transition');
  expect(() => settledBy('pay', { state: CANCELLED }, settlement('100.00'))).toThrow('no transition');
});

it('SQL has the states of the table as literals', () => {
  expect(sqlMayHappen(orderTransitions, 'cancel', 'state')).toBe("state in ('pending', 'confirmed')");
});
