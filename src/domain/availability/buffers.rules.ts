import type { Interval } from '../../platform/time/interval.js';

const msPerMinute = 60_000;

/** The minutes before and after a booking or event that its resource is kept free. */
export interface Buffers {
  readonly bufferBefore: number;
  readonly bufferAfter: number;
}

export const noBuffers: Buffers = { bufferBefore: 0, bufferAfter: 0 };

/** Returns the buffers of a service; none without a service. */
export function buffersOf(service: Buffers | null | undefined): Buffers {
  return service ? { bufferBefore: service.bufferBefore, bufferAfter: service.bufferAfter } : noBuffers;
}

/** Returns the time that a resource is occupied, from the buffer before to the buffer after. */
export function occupiedTime({ from, to }: Interval, { bufferBefore, bufferAfter }: Buffers): Interval {
  return { from: from - bufferBefore * msPerMinute, to: to + bufferAfter * msPerMinute };
}
