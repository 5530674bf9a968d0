import type { SetupPartProps } from '../record-part.js';
import { OrderList } from './order-list.js';
import { OrderPage } from './order-page.js';

/** What was sold and paid: the list of orders, or one of them. */
export function Orders({ open }: SetupPartProps) {
  return open !== undefined && /^\d{1,10}$/.test(open) ? <OrderPage key={open} id={Number(open)} /> : <OrderList />;
}
